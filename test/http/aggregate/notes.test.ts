import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { editTexts, getJson, loadTown } from "./derived-town.js";
import { type LoadingServer, startLoading } from "../publishing/loading-server.js";

let server: LoadingServer;
let name: string;

const NOTES = [
  { on: "year:2010", kind: "break", text: "Plans." },
  { on: "region:North|region:South|year:2009", text: "Town and country." },
];

/** Entries of 1.5 in North and 2 in South in 2009, and of 4 in West in 2010. */
before(async () => {
  server = await startLoading();
  ({ name } = await loadTown(server, {}));
  await editTexts(server, name, { notes: JSON.stringify(NOTES) });
});
after(() => server.stop());

const pathOf = (query: string): string => `/api/2/aggregate?dataset=${name}&${query}`;

/** Ids of the notes of a summary, and of each of its cells; `null` where there is no key. */
async function idsOf(query: string): Promise<unknown> {
  const { notes = null, drilldown } = await getJson(server, pathOf(query));
  return [
    notes?.map(({ id }: { id: number }) => id) ?? null,
    drilldown.map((cell: Record<string, unknown>) => cell["@notes"] ?? null),
  ];
}

describe("formulas of a model", () => {
  it("are answered under their own names", async () => {
    const town = (await loadTown(server, {})).name;
    const formulas = { mean: { term: "amount / num_entries", label: "Mean" }, rise: { term: "amount.change@year" } };
    await editTexts(server, town, { formulas: JSON.stringify(formulas) });
    const path = `/api/2/aggregate?dataset=${town}&drilldown=year&measure=mean|rise&order=mean:desc&having=mean:[2 TO *]`;
    const { summary, drilldown } = await getJson(server, path);
    assert.deepEqual(drilldown, [{ year: "2010", mean: 4, rise: 1 / 7, num_entries: 1 }]);
    assert.deepEqual([summary.mean, summary.rise, summary.currency], [2.5, undefined, { mean: "EUR" }]);
    assert.deepEqual((await getJson(server, `/${town}/model.json`)).formulas, formulas);
    const { status, text } = await server.ask(null, "GET", `/api/2/aggregate?dataset=${town}&measure=mean|rise`);
    assert.equal(status, 400);
    assert.match(text, /rise: \\"year\\" is not drilled down/);
  });
});

