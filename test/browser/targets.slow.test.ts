import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { sampleDatasets } from "./sample.js";

const PAGES = [
  "/",
  "/datasets",
  "/town",
  "/town?year=all",
  "/town/cofog1",
  "/town/entries",
  "/town/explore",
  "/town/explore?drilldown=cofog1|region&chart=pivot",
  "/town/sources",
  "/search?q=a",
  "/api",
  "/explore/tax?income=30000",
  "/login",
];

/**
 * Targets smaller than 24 pixels that others are too near to (WCAG 2.5.8): within a circle of 24 pixels around its centre
 * there is no other target, nor the circle of another small one. Links in sentences are left out.
 */
const CROWDED = `const SIZE = 24;
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !each.closest(".hidden");
  const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary, textarea")].filter(isSeen);
  const targets = all.map((element) => {
    const { left, right, top, bottom, width, height } = (element.closest("label") ?? element).getBoundingClientRect();
    const isSmall = width < SIZE - 0.1 || height < SIZE - 0.1;
    return { element, left, right, top, bottom, x: (left + right) / 2, y: (top + bottom) / 2, isSmall, isThere: width > 0 && height > 0 };
  }).filter(({ isThere }) => isThere);
  const isInSentence = (link) => {
    const text = link.matches("a") && getComputedStyle(link).display === "inline" && link.closest("p, li, td, dd, small, figcaption");
    return Boolean(text) && text.textContent.trim().length > link.textContent.trim().length + 2;
  };
  const isNear = (a, b) => {
    if (b.isSmall && Math.hypot(a.x - b.x, a.y - b.y) < SIZE) return true;
    return Math.hypot(Math.max(b.left - a.x, 0, a.x - b.right), Math.max(b.top - a.y, 0, a.y - b.bottom)) < SIZE / 2;
  };
  const crowded = targets.filter((a) => a.isSmall && !isInSentence(a.element) &&
    targets.some((b) => b !== a && !a.element.contains(b.element) && !b.element.contains(a.element) && isNear(a, b)));
  return [targets.length, crowded.map(({ element }) => element.outerHTML.slice(0, 120))]`;

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
});
after(() => server.stop());

describe("a window of 390 pixels", { skip: missingBrowser() }, () => {
  let browser: Browser;
  before(async () => {
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
    await browser.open(server.url);
    await browser.resize(390);
  });
  after(() => browser.stop());

  for (const path of PAGES) {
    it(`has targets of 24 pixels, or with room around them, at ${path}`, async () => {
      await browser.open(server.url + path);
      const [count, crowded] = await browser.run<[number, string[]]>(CROWDED);
      assert.ok(count > 5, `${count} targets`);
      assert.deepEqual(crowded, []);
    });
  }

  it("finds targets that are crowded", async () => {
    await browser.open(`${server.url}/town`);
    const [, crowded] = await browser.run<[number, string[]]>(
      `const row = document.querySelector("main").appendChild(document.createElement("div"));
      row.innerHTML = '<button class="tiny">a</button><button class="tiny">b</button>';
      for (const each of row.children) each.style.cssText = "all: unset; display: inline-block; width: 12px; height: 12px";
      ${CROWDED}`,
    );
    assert.equal(crowded.length, 2);
  });

  it("shows the whole sentence of the explorer and what can be added to it", async () => {
    for (const width of [390, 320]) {
      await browser.resize(width);
      await browser.open(`${server.url}/town/explore?drilldown=cofog1&cut=year:2009`);
      const [rights, edges] = await browser.run<[number[], string[]]>(
        `const parts = [...document.querySelectorAll(".sentence > p .part")];
        const sentence = document.querySelector(".sentence");
        return [parts.map((each) => each.getBoundingClientRect().right), [getComputedStyle(sentence).overflowX, getComputedStyle(sentence).maskImage]]`,
      );
      assert.ok(rights.length > 4);
      for (const right of rights) assert.ok(right <= width, `${right} of ${width}`);
      assert.deepEqual(edges, ["visible", "none"]);
    }
    await browser.resize(390);
  });
});
