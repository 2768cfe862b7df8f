import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { contextOf } from "../fixtures.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { SAMPLE_CHARTS, sampleDatasets, sampleShapes } from "./sample.js";

/** Width of an A4 page between its margins, in pixels. */
const PAPER = 718;
/** Widths of screens, in pixels. */
const PHONE = 390;
const DESKTOP = 1280;

/** Function that reads a colour of the reader. */
const COLOR_OF = `const colorOf = (name) => {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.cssText = "forced-color-adjust: none; color: " + name;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};`;

/** The chart that is shown, and functions that look at it. */
const LOOK = `const chart = [...document.querySelectorAll("svg.chart")].find((each) => each.checkVisibility());
  const texts = [...chart.querySelectorAll("text")].filter((each) => each.textContent.trim() !== "");
  const outside = () => {
    const { left, right, top, bottom } = chart.getBoundingClientRect();
    return texts.filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < left - 3 || box.right > right + 3 || box.top < top - 3 || box.bottom > bottom + 3;
    }).map((text) => text.textContent);
  };
  const fillOf = (text) => getComputedStyle(text).fill;
  ${COLOR_OF}`;

let directory: string;
let server: TestServer;
let browser: Browser;
let axe: string;
before(async () => {
  if (missingBrowser()) return;
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  directory = await mkdtemp(join(tmpdir(), "spendcube-charts-"));
  const shapes = await sampleShapes(directory);
  server = await startTestServer(makeRoutes(contextOf(sampleDatasets(), { shapes })));
  browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: true });
  // What is emulated before the first page of a server may be lost on the way to it.
  await browser.open(server.url);
});
after(async () => {
  if (missingBrowser()) return;
  await browser.stop();
  await server.stop();
  await rm(directory, { recursive: true });
});

/** Call a test for each kind of chart, on its page. @param more parameters of the page */
function eachChart(test: (name: keyof typeof SAMPLE_CHARTS) => Promise<void>, more = ""): void {
  for (const [name, path] of Object.entries(SAMPLE_CHARTS))
    it(name, async () => {
      await browser.open(`${server.url}${path}${more}`);
      const [kind] = name.split(" ");
      const shown = await browser.run<string>(`${LOOK}; return chart.getAttribute("class")`);
      assert.match(shown, new RegExp(`^chart ${kind}(?: wide| narrow)?$`));
      await test(name as keyof typeof SAMPLE_CHARTS);
    });
}

/** List what axe finds in the chart that is shown. */
async function findViolations(): Promise<readonly string[]> {
  await browser.run(`${axe}; return null`);
  return browser.run(
    `${LOOK}
    // The name of a focused part is its exact figure, which its text shows in short.
    const options = { rules: { "label-content-name-mismatch": { enabled: false } } };
    return axe.run(chart, options).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html.slice(0, 200)))`,
  );
}

describe("charts in the dark", { skip: missingBrowser() }, () => {
  eachChart(async () => {
    const inks = await browser.run<string[]>(
      `${LOOK}
      return [...new Set(texts.filter((each) => each.matches(".ink, .ink *")).map(fillOf))]`,
    );
    for (const ink of inks) {
      const parts = ink.match(/\d+/g)!.slice(0, 3).map(Number);
      assert.ok(Math.min(...parts) > 130, `${ink} is hard to read in the dark`);
    }
    assert.deepEqual(await findViolations(), []);
  });
});

describe("charts in the colours of a reader", { skip: missingBrowser() }, () => {
  before(() => browser.forceColors(true));
  after(() => browser.forceColors(false));

  eachChart(async () => {
    const [inks, ink, lines] = await browser.run<[string[], string, string[]]>(
      `${LOOK}
      return [
        [...new Set(texts.filter((each) => each.matches(".ink, .ink *")).map(fillOf))],
        colorOf("CanvasText"),
        [...new Set([...chart.querySelectorAll(".grid, .hatch")].map((each) => getComputedStyle(each).stroke))],
      ]`,
    );
    for (const color of [...inks, ...lines]) assert.equal(color, ink);
    const [focused, highlight] = await browser.run<[string[], string]>(
      `${LOOK}
      const link = chart.querySelector("a");
      link?.focus({ focusVisible: true });
      const shapes = link ? [...link.querySelectorAll("rect, path, circle")] : [];
      return [shapes.map((each) => getComputedStyle(each).stroke), colorOf("Highlight")]`,
    );
    for (const color of focused) assert.equal(color, highlight);
    assert.deepEqual(await findViolations(), []);
  });
});

