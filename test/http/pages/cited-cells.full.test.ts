import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, SPENDING, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { MANY_ROWS, ROWS } from "./explore-town.js";
import { readPlain, readText } from "./markup.js";
import { wordlessDatasets, wordlessModel, wordlessRows } from "./wordless-datasets.js";

/** The amounts of 70 regions and 30 functions, and those of a budget with directions and phases. */
const MANY = parseModel({ ...SPENDING, dataset: { ...SPENDING.dataset, name: "many" } }).model;
const [BUDGET] = wordlessDatasets();

let server: TestServer;
before(async () => {
  const town = spendingDataset(ROWS);
  const many = spendingDataset(MANY_ROWS, { model: MANY, version: "many" });
  const rated = spendingDataset(wordlessRows(80), { model: wordlessModel("rated"), version: "rated" });
  server = await startTestServer(makeRoutes(contextOf([town, many, rated, BUDGET!])));
});
after(() => server.stop());

async function open(path: string): Promise<string> {
  const { status, text } = await request(server.url + path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, `${path} ${text.slice(0, 300)}`);
  return text;
}

/** A figure that leads to its citation. */
interface LinkedCell {
  readonly href: string;
  /** All digits of an amount; the text of another figure. */
  readonly shown: string;
}

/** List the figures of the tables of a page that lead to their citations. */
function listCells(page: string): readonly LinkedCell[] {
  const cells = [...page.matchAll(/<(?:td|span) class="number[^"]*"\s*>\s*<a href="([^"]*#cite)"\s*>([^]*?)<\/a\s*>/g)];
  return cells.map(([, href, shown]) => ({
    href: readText(href!),
    shown: /<data value="([^"]*)"/.exec(shown!)?.[1] ?? readText(shown!).replaceAll(",", "").trim(),
  }));
}

