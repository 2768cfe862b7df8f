import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { makeRoutes } from "#src/features/features.js";
import { contextOf, type Row, spendingDataset, spendingModel, SPENDING } from "../../fixtures.js";
import { request } from "../client.js";
import { startTestServer, type TestServer } from "../server.js";

const ROWS: readonly Row[] = [
  { id: "a", date: "2008-01-02", paid: 1n, region: "A" },
  { id: "b", date: "2008-12-29", paid: 20n, region: "B" },
  { id: "c", date: "2009-06-03", paid: 300n, region: "C" },
  { id: "d", date: "2010-01-03", paid: 4000n, region: "D" },
  { id: "e", date: "2010-01-04", paid: 50_000n, region: "E" },
];

let server: TestServer;
before(async () => {
  const model = spendingModel({ time: { ...SPENDING.mapping.time, precision: "month" } });
  const months = { ...model, dataset: { ...model.dataset, name: "months" } };
  server = await startTestServer(
    makeRoutes(contextOf([spendingDataset(ROWS), spendingDataset(ROWS, { model: months })])),
  );
});
after(() => server.stop());

interface Answered {
  readonly summary?: { readonly num_entries?: number; readonly _count?: number };
  readonly drilldown?: readonly { readonly time: { readonly weekyear: string; readonly week: string } }[];
  readonly cells?: readonly Readonly<Record<string, unknown>>[];
  readonly data?: readonly unknown[];
  readonly count?: number;
  readonly stats?: { readonly results_count_query: number };
  readonly facets?: unknown;
  readonly warnings?: readonly string[];
}

async function ask(path: string): Promise<Answered> {
  const { status, text } = await request(server.url + encodeURI(path));
  assert.equal(status, 200, text);
  return JSON.parse(text) as Answered;
}

describe("the year of a week", () => {
  it("goes with weeks in drilldowns: those around New Year are apart", async () => {
    const { drilldown, warnings } = await ask(
      "/api/2/aggregate?dataset=town&drilldown=time.weekyear|time.week&order=time.weekyear:asc|time.week:asc",
    );
    assert.deepEqual(
      drilldown!.map(({ time }) => [time.weekyear, time.week]),
      [
        ["2008", "01"],
        ["2009", "01"],
        ["2009", "23"],
        ["2009", "53"],
        ["2010", "01"],
      ],
    );
    assert.equal(warnings, undefined);
    const { cells } = await ask("/api/3/cubes/town/aggregate?drilldown=time.weekyear|time.week");
    assert.equal(cells!.length, 5);
    const { warnings: warned } = await ask("/api/2/aggregate?dataset=town&drilldown=year|time.week");
    assert.match(warned!.join(), /drill down or cut by time\.weekyear, the year of the week, instead of time\.year/);
    const { warnings: cut } = await ask("/api/2/aggregate?dataset=town&drilldown=time.week&cut=year:2009");
    assert.deepEqual(cut, warned);
    const { warnings: ofCube } = await ask("/api/3/cubes/town/aggregate?drilldown=time.week&cut=time.year:2009");
    assert.deepEqual(ofCube, warned);
    const { warnings: ofRange } = await ask("/api/2/aggregate?dataset=town&drilldown=time.week&cut=time.weekyear:2009");
    assert.equal(ofRange, undefined);
  });

  it("is cut, searched and filtered by in every call", async () => {
    const cut = "cut=time.weekyear:2009";
    const counted = await Promise.all([
      ask(`/api/2/aggregate?dataset=town&${cut}`).then(({ summary }) => summary!.num_entries),
      ask("/api/2/aggregate?dataset=town&cut=time.weekyear:[2009.0 TO 2009]").then(
        ({ summary }) => summary!.num_entries,
      ),
      ask(`/api/3/cubes/town/aggregate?${cut}`).then(({ summary }) => summary!._count),
      ask(`/api/3/cubes/town/facts?${cut}`).then(({ data }) => data!.length),
      ask(`/town/region.distinct?${cut}`).then(({ count }) => count),
      ...["q=time.weekyear:2009", "fq=time.weekyear:2009", "filter=time.weekyear:2009", "q=time.weekyear:2?09"].map(
        (query) => ask(`/api/2/search?dataset=town&${query}`).then(({ stats }) => stats!.results_count_query),
      ),
    ]);
    assert.deepEqual(
      counted,
      counted.map(() => 3),
    );
    const { facets } = await ask("/api/2/search?dataset=town&facet_field=time.weekyear");
    assert.deepEqual(facets, {
      "time.weekyear": [
        ["2009", 3],
        ["2008", 1],
        ["2010", 1],
      ],
    });
    const { data } = await ask("/api/3/cubes/town/facts?fields=time.weekyear,time&order=time:desc");
    assert.deepEqual(data![0], { "time.weekyear": "2010", "time.name": "2010-01-04", ...(data![0] as object) });
    const { drilldown } = await ask("/api/2/aggregate?dataset=town&drilldown=time.weekyear&against=region:A");
    assert.equal(drilldown!.length, 3);
  });

  it("is told of only where it is named", async () => {
    for (const path of [
      "/town/time.json",
      "/api/2/aggregate?dataset=town&drilldown=time",
      "/town/entries.csv",
      "/town/model.json",
      "/api/3/cubes/town/model",
    ]) {
      const { text } = await request(server.url + path);
      assert.doesNotMatch(text, /weekyear/, path);
    }
    const { stats } = await ask("/api/2/search?dataset=town&q=2009");
    assert.equal(stats!.results_count_query, 1, "29 December 2008 has no word 2009");
  });

  it("has no place in the members of whole dates", async () => {
    const { status, text } = await request(`${server.url}/api/2/aggregate?dataset=town&drilldown=time|time.weekyear`);
    assert.equal(status, 400);
    assert.match(text, /time.* as a whole has no .*weekyear.*; drill down by one of them/);
    const { cells } = await ask("/api/3/cubes/town/aggregate?drilldown=time|time.weekyear&order=time:asc");
    assert.deepEqual([cells!.length, cells![1]!["time.weekyear"]], [5, "2009"]);
  });

  it("is unknown where days are", async () => {
    const { summary, warnings } = await ask("/api/2/aggregate?dataset=months&cut=time.weekyear:2009");
    assert.equal(summary!.num_entries, 0);
    assert.match(warnings!.join(), /No entry has time\.weekyear "2009"/);
  });
});
