import { Browser } from "#scripts/browser.js";

/** Kilobits a second and milliseconds of delay of a slow telephone. */
const [KILOBITS, LATENCY] = [1600, 150];

/** Weight and speed of a page in a browser. */
export interface PageVisit {
  /** Requests of the page, its own included; files in the browser's cache are none. */
  readonly requests: number;
  /** Bytes that were sent, with headers. */
  readonly bytes: number;
  /** Milliseconds until something is drawn. */
  readonly firstPaint: number;
}

/** Open pages in Chromium on a slow network, each as the first page of the server and as the second one. */
export async function visitPages(
  urls: readonly string[],
): Promise<readonly { readonly first: PageVisit; readonly later: PageVisit }[]> {
  const browser = await Browser.start({ isPhone: true, hasScripts: true, isDark: false });
  const visits: { first: PageVisit; later: PageVisit }[] = [];
  try {
    for (const [at, url] of urls.entries()) {
      await browser.open("about:blank");
      await browser.slowDown(KILOBITS, LATENCY);
      const first = await visit(browser, url);
      await browser.open("about:blank");
      await browser.slowDown(KILOBITS, LATENCY);
      await browser.open(urls[at === 0 ? 1 : 0]!);
      visits.push({ first, later: await visit(browser, url) });
    }
    return visits;
  } finally {
    await browser.stop();
  }
}

async function visit(browser: Browser, url: string): Promise<PageVisit> {
  await browser.open(url);
  await browser.until(`performance.getEntriesByName("first-contentful-paint").length > 0`);
  return browser.run<PageVisit>(`
    const sent = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter(({ transferSize }) => transferSize > 0);
    return {
      requests: sent.length,
      bytes: sent.reduce((sum, { transferSize }) => sum + transferSize, 0),
      firstPaint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    };`);
}
