import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { startServing } from "../cli/run.js";
import { Browser, missingBrowser } from "#scripts/browser.js";

describe("the page of the demo dataset", { skip: missingBrowser() }, () => {
  let directory: string;
  let server: Awaited<ReturnType<typeof startServing>>;
  let browser: Browser;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), "spendcube-page-"));
    server = await startServing(["--demo", "--data", join(directory, "data")]);
    browser = await Browser.start({ isPhone: false, hasScripts: true, isDark: false });
    await browser.open(`${server.url}/uk-spending`);
  });
  after(async () => {
    await browser.stop();
    await server.stop();
    await rm(directory, { recursive: true });
  });

  it("fits 2000 pixels, with all facts", async () => {
    await browser.resize(1280);
    const [height, width] = await browser.run<[number, number]>(
      "const { scrollHeight, scrollWidth } = document.documentElement; return [scrollHeight, scrollWidth]",
    );
    assert.ok(height <= 2000, `${height} pixels`);
    assert.equal(width, 1280);
    const sections = await browser.run<string[]>(
      "return [...document.querySelectorAll('main h2')].map(({ id }) => id)",
    );
    assert.deepEqual(sections, ["split", "years", "dimensions", "notes", "sources", "data", "cite"]);
  });

  it("begins its chart on the first screen of a desk, below a head that leads to the explorer no second time", async () => {
    await browser.resize(1280);
    const [hero, chart, explorers] = await browser.run<[number, number, number]>(
      `const { bottom } = document.querySelector(".hero").getBoundingClientRect();
      const header = document.querySelector("body > header").getBoundingClientRect();
      const chart = document.querySelector("[aria-labelledby=split] .chart.wide").getBoundingClientRect();
      const explorers = [...document.querySelectorAll("main a:not(.skip)")].filter(({ pathname, search }) =>
        pathname?.endsWith("/explore") && !/rollup/.test(search));
      return [bottom - header.bottom, chart.top + scrollY, explorers.length]`,
    );
    assert.ok(hero <= 330, `${hero} pixels of the head`);
    assert.ok(chart <= 560, `${chart} pixels`);
    assert.equal(explorers, 1);
  });

  it("has a bar in each row of its tables, and no chart that says the same", async () => {
    for (const [section, rows] of [
      ["split", 10],
      ["years", 7],
    ] as const) {
      const [names, bars] = await browser.run<[number, number]>(
        `const table = document.querySelector("[aria-labelledby=${section}] table");
        return [table.tBodies[0].rows.length, table.querySelectorAll("td.bar rect").length]`,
      );
      assert.deepEqual([names, bars], [rows, rows], section);
    }
    assert.equal(await browser.run("return document.querySelectorAll('.chart.bars, .chart.line').length"), 0);
  });

  it("draws the bars of a phone along the rows", async () => {
    await browser.resize(390);
    const gap = await browser.run<number>(
      `const row = document.querySelector("[aria-labelledby=years] tbody tr");
      return row.getBoundingClientRect().bottom - row.querySelector("rect").getBoundingClientRect().bottom`,
    );
    assert.ok(gap >= 0 && gap < 3, `${gap} pixels above the lower edge`);
    assert.equal(await browser.run("return document.documentElement.scrollWidth"), 390);
  });

  it("begins its chart on the first screen of a phone, with the chosen year in view", async () => {
    await browser.resize(390);
    const [top, isInView] = await browser.run<[number, boolean]>(
      `const chart = document.querySelector("[aria-labelledby=split] .chart.narrow").getBoundingClientRect();
      const year = document.querySelector("[aria-labelledby=split] .chips [aria-current]").getBoundingClientRect();
      return [chart.top + scrollY, year.left >= 0 && year.right <= innerWidth]`,
    );
    assert.ok(top <= 400, `${top} pixels`);
    assert.ok(isInView);
  });

  it("folds the picture, the table, the address and the frame of its chart below it", async () => {
    await browser.run("document.querySelector('details.share').open = true");
    const [link, frame] = await browser.run<[string, string]>(
      "return [document.querySelector('#link').value, document.querySelector('#frame').value]",
    );
    assert.equal(link, `${server.url}/uk-spending?_view=default&year=2009`);
    const [, address] = /^<iframe src="([^"]*)"/.exec(frame)!;
    for (const url of [address!.replaceAll("&amp;", "&"), link]) assert.equal((await fetch(url)).status, 200, url);
    const files = await browser.run<string[]>(
      "return [...document.querySelectorAll('details.share .actions a')].map(({ href }) => href)",
    );
    assert.equal(files.length, 3);
    for (const url of files) {
      const response = await fetch(url);
      assert.equal(response.status, 200, url);
      await response.arrayBuffer();
    }
    assert.equal(await browser.run("return document.querySelectorAll('details.share button[data-png]').length"), 1);
    assert.deepEqual(await browser.complaints(), []);
  });
});