/** List the amounts of the tables of a page that lead to no citation. */
function listUncited(page: string): readonly string[] {
  return [...page.matchAll(/<(?:td|span) class="number[^"]*"\s*>\s*<data value="([^"]*)/g)].map(
    ([, amount]) => amount!,
  );
}

/** Ask for the figures of all that an address of the explorer selects. */
async function figuresOf(href: string): Promise<Readonly<Record<string, number>>> {
  const query = new URL(href, server.url);
  const [, dataset] = /^\/(\w+)\/explore$/.exec(query.pathname)!;
  const measure = query.searchParams.get("measure")!;
  const asked = new URLSearchParams({ dataset: dataset!, cut: query.searchParams.get("cut") ?? "" });
  const against = query.searchParams.get("against");
  const sides = against === null ? [] : ["against", "difference", "change"].map((side) => `${measure}.${side}`);
  asked.set("measure", [measure, ...sides].join("|"));
  if (against !== null) asked.set("against", against);
  const { status, text } = await request(`${server.url}/api/2/aggregate?${asked}`);
  assert.equal(status, 200, text);
  const { summary } = JSON.parse(text) as { summary: Record<string, unknown> };
  const keys = [measure, ...sides];
  return Object.fromEntries(keys.flatMap((key) => (summary[key] == null ? [] : [[key, Number(summary[key])]])));
}

/** Ask for the sums of the row of all others below the largest cells of a table. */
async function figuresOfRest(href: string): Promise<Readonly<Record<string, number>>> {
  const { pathname, searchParams } = new URL(href, server.url);
  searchParams.set("dataset", pathname.split("/")[1]!);
  searchParams.delete("chart");
  const { status, text } = await request(`${server.url}/api/2/aggregate?${searchParams}&pagesize=10000`);
  assert.equal(status, 200, text);
  const { drilldown } = JSON.parse(text) as { drilldown: readonly Readonly<Record<string, unknown>>[] };
  const others = drilldown.filter((cell) => "@others" in cell);
  assert.equal(others.length, 1);
  const { amount, planned } = others[0]!;
  return { amount: Number(amount), planned: Number(planned) };
}

/** Return the section of a page that says how to cite it. */
function citationOf(page: string): string {
  return readPlain(/<section class="cite"[^]*?<\/section>/.exec(page)![0]);
}

/** Say that a figure is among those that its citation is of. */
async function assertCited({ href, shown }: LinkedCell): Promise<void> {
  const figures = await (/[?&]top=/.test(href) ? figuresOfRest(href) : figuresOf(href));
  const change = /^([-−+]?)([\d.]+) ?%/.exec(shown);
  const isFound = Object.entries(figures).some(([key, figure]) =>
    change
      ? /change|\//.test(key) && Math.abs(Math.abs(figure) * 100 - Number(change[2])) < 0.051
      : figure === Number(shown),
  );
  assert.ok(isFound, `${href} is of ${JSON.stringify(figures)}, the cell of ${shown}`);
  const cited = citationOf(await open(href));
  if (change) return;
  const [whole] = shown.replace("-", "").split(".");
  assert.ok(cited.replaceAll(",", "").includes(whole!), `${shown} in ${cited}`);
  assert.match(cited, /@1\/explore\?/);
}

const PAGES: readonly (readonly [name: string, path: string, least: number])[] = [
  ["a dataset", "/town?year=2009&cut=cofog1:1", 8],
  ["a dataset in all years", "/town?year=all", 12],
  ["a dimension", "/town/region?year=2010", 5],
  ["a page of a dimension of many members", "/many/region?year=2009&page=2", 21],
  ["a member", "/town/region/North?year=2009", 6],
  ["a split", "/town/explore?drilldown=region&cut=year:2009|region:North|region:South", 3],
  ["a split of a cut by the name of its dimension", "/town/explore?drilldown=cofog1.name&cut=cofog1:1|cofog1:2", 3],
  ["two measures", "/town/explore?drilldown=region|cofog1&measure=amount|planned&chart=table", 20],
  ["a crosstab", "/town/explore?drilldown=region|cofog1&chart=pivot", 20],
  ["a comparison", "/town/explore?drilldown=region&cut=year:2009&against=year:2008&chart=table", 20],
  ["subtotals", "/town/explore?drilldown=cofog1|region|year&rollup=true", 30],
  ["the others", "/many/explore?drilldown=region&top=4&chart=table", 6],
  ["the others without a largest one", "/many/explore?drilldown=region&top=4&cut=!region:Region 1&chart=table", 6],
  ["the others of a crosstab", "/many/explore?drilldown=region|cofog1&chart=pivot", 200],
  ["the others of subtotals", "/many/explore?drilldown=region|cofog1&rollup=true", 160],
  ["the others of two splits", "/many/explore?drilldown=region|cofog1&chart=table", 62],
  [
    "the others of two splits and two measures",
    "/many/explore?drilldown=region|cofog1&measure=amount|planned&top=7",
    16,
  ],
  ["the others of two splits below zero", "/many/explore?drilldown=region|cofog1&order=amount:asc&chart=table", 62],
  ["a budget with a plan and directions", "/budget?year=2009", 20],
  ["a budget in all years", "/budget?year=all", 20],
  ["missing values", "/rated/explore?drilldown=rate&chart=table", 4],
  ["all but missing values", "/rated/explore?drilldown=rate&chart=table&top=1", 3],
];

describe("the citation of a figure in a table", () => {
  for (const [name, path, least] of PAGES) {
    it(`is of exactly its cell, and the page leads to it: ${name}`, async () => {
      const page = await open(path);
      assert.deepEqual(listCells(page), []);
      const [, href] = /<a href="([^"]*cite=true)"/.exec(page) ?? assert.fail("no way to cite");
      const chosen = await open(readText(href!));
      const cells = listCells(chosen);
      assert.ok(cells.length >= least, `${cells.length} of ${least}`);
      assert.deepEqual(listUncited(chosen), []);
      // Every one of few, a sample of many: the first, the last and those between.
      const step = Math.ceil(cells.length / 20);
      const sample = cells.filter((_, at) => at % step === 0 || at > cells.length - 5);
      for (const cell of sample) await assertCited(cell);
    });
  }

  it("has files for reference managers with the amount and its address", async () => {
    const cell = "cut=region%3ANorth%7Cyear%3A2009&measure=amount&chart=table&drilldown=";
    const page = await open(`/town/explore?${cell}`);
    const [, bib] = /<a href="([^"]*citation\.bib[^"]*)"/.exec(page)!;
    const { text } = await request(server.url + readText(bib!).replace(server.url, ""));
    assert.match(
      text,
      /^@misc\{town-1-[0-9a-f]{8},\n {2}title = \{\{Paid in North, 2009 – Town spending: €[\d.,]+\}\}/,
    );
    assert.match(text, /howpublished = \{Town spending\}/);
    assert.match(text, /url = \{http.*\/town@1\/explore\?cut=region/);
    const [, csl] = /<a href="([^"]*citation\.json[^"]*)"/.exec(page)!;
    const [item] = JSON.parse((await request(server.url + readText(csl!).replace(server.url, ""))).text) as [
      Readonly<Record<string, unknown>>,
    ];
    assert.match(String(item["title"]), /North.*: €/);
    assert.equal(item["container-title"], "Town spending");
  });

  it("is of the whole dataset for a total without cuts, and stays so", async () => {
    const cells = listCells(await open("/town/explore?drilldown=region&chart=table&cite=true"));
    const total = cells.at(-1)!;
    assert.equal(new URL(total.href, server.url).searchParams.get("cut"), null);
    const page = await open(total.href);
    const cited = readText(/<section class="cite"[^]*?<\/section>/.exec(page)![0]);
    const [, address] = /(\/town@1\/explore\?[^\s,]*)/.exec(cited) ?? assert.fail(cited);
    const again = readText(/<section class="cite"[^]*?<\/section>/.exec(await open(address!.replace(/\.$/, "")))![0]);
    assert.equal(again, cited);
    const titleOf = (page: string): string => readText(/<title>([^<]*)/.exec(page)![1]!);
    assert.match(titleOf(await open("/town/explore")), / by /);
    assert.doesNotMatch(titleOf(await open("/town/explore?drilldown=")), / by /);
  });
});

const SCOPES: readonly (readonly [path: string, kept: string])[] = [
  ["/town?year=2009&cut=cofog1:1", "?year=2009&cut=cofog1%3A1"],
  ["/town?year=all", "?year=all"],
  ["/town/region?year=2010", "/region?year=2010"],
  ["/town/region/North?year=2009&cut=cofog1:1", "/region/North?year=2009&cut=cofog1%3A1"],
  ["/budget?year=2009&cut=stage:approved", "?year=2009&cut=stage%3Aapproved"],
  ["/many/explore?drilldown=region&cut=year:2009&against=year:2008", "&against=year%3A2008"],
];

/** Return the title of the window of a page, without the name of the site. */
function titleOf(page: string): string {
  return readText(/<title>([^<]*)/.exec(page)![1]!).replace(/ – spendcube$/, "");
}

/** Return the name of what a page says how to cite. */
function nameCitedOn(page: string): string {
  return readText(/<section class="cite"[^]*?<p>(<(?:span|bdi)>[^]*?), version /.exec(page)![1]!);
}

describe("the citation of a page", () => {
  for (const [path, kept] of SCOPES) {
    it(`leads to the same page, in the same year with the same cuts: ${path}`, async () => {
      const page = await open(path);
      const [, address] = /(\/\w+@1[^\s,]*)\.(?:\s|$)/.exec(citationOf(page)) ?? assert.fail(citationOf(page));
      assert.ok(address!.endsWith(kept), address);
      const cited = await open(address!);
      const shown = (text: string): readonly string[] =>
        [...text.matchAll(/<data value="[^"]*"/g)].map(([each]) => each);
      assert.ok(shown(page).length > 3);
      assert.deepEqual(shown(cited), shown(page));
    });

    it(`names the page, its dataset, and nothing else in files: ${path}`, async () => {
      const page = await open(path);
      const name = nameCitedOn(page);
      assert.equal(name, titleOf(page));
      const [, csl] = /<a href="([^"]*citation\.json[^"]*)"/.exec(page)!;
      const { status, text } = await request(server.url + readText(csl!));
      assert.equal(status, 200, csl);
      const [item] = JSON.parse(text) as [Readonly<Record<string, string>>];
      assert.ok(citationOf(page).includes(`${item["URL"]}.`), item["URL"]);
      assert.equal(item["title"], name);
      assert.ok(name.includes(item["container-title"]!), name);
      const [, bib] = /<a href="([^"]*citation\.bib[^"]*)"/.exec(page)!;
      assert.ok((await request(server.url + readText(bib!))).text.includes(`url = {${item["URL"]}}`));
    });
  }

  it("names the dataset beside titles without it: those of lists of entries", async () => {
    const page = await open("/town/region/North/entries");
    assert.equal(nameCitedOn(page), `${titleOf(page)} – Town spending`);
  });
});
