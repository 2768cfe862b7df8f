import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, SPENDING, spendingDataset } from "../fixtures.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { startTestServer, type TestServer } from "../http/server.js";
import { Browser, missingBrowser } from "#scripts/browser.js";
import { sampleDatasets } from "./sample.js";

const NAMES = [
  "Environmental protection",
  "Housing and communities",
  "General administration",
  "Straßenverkehrsinfrastruktur",
  "a".repeat(200),
];

const PAGES = [
  "/",
  "/datasets",
  "/works",
  "/works?year=all",
  "/works/cofog1",
  "/works/cofog1/0",
  "/works/entries",
  "/works/explore",
  "/works/explore?drilldown=cofog1|region&chart=pivot",
  "/works/embed?drilldown=cofog1",
  "/works/sources",
  "/budget?year=2010&all=stage",
  "/hostile",
  "/hostile/entries",
  "/search?q=protection",
  "/api",
  "/explore/tax?income=30000",
  "/login",
];

/** Short words that stand on two lines. */
const BROKEN = `const broken = [];
  for (const element of document.querySelectorAll("th, h1, h2, .largest a, .grid a, nav a")) {
    if (!element.checkVisibility() || element.closest(".hidden")) continue;
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/(?<!\\S)\\p{L}{2,14}(?!\\S)/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) broken.push(word);
      }
    }
  }
  return broken`;

let server: TestServer;
before(async () => {
  const dataset = { ...SPENDING.dataset, name: "works", label: "Public works" };
  const rows = NAMES.map((name, at) => ({
    id: `${at}`,
    paid: BigInt(100_000_000 + at * 37_000_000),
    date: `${2008 + (at % 3)}-02-11`,
    region: name,
    code: `${at}`,
    function: name,
  }));
  const works = spendingDataset(rows, { model: parseModel({ ...SPENDING, dataset }).model, version: "works" });
  const named = { ...dataset, name: "long", label: "City of Westhaven: approved budgets of spending" };
  const told = rows
    .slice(0, 2)
    .map((row) => ({ ...row, function: "Care for children, and for families with children" }));
  const long = spendingDataset(told, { model: parseModel({ ...SPENDING, dataset: named }).model, version: "long" });
  server = await startTestServer(makeRoutes(contextOf([...sampleDatasets(), works, long])));
});
after(() => server.stop());

describe("a window of 320 pixels", { skip: missingBrowser() }, () => {
  let browser: Browser;
  before(async () => {
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
    await browser.open(server.url);
    await browser.resize(320);
  });
  after(() => browser.stop());

  for (const path of PAGES) {
    it(`has room for ${path}, and its words are whole`, async () => {
      await browser.open(server.url + path);
      const [width, room] = await browser.run<[number, number]>(
        "return [document.documentElement.scrollWidth, innerWidth]",
      );
      assert.deepEqual([width, room], [320, 320]);
      if (!path.includes("hostile")) assert.deepEqual(await browser.run(BROKEN), []);
    });
  }

  for (const path of ["/works", "/works/explore", "/datasets"]) {
    it(`has the search box beside the name, above the navigation, at ${path}`, async () => {
      await browser.open(server.url + path);
      const [name, box, navigation] = await browser.run<[number, number, number]>(
        `return [".brand", "header input[type=search]", "header nav"].map((each) => {
          const { top, bottom, width } = document.querySelector(each).getBoundingClientRect();
          return width < 100 ? -1 : (top + bottom) / 2;
        })`,
      );
      assert.ok(Math.abs(name - box) < 2 && box > 0, `${name} ${box}`);
      assert.ok(navigation > box + 20);
    });
  }

  it("shows entries as short cards, whose links can be touched, without parts of ids", async () => {
    await browser.open(`${server.url}/works/entries`);
    await browser.resize(390);
    const [rows, targets, labels] = await browser.run<[number[], number[], string[]]>(
      `const heights = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().height);
      const links = [...document.querySelectorAll(".entries tbody th a")];
      return [heights(".entries tbody tr"), heights(".entries tbody a"), links.map((each) =>
        getComputedStyle(each).fontSize + getComputedStyle(each, "::after").content)]`,
    );
    await browser.resize(320);
    assert.equal(rows.length, NAMES.length);
    // A name of 200 letters takes its lines.
    const short = rows.toSorted((a, b) => a - b).slice(0, 3);
    for (const height of short) assert.ok(height <= 125, `${height} pixels`);
    for (const height of targets) assert.ok(height >= 24, `${height} pixels`);
    for (const label of labels) assert.equal(label, '0px"Entry"');
  });

  it("shows the link to an entry beside the last text of its card, which may have two lines", async () => {
    await browser.open(`${server.url}/long/entries`);
    await browser.resize(390);
    const shared = await browser.run<boolean[]>(
      `return [...document.querySelectorAll(".entries tbody tr")].map((row) => {
        const { top, bottom } = row.querySelector("th a").getBoundingClientRect();
        const cells = [...row.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect());
        return cells.some((cell) => cell.bottom > top + 8 && cell.top < bottom - 8);
      })`,
    );
    await browser.resize(320);
    assert.deepEqual(shared, [true, true]);
  });

  it("writes a long title smaller on phones, in two lines", async () => {
    await browser.resize(390);
    const heights: number[] = [];
    for (const path of ["/works", "/long"]) {
      await browser.open(server.url + path);
      heights.push(await browser.run('return document.querySelector("h1").getBoundingClientRect().height'));
    }
    await browser.resize(320);
    assert.ok(heights[1]! <= 56, heights.join());
    assert.ok(heights[0]! < heights[1]!);
  });

  it("keeps the names of rows in sight, with an edge, while the figures are scrolled", async () => {
    await browser.open(`${server.url}/works/explore?drilldown=cofog1|region&chart=pivot`);
    const [left, edge, shadow, moved] = await browser.run<[number, string, string, number]>(
      `const table = document.querySelector(".scroll");
      const name = table.querySelector("tbody th");
      const figure = name.nextElementSibling.getBoundingClientRect().left;
      const { left } = name.getBoundingClientRect();
      table.scrollLeft = 60;
      const style = getComputedStyle(name);
      return [name.getBoundingClientRect().left - left, style.borderInlineEndWidth, style.boxShadow, figure - name.nextElementSibling.getBoundingClientRect().left]`,
    );
    assert.deepEqual([left, edge, moved], [0, "1px", 60]);
    assert.notEqual(shadow, "none");
  });
});