describe("the notes of an aggregate", () => {
  it("are those of the total that no cut excludes", async () => {
    assert.deepEqual((await getJson(server, pathOf(""))).notes, [
      { id: 0, kind: "break", text: "Plans." },
      { id: 1, kind: "note", text: "Town and country." },
    ]);
    for (const [query, ids] of [
      ["cut=year:2009", [1]],
      ["cut=year:2010", [0]],
      ["cut=year:2011", null],
      ["cut=year:2009|year:2010", [0, 1]],
      ["cut=!year:2010", [1]],
      ["cut=year:[2005 TO 2009]", [1]],
      ["cut=month:201003", [0]],
      ["cut=time:[2009-12-31 TO *]", [0, 1]],
      ["cut=time:[2010 TO *]", [0]],
      ["cut=region:West", [0]],
      ["cut=region:West|region:North", [0, 1]],
      ["cut=cofog1:1", [0, 1]],
      ["fq=time.year:[2010 TO *]", [0]],
    ] as const) {
      assert.deepEqual(((await idsOf(query)) as unknown[])[0], ids, query);
    }
  });

  it("are in the cells that have all their values by a drilldown or a cut", async () => {
    const order = "&order=amount:asc";
    for (const [query, ids] of [
      ["drilldown=year", [null, [0]]],
      ["drilldown=time", [null, [0]]],
      ["drilldown=month", [null, [0]]],
      ["drilldown=region", [null, null, null]],
      ["drilldown=region|year", [[1], [1], [0]]],
      ["drilldown=region&cut=year:2009", [[1], [1]]],
      ["drilldown=region&cut=year:2009|year:2010", [[0, 1], [0, 1], [0]]],
      ["drilldown=cofog1&cut=year:2010", [[0]]],
      ["drilldown=cofog1&cut=year:[2010 TO 2010]", [null]],
      ["drilldown=cofog1&cut=month:201001", [[0]]],
      ["cut=year:2010", [[0]]],
    ] as const) {
      const cells = ((await idsOf(query + order)) as unknown[])[1];
      assert.deepEqual(cells, ids, query);
    }
  });

  it("are also those of the cells that figures over time include", async () => {
    const order = "&order=year:asc";
    const town = (await loadTown(server, {})).name;
    await editTexts(server, town, { notes: JSON.stringify([{ on: "year:2009", kind: "break", text: "Plans." }]) });
    for (const [measure, ids] of [
      ["amount", [[0], null]],
      ["amount.share", [[0], null]],
      ["amount.change", [[0], [0]]],
      ["amount.difference@year", [[0], [0]]],
      ["amount.running", [[0], [0]]],
    ] as const) {
      const { drilldown } = await getJson(
        server,
        `/api/2/aggregate?dataset=${town}&drilldown=year&measure=${measure}${order}`,
      );
      assert.deepEqual(
        drilldown.map((cell: Record<string, unknown>) => cell["@notes"] ?? null),
        ids,
        measure,
      );
    }
    const path = `/api/2/aggregate?dataset=${town}&drilldown=year|region&measure=amount.running@year${order}|region:asc`;
    const { drilldown } = await getJson(server, path);
    // West has nothing in the year of the note.
    assert.deepEqual(
      drilldown.map((cell: Record<string, unknown>) => cell["@notes"] ?? null),
      [[0], [0], null],
    );
    const { text } = await server.ask(null, "GET", `${path}&format=csv&top=1`);
    assert.equal(
      text,
      "year,region,amount.running@year,num_entries,@others,@notes\r\n2009,North,1.5,1,,0\r\n,,,2,2,\r\n",
    );
  });

  it("are the last column of CSV where there are any", async () => {
    const csv = await server.ask(
      null,
      "GET",
      pathOf("drilldown=region&cut=year:2009|year:2010&order=amount:asc&format=csv"),
    );
    assert.equal(
      csv.text,
      "region,year,amount,num_entries,@notes\r\nNorth,2009|2010,1.5,1,0|1\r\nSouth,2009|2010,2,1,0|1\r\nWest,2009|2010,4,1,0\r\n",
    );
    const none = await server.ask(null, "GET", pathOf("drilldown=year&cut=year:2011&format=csv"));
    assert.equal(none.text, "year,amount,num_entries\r\n");
    const some = await server.ask(null, "GET", pathOf("drilldown=year&order=amount:asc&format=csv"));
    assert.equal(some.text, "year,amount,num_entries,@notes\r\n2009,3.5,2,\r\n2010,4,1,0\r\n");
  });

  it("are the only difference to an answer without them", async () => {
    const { name: plain } = await loadTown(server, {});
    const { notes, ...answer } = await getJson(server, pathOf("drilldown=year"));
    const before = await getJson(server, `/api/2/aggregate?dataset=${plain}&drilldown=year`);
    assert.equal(notes.length, 2);
    const [largest, ...others] = answer.drilldown;
    const { "@notes": ids, ...cell } = largest;
    assert.deepEqual(ids, [0]);
    assert.deepEqual({ ...answer, drilldown: [cell, ...others] }, before);
  });

  it("stand under the figures of a page, unless its cuts exclude them", async () => {
    const pageOf = async (query: string) =>
      (await server.ask(null, "GET", `/${name}/explore?${query}`, { headers: { accept: "text/html" } })).text;
    assert.match(await pageOf("drilldown=region"), /<p class="note" dir="auto"><sup>1<\/sup> 2010: Plans\.<\/p>/);
    assert.match(await pageOf("drilldown=region&lang=fr"), /<sup>1<\/sup> 2010\u00a0: Plans\.<\/p>/);
    assert.doesNotMatch(await pageOf("drilldown=region&cut=year:2009"), /Plans\./);
  });
});
