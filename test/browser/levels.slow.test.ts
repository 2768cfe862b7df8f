import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { contextOf } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { SAMPLE_CHARTS, sampleDatasets } from "./sample.js";

const ENTER = "\ue007";

/** Reads the level that is shown: the parts of the chart, where the page is scrolled to, and the focus. */
const READ = `const chart = [...document.querySelectorAll("svg.chart")].find((each) => each.checkVisibility());
  return {
    parts: [...chart.querySelectorAll("title")].map((each) => each.textContent.trim()),
    scrolled: Math.round(scrollY),
    isFocused: chart.contains(document.activeElement) || document.activeElement.matches("main .crumbs a"),
    isMarked: window.marked === true,
  };`;

interface Level {
  readonly parts: readonly string[];
  readonly scrolled: number;
  readonly isFocused: boolean;
  /** True if the page was not loaded anew. */
  readonly isMarked: boolean;
}

/** Scrolls to the chart and marks the page; `first` is the first part of the chart that opens a level. */
const FIRST = `window.marked = true;
  const chart = [...document.querySelectorAll("svg.chart")].find((each) => each.checkVisibility());
  const first = [...chart.querySelectorAll("a")][0];`;

let server: TestServer;
before(async () => {
  if (!missingBrowser()) server = await startTestServer(makeRoutes(contextOf(sampleDatasets())));
});
after(() => (missingBrowser() ? undefined : server.stop()));

for (const isPhone of [false, true])
  describe(`the levels of an icicle ${isPhone ? "on a phone" : "on a desktop"}`, { skip: missingBrowser() }, () => {
    let browser: Browser;
    before(async () => {
      browser = await Browser.start({ isPhone, hasScripts: true, isDark: false });
    });
    after(() => browser.stop());

    const changed = (isInside: boolean): Promise<void> =>
      browser.until(`location.search.includes("cut=") === ${isInside} && document.querySelector("svg.chart") !== null`);

    for (const [how, open] of [
      [
        "a click",
        () => browser.run(`${FIRST} first.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))`),
      ],
      [
        "the keyboard",
        async () => {
          await browser.run(`${FIRST} first.focus({ focusVisible: true })`);
          await browser.press([ENTER]);
        },
      ],
    ] as const)
      it(`open in place by ${how} and leave the reader at the chart`, async () => {
        await browser.open(`${server.url}${SAMPLE_CHARTS.icicle}`);
        await browser.run(`document.querySelector("svg.chart").scrollIntoView(); scrollBy(0, 40)`);
        const whole = await browser.run<Level>(READ);
        await open();
        await changed(true);
        const inside = await browser.run<Level>(READ);
        assert.ok(inside.parts.length > 0 && inside.parts.length < whole.parts.length, inside.parts.join("\n"));
        assert.ok(inside.isMarked, "loaded anew");
        assert.ok(inside.isFocused, "the focus is lost");
        assert.ok(whole.scrolled === 0 || inside.scrolled > 0, "the page went to its top");
        await browser.back();
        await changed(false);
        const again = await browser.run<Level>(READ);
        assert.deepEqual(again.parts, whole.parts);
      });
  });
