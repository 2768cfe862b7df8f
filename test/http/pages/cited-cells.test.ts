import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, spendingDataset } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";
import { ROWS } from "./explore-town.js";
import { readText } from "./markup.js";

let server: TestServer;
before(async () => {
  server = await startTestServer(makeRoutes(contextOf([spendingDataset(ROWS)])));
});
after(() => server.stop());

async function open(path: string): Promise<string> {
  const { status, text } = await request(server.url + path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, `${path} ${text.slice(0, 300)}`);
  return text;
}

/** An amount that leads to its citation. */
interface LinkedCell {
  readonly href: string;
  /** All its digits. */
  readonly amount: string;
}

/** List the amounts of the tables of a page that lead to their citations, those of whole numbers without `data`. */
function listCells(page: string): readonly LinkedCell[] {
  const cells = [...page.matchAll(/<td class="number[^"]*">\s*<a href="([^"]*#cite)"\s*>([^]*?)<\/a\s*>/g)];
  return cells.map(([, href, shown]) => ({
    href: readText(href!),
    amount: /<data value="([^"]*)"/.exec(shown!)?.[1] ?? readText(shown!).replaceAll(",", "").trim(),
  }));
}

/** Ask for the sum that an address of the explorer is of. */
async function sumOf(href: string): Promise<string> {
  const query = new URL(href, server.url).searchParams;
  const cut = encodeURIComponent(query.get("cut") ?? "");
  const path = `/api/2/aggregate?dataset=town&cut=${cut}&measure=${query.get("measure")}&exact=true`;
  const { summary } = JSON.parse((await request(server.url + path)).text) as { summary: Record<string, unknown> };
  return String(summary[query.get("measure")!]);
}

const PAGES: readonly (readonly [name: string, path: string, least: number])[] = [
  ["a dataset", "/town?year=2009&cut=cofog1:1", 8],
  ["a dataset in all years", "/town?year=all", 12],
  ["a dimension", "/town/region?year=2010", 5],
  ["a member", "/town/region/North?year=2009", 6],
  ["a split", "/town/explore?drilldown=region&cut=year:2009|region:North|region:South", 3],
  ["two measures", "/town/explore?drilldown=region|cofog1&measure=amount|planned&chart=table", 20],
  ["a crosstab", "/town/explore?drilldown=region|cofog1&chart=pivot", 20],
];

describe("the citation of an amount in a table", () => {
  for (const [name, path, least] of PAGES) {
    it(`is of exactly its cell, and the page leads to it: ${name}`, async () => {
      const page = await open(path);
      assert.deepEqual(listCells(page), []);
      const [, href] = /<a href="([^"]*cite=true)"/.exec(page) ?? assert.fail("no way to cite");
      const cells = listCells(await open(readText(href!)));
      assert.ok(cells.length >= least, String(cells.length));
      for (const { href: to, amount } of cells) assert.equal(Number(await sumOf(to)), Number(amount), to);
      const [{ href: first, amount }] = cells as [LinkedCell];
      const cited = readText(/<section class="cite"[^]*?<\/section>/.exec(await open(first))![0]);
      assert.match(cited.replaceAll(",", ""), new RegExp(`€${amount.replace("-", "")}`));
      assert.match(cited, /\/town@1\/explore\?cut=/);
    });
  }

  it("has files for reference managers with the amount and its address", async () => {
    const cell = "cut=region%3ANorth%7Cyear%3A2009&measure=amount&chart=table&drilldown=";
    const page = await open(`/town/explore?${cell}`);
    const [, bib] = /<a href="([^"]*citation\.bib[^"]*)"/.exec(page)!;
    const { text } = await request(server.url + readText(bib!).replace(server.url, ""));
    assert.match(text, /^@misc\{town-1-[0-9a-f]{8},\n {2}title = \{\{Town spending.* in North.*2009: €[\d.,]+\}\}/);
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
