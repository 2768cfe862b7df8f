import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
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

/** True if a colour contrasts with white paper. */
function isInk(color: string): boolean {
  const parts = color.match(/\d+/g)!.slice(0, 3).map(Number);
  return Math.max(...parts) < 120;
}
