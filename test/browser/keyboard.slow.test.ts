import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { sampleDatasets } from "./sample.js";

const TAB = "\ue004";
const ENTER = "\ue007";

const PAGES = [
  "/",
  "/datasets",
  "/town",
  "/town/cofog1",
  "/town/cofog1/1",
  "/town/entries?filter=region:Region+1",
  `/town/entries/${"7".padStart(40, "0")}`,
  "/town/explore?drilldown=region&cut=time.year:2009",
  "/town/explore?drilldown=region&chart=bars",
  "/town/embed?drilldown=cofog1",
  "/town/entries?q=(&min=x",
  "/search?q=function",
  "/explore/tax?income=30000",
  "/api",
  "/nothing",
];

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
});
after(() => server.stop());

/** Script that lists the focusable elements of a page in document order. */
const CONTROLS = `[...document.querySelectorAll("a, input, select, button, textarea, summary, [tabindex='0']")]
  .filter((each) => each.type !== "hidden" && each.checkVisibility() && (each.localName !== "a" || each.hasAttribute("href")))`;

/** An element that received the focus, and whether the focus is visible. */
interface Stop {
  readonly at: number;
  readonly what: string;
  readonly name: string;
  readonly isMarked: boolean;
}

/** Script that starts recording the focus and returns the number of focusable elements. */
const NOTE = `window.stops = [];
  const nameOf = (each) => [each.getAttribute("aria-label"), each.labels?.[0]?.textContent, each.querySelector("title")?.textContent, each.textContent].find((text) => text?.trim()) ?? "";
  document.addEventListener("focusin", ({ target }) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    window.stops.push({
      at: ${CONTROLS}.indexOf(target),
      what: target.outerHTML.slice(0, 120),
      name: nameOf(target).trim(),
      isMarked: outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0,
    });
  });
  return ${CONTROLS}.length`;

for (const isPhone of [false, true]) {
  describe(`the keyboard, on a ${isPhone ? "phone" : "desktop"}`, { skip: missingBrowser() }, () => {
    let browser: Browser;
    before(async () => {
      browser = await Browser.start({ isPhone, hasScripts: true, isDark: isPhone });
    });
    after(() => browser.stop());

    for (const path of PAGES) {
      it(`reaches everything on ${path} in order, and the focus is visible`, async () => {
        await browser.open(server.url + path);
        const count = await browser.run<number>(NOTE);
        await browser.press(Array.from({ length: count }, () => TAB));
        const stops = await browser.run<readonly Stop[]>("return window.stops");
        assert.deepEqual(
          stops.map(({ at }) => at),
          Array.from({ length: count }, (_, at) => at),
          stops.map(({ at, what }) => `${at} ${what}`).join("\n"),
        );
        for (const { what, name, isMarked } of stops) {
          assert.ok(isMarked, `no mark on ${what}`);
          assert.notEqual(name, "", what);
        }
      });
    }

    it("skips the header that all pages share", async () => {
      await browser.open(`${server.url}/town`);
      await browser.run(
        "return new Promise((resolve) => { const look = () => document.hasFocus() ? resolve(null) : requestAnimationFrame(look); look(); })",
      );
      await browser.press([TAB]);
      const [text, left] = await browser.run<[string, number]>(
        "const { activeElement } = document; return [activeElement.textContent, activeElement.getBoundingClientRect().left]",
      );
      assert.equal(text, "Skip to the content");
      assert.ok(left >= 0, "it is out of sight");
      await browser.press([ENTER]);
      await browser.run(
        "return new Promise((resolve) => { const look = () => document.activeElement.id === 'main' ? resolve(null) : requestAnimationFrame(look); look(); })",
      );
      await browser.press([TAB]);
      const next = await browser.run("return document.activeElement.closest('main') !== null");
      assert.equal(next, true);
    });

    it("opens a cell of a chart, whose name says what it shows", async () => {
      await browser.open(`${server.url}/town/cofog1?year=2009`);
      const name = await browser.run<string>(
        `const cell = ${CONTROLS}.find((each) => each.closest("svg"));
        cell.focus();
        return cell.getAttribute("aria-label") ?? cell.querySelector("title").textContent`,
      );
      assert.match(name, /^Function number \d: €\d/);
      await browser.press([ENTER]);
      await browser.run(
        "return new Promise((resolve) => { const look = () => /^.town.cofog1.\\d$/.test(location.pathname) ? resolve(null) : requestAnimationFrame(look); look(); })",
      );
    });
  });
}
