import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { loadPaged } from "../http/pages/page-datasets.js";
import { type LoadingServer, startLoading } from "../http/publishing/loading-server.js";
import { sampleDatasets } from "./sample.js";

/** Width of an A4 page between its margins, in pixels. */
const PAPER = 718;

const PAGES = [
  "/",
  "/datasets",
  "/town",
  "/town/cofog1",
  "/town/cofog1/1",
  "/town/entries?filter=region:Region+1",
  `/town/entries/${"7".padStart(40, "0")}`,
  "/town/explore?drilldown=cofog1&cut=time.year:2009",
  "/town/explore?drilldown=cofog1&chart=line",
  "/hostile/region",
  "/hostile/entries",
  "/search?q=function",
  "/explore/tax?income=30000",
  "/api",
];

/** Pages, their headings, and names of rows that stand on the first sheet. */
const PRINTED = [
  [
    "/uk-spending/explore?drilldown=subfunction|region&cut=year:2009",
    /by subfunction and region, 2009–10/,
    [/Medical/, /Old age/],
  ],
  ["/uk-spending", /Public spending in the United Kingdom/, [/Social protection +[\d,]+/, /Health +[\d,]+/]],
  ["/uk-spending/explore?drilldown=function&cut=year:2009", /by function, 2009–10/, [/Education +[\d,.]+/]],
  ["/uk-spending/function/07", /Health/, [/Medical services +[\d,.]+/]],
] as const;

/** Lists the words of names of rows that are broken over lines. */
const BROKEN = `return [...document.querySelectorAll(".crosstab th[scope=row] bdi, .crosstab th[scope=row] a")].flatMap((each) => {
    const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT).nextNode();
    return [...(text?.data ?? "").matchAll(/[^ -]+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      return lines.size > 1 ? [word] : [];
    });
  })`;

interface Printed {
  /** Elements that are printed but can only be used on a screen. */
  readonly useless: readonly string[];
  readonly width: number;
  /** Values of `display` of the heads of tables. */
  readonly heads: readonly string[];
  /** The same of their feet. */
  readonly feet: readonly string[];
  /** Colours of links and texts, as `rgb(…)`. */
  readonly inks: readonly string[];
  readonly hiddenCharts: number;
}

const LOOK = `const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const displays = (selector) => [...new Set(shown(selector).map((each) => getComputedStyle(each).display))];
  return {
    useless: shown("main input, main select, main button, main textarea, nav[aria-label=Site] a, header form, .skip, .chips, .pager a").map((each) => each.outerHTML.slice(0, 120)),
    width: document.documentElement.scrollWidth,
    heads: displays("thead"),
    feet: displays("tfoot"),
    inks: [...new Set(shown("main a:not(svg a), main td, h1").map((each) => getComputedStyle(each).color))],
    hiddenCharts: [...document.querySelectorAll(".chart.wide")].filter((each) => !each.checkVisibility()).length,
  }`;

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
});
after(() => server.stop());

for (const isDark of [false, true]) {
  describe(`on paper, from a ${isDark ? "dark" : "light"} screen`, { skip: missingBrowser() }, () => {
    let browser: Browser;
    before(async () => {
      browser = await Browser.start({ isPhone: false, hasScripts: true, isDark });
      // What is emulated before the first page of a server may be lost on the way to it.
      await browser.open(server.url);
      await browser.emulatePaper(PAPER);
    });
    after(() => browser.stop());

    for (const path of PAGES) {
      it(`${path} is readable`, async () => {
        await browser.open(server.url + path);
        const { useless, width, heads, feet, inks, hiddenCharts } = await browser.run<Printed>(LOOK);
        // The form for trying a call is part of the content of this page.
        assert.deepEqual(path === "/api" ? [] : useless, []);
        assert.ok(width <= PAPER, `${width} pixels on a page of ${PAPER}`);
        assert.equal(hiddenCharts, 0);
        for (const display of heads) assert.equal(display, "table-header-group", "heads stand on every page");
        for (const display of feet) assert.equal(display, "table-row-group", "totals stand once");
        for (const ink of inks) assert.ok(isInk(ink), `${ink} is hard to read on paper`);
      });
    }

    it("prints the addresses of links to other sites", async () => {
      await browser.open(`${server.url}/town`);
      const after = await browser.run(
        "return getComputedStyle(document.querySelector('a[rel=license]'), '::after').content",
      );
      assert.equal(after, '" (https://open.example/)"');
    });
  });
}

const missingReader =
  spawnSync("pdftotext", ["-v"]).error === undefined ? false : "Poppler is not installed: apt install poppler-utils";

describe("a printed page", { skip: missingBrowser() || missingReader }, () => {
  let browser: Browser;
  let published: LoadingServer;
  before(async () => {
    published = await startLoading();
    await loadPaged(published, "demo");
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
  });
  after(async () => {
    await browser.stop();
    await published.stop();
  });

  /** Print a page and return the texts of its sheets. */
  async function print(path: string): Promise<readonly string[]> {
    await browser.open(published.url + path);
    const { stdout } = spawnSync("pdftotext", ["-layout", "-", "-"], {
      input: await browser.print(),
      encoding: "utf8",
    });
    return stdout.split("\f").slice(0, -1);
  }

  for (const [path, heading, names] of PRINTED) {
    it(`${path} begins with its heading and the names of its rows`, async () => {
      const [first] = await print(path);
      assert.match(first!.replaceAll(/\s+/g, " "), heading);
      for (const name of names) assert.match(first!, name);
    });
  }

  it("repeats the headings of a long table of two splits on each sheet", async () => {
    const sheets = await print("/uk-spending/explore?drilldown=subfunction|region&cut=year:2009");
    assert.ok(sheets.length > 1);
    const ofTable = sheets.filter((sheet) => /not divided|services|education/i.test(sheet));
    assert.ok(ofTable.length > 1);
    for (const sheet of ofTable.slice(0, -1)) assert.match(sheet, /London/);
  });

  it("breaks no word in the names of rows beside many columns", async () => {
    await browser.emulatePaper(PAPER);
    try {
      await browser.open(`${published.url}/uk-spending/explore?drilldown=subfunction|region&cut=year:2009`);
      assert.deepEqual(await browser.run<readonly string[]>(BROKEN), []);
    } finally {
      await browser.emulatePaper(0);
    }
  });
});

/** True if a colour contrasts with white paper. */
function isInk(color: string): boolean {
  const parts = color.match(/\d+/g)!.slice(0, 3).map(Number);
  return Math.max(...parts) < 120;
}