describe("a table of heat in the colours of a reader", { skip: missingBrowser() }, () => {
  before(() => browser.forceColors(true));
  after(() => browser.forceColors(false));

  /** Read how long the bars of cells are, in percent, for which step of heat, and if texts on them have the reader's colours. */
  const readBars = (): Promise<readonly (readonly [step: number, length: number, isReadable: boolean])[]> =>
    browser.run(
      `${COLOR_OF}
      const isOfRows = document.querySelector(".heat-choice :checked") !== null;
      return [...document.querySelectorAll(".crosstab tbody td[class*='row-']")].map((cell) => {
        const step = Number(new RegExp((isOfRows ? "row" : "all") + "-([0-9])").exec(cell.className)?.[1] ?? 0);
        const style = getComputedStyle(cell);
        const length = style.backgroundImage === "none" ? 0 : Number.parseFloat(style.backgroundSize);
        const text = cell.querySelector("a") ?? cell;
        return [step, length, getComputedStyle(text).color === colorOf(text === cell ? "CanvasText" : "LinkText")];
      })`,
    );

  for (const language of ["en", "ar"])
    it(`has a bar in each cell, as long as its amount is large, in ${language}`, async () => {
      await browser.open(`${server.url}/town/explore?drilldown=region|cofog1&chart=pivot&lang=${language}`);
      const bars = await readBars();
      assert.ok(new Set(bars.map(([step]) => step)).size > 2, "cells of several steps");
      for (const [step, length, isReadable] of bars) {
        assert.ok(Math.abs(length - (step * 50) / 3) < 0.1, `${length}% in step ${step}`);
        assert.ok(isReadable);
      }
    });
});

describe("charts from right to left", { skip: missingBrowser() }, () => {
  eachChart(async (name) => {
    const [outside, isMirrored, titles] = await browser.run<[string[], boolean, string[]]>(
      `${LOOK}
      const titles = [...chart.querySelectorAll("title")].map((each) => each.textContent);
      return [outside(), chart.querySelector(".mirrored") !== null, titles]`,
    );
    assert.deepEqual(outside, []);
    assert.ok(isMirrored, name);
    assert.ok(titles.length > 0);
    assert.deepEqual(await findViolations(), []);
  }, "&lang=ar");
});

describe("charts on a phone", { skip: missingBrowser() }, () => {
  before(() => browser.resize(PHONE));
  after(() => browser.resize(DESKTOP));

  for (const language of ["en", "ar", "el"])
    describe(language, () => {
      eachChart(async () => {
        const [outside, right] = await browser.run<[string[], number]>(
          `${LOOK}
          return [outside(), chart.getBoundingClientRect().right]`,
        );
        assert.deepEqual(outside, []);
        assert.ok(right <= PHONE, `${right} pixels`);
      }, `&lang=${language}`);
    });
});

describe("charts on paper", { skip: missingBrowser() }, () => {
  before(() => browser.emulatePaper(PAPER));
  after(() => browser.emulatePaper(0));

  eachChart(async () => {
    const [outside, right, inks] = await browser.run<[string[], number, string[]]>(
      `${LOOK}
      return [outside(), chart.getBoundingClientRect().right, [...new Set(texts.filter((each) => each.matches(".ink, .ink *")).map(fillOf))]]`,
    );
    assert.deepEqual(outside, []);
    assert.ok(right <= PAPER, `${right} pixels`);
    for (const ink of inks) {
      const parts = ink.match(/\d+/g)!.slice(0, 3).map(Number);
      assert.ok(Math.max(...parts) < 120, `${ink} is hard to read on paper`);
    }
  });
});
