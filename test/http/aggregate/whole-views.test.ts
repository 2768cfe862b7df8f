import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import type { Model } from "#src/core/model/cube.js";
import { parseModel } from "#src/core/model/parse/parse.js";
import { contextOf, type Row, spendingDataset, SPENDING } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 100n, region: "North", code: "1", date: "2009-03-02" },
  { id: "b", paid: 2000n, region: "North", code: "1", date: "2010-03-02" },
  { id: "c", paid: 30000n, region: "North", code: "1", date: "2010-11-30" },
  { id: "d", paid: 400000n, region: "South", code: "2", date: "2010-01-01" },
];

const NORTH = { name: "default", label: "All of the north", dimension: "dataset", cuts: { region: "North" } };
const VIEWS = [
  NORTH,
  { name: "split", label: "By region", dimension: "dataset", drilldown: "region" },
  { name: "whole", label: "The whole function", dimension: "cofog1", drilldown: null },
];

function modelOf(changes: Record<string, unknown>): Model {
  return parseModel({ ...SPENDING, views: VIEWS, dataset: { ...SPENDING.dataset, ...changes } }).model;
}

let server: TestServer;
before(async () => {
  server = await startTestServer(
    makeRoutes(
      contextOf([
        spendingDataset(ROWS, { model: modelOf({ default_time: "2009" }) }),
        spendingDataset(ROWS.slice(0, 1), { model: modelOf({ name: "village" }) }),
      ]),
    ),
  );
});
after(() => server.stop());

async function open(path: string): Promise<string> {
  const { status, text } = await request(server.url + path, { headers: { Accept: "text/html" } });
  assert.equal(status, 200, text.slice(0, 300));
  return text;
}

/** The rows of the table with a caption, each as the texts of its cells without bars. */
function tableOf(page: string, caption: string): readonly (readonly string[])[] {
  const tables = page.match(/<table[^]*?<\/table>/g) ?? [];
  const table = tables.find((each) => each.includes(caption)) ?? assert.fail(`no table ${caption}`);
  const textOf = (html: string): string =>
    html
      .replace(/<[^>]*>/g, "")
      .replace(/[\u2068\u2069\s]+/g, " ")
      .trim();
  const rows = (table.match(/<tr[^]*?<\/tr>/g) ?? []).slice(1);
  return rows.map((row) => (row.match(/<t[hd][^]*?<\/t[hd]>/g) ?? []).map(textOf).filter((text) => text !== ""));
}

const namesAndCounts = (rows: readonly (readonly string[])[]): unknown => rows.map((row) => [row[0], row.at(-1)]);

describe("a view without a drilldown", () => {
  it("shows its cut by year, whatever the default year, and does not add up the years", async () => {
    const rows = namesAndCounts(tableOf(await open("/town"), "All of the north"));
    assert.deepEqual(rows, [
      ["2009 (March only)", "1"],
      ["2010", "2"],
    ]);
  });

  it("shows the total of one year if that is chosen, or the only one", async () => {
    const whole = (entries: string): unknown => [
      ["Everything", entries],
      ["Total", entries],
    ];
    assert.deepEqual(namesAndCounts(tableOf(await open("/town?year=2010"), "All of the north")), whole("2"));
    assert.deepEqual(namesAndCounts(tableOf(await open("/village"), "All of the north")), whole("1"));
  });

  it("shows a member by year", async () => {
    const rows = namesAndCounts(tableOf(await open("/town/cofog1/1"), "The whole function"));
    assert.deepEqual(rows, [
      ["2009 (March only)", "1"],
      ["2010", "2"],
    ]);
  });

  for (const path of ["/town/explore", "/town/embed"]) {
    it(`is what ${path} shows first`, async () => {
      const page = await open(path);
      assert.match(page, /<svg[^>]*class="chart line/);
      assert.match(page, /North/);
    });
  }

  it("leads from the page to the same figure in the explorer", async () => {
    const [, address] = /<p class="onward">\s*<a class="button main" href="([^"]*)"/.exec(await open("/town"))!;
    const { pathname, searchParams } = new URL(address!.replaceAll("&amp;", "&"), server.url);
    assert.deepEqual(
      [pathname, Object.fromEntries(searchParams)],
      ["/town/explore", { drilldown: "time.year", cut: "region:North", order: "time.year:asc" }],
    );
  });

  it("is in the model as it was published", async () => {
    const { text } = await request(`${server.url}/town/model.json`);
    assert.deepEqual(JSON.parse(text).views, VIEWS);
  });
});
