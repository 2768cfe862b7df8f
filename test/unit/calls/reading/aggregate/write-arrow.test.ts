import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type RecordBatch, RecordBatchReader, type Schema, type StructRowProxy } from "apache-arrow";
import { ANONYMOUS } from "#src/access/actor.js";
import { aggregate } from "#src/calls/reading/aggregate/aggregate.js";
import type { Answer } from "#src/calls/answer.js";
import { contextOf, formText, queryParameters, type Row, spendingDataset } from "../../../../fixtures.js";

const ROWS: readonly Row[] = [
  { id: "a", paid: 1010n, planned: 5n, region: "North", code: "1", date: "2009-03-02", rate: 10 },
  { id: "b", paid: 20n, region: "=Süd 😀", code: "a/b ä", date: "2009-11-30", rate: 9.5, until: "2011-01-01" },
  { id: "c", paid: -5n, region: "North", code: "", date: "2010-01-01", weight: 0.25 },
];

function answer(query: string, rows: readonly Row[]): Answer {
  return aggregate(contextOf([spendingDataset(rows)]), ANONYMOUS, queryParameters(`dataset=town&${query}`), "");
}

interface Read {
  readonly schema: Schema;
  readonly rows: readonly Record<string, unknown>[];
}

async function readArrow(query: string, rows = ROWS): Promise<Read> {
  const body = await answer(query, rows).formats.arrow!();
  assert.ok("chunks" in body);
  const reader = await RecordBatchReader.from(body.chunks as AsyncIterable<Uint8Array>);
  await reader.open();
  const { schema } = reader;
  const found: Record<string, unknown>[] = [];
  for await (const batch of reader as AsyncIterable<RecordBatch>) {
    for (const row of batch) found.push(plain(row));
  }
  return { schema, rows: found };
}

function plain(row: StructRowProxy): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row.toJSON()).map(([name, value]) => [
      name,
      typeof value === "bigint" ? Number(value) : isList(value) ? [...value] : value,
    ]),
  );
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

interface Result {
  readonly summary: Record<string, unknown>;
  readonly drilldown: readonly Record<string, unknown>[];
}

async function readJson(query: string, rows = ROWS): Promise<Result> {
  return JSON.parse(await formText(answer(query, rows), "json")) as Result;
}

/** Flatten a cell like its columns; a missing value adds no key. */
function flatten(cell: Record<string, unknown>): Record<string, unknown> {
  const flat: [string, unknown][] = [];
  for (const [key, value] of Object.entries(cell)) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) flat.push([key, value]);
    else for (const [name, part] of Object.entries(value)) flat.push([`${key}.${name}`, part]);
  }
  const hidden = /\.(id|taxonomy|html_url)$/;
  return Object.fromEntries(flat.filter(([name, value]) => value !== null && !hidden.test(name)));
}

describe("aggregate as Arrow", () => {
  const queries = [
    "",
    "measure=amount|planned",
    "drilldown=region",
    "drilldown=cofog1|time&measure=planned|amount&order=planned:desc",
    "drilldown=rate|until",
    "drilldown=cofog1.weight|cofog1.label|year",
    "drilldown=cofog1|cofog1.label&cut=region:North",
    "cut=region:North|region:East",
    "cut=rate:9.5|rate:10&drilldown=region",
    "cut=cofog1:1|cofog1:2|cofog1.weight:0.25&drilldown=month",
    "drilldown=invoice&page=2&pagesize=2",
    "drilldown=region&pagesize=0",
    "drilldown=region&cut=region:Nowhere",
  ];
  for (const query of queries) {
    it(`has the cells that JSON has: ${query}`, async () => {
      const { drilldown, summary } = await readJson(query);
      const { rows, schema } = await readArrow(query);
      assert.deepEqual(rows.map(flatten), drilldown.map(flatten));
      assert.deepEqual(JSON.parse(schema.metadata.get("summary")!), summary);
    });

    it(`has the columns that CSV has: ${query}`, async () => {
      const [header] = (await formText(answer(query, ROWS), "csv")).split("\r\n", 1);
      const { schema } = await readArrow(query);
      assert.deepEqual(
        schema.fields.map(({ name }) => name),
        header!.split(","),
      );
    });
  }

  it("has text, doubles, counts and lists", async () => {
    const { schema } = await readArrow("drilldown=cofog1|rate&cut=region:North|region:South|until.name:2011-01-02");
    const types = Object.fromEntries(schema.fields.map(({ name, type }) => [name, String(type)]));
    assert.equal(types["cofog1.label"], "Utf8");
    assert.equal(types["cofog1.weight"], "Float64");
    assert.equal(types["rate"], "Float64");
    assert.equal(types["region"], "List<Utf8>");
    assert.equal(types["until.name"], "Utf8");
    assert.equal(types["amount"], "Float64");
    assert.equal(types["num_entries"], "Int64");
  });

  it("does not prefix text that looks like a formula", async () => {
    const { rows } = await readArrow("drilldown=region&order=region:asc");
    assert.deepEqual(
      rows.map(({ region }) => region),
      ["=Süd 😀", "North"],
    );
  });

  it("writes the values of a cut on numbers as text if one is not a number", async () => {
    const { rows } = await readArrow("cut=rate:9.5|rate:much");
    assert.deepEqual(rows, [{ rate: ["9.5", "much"], amount: 0.2, num_entries: 1 }]);
  });

  it("writes all of many cells", async () => {
    const many = Array.from({ length: 50_000 }, (_, i) => ({ id: String(i), paid: BigInt(i) }));
    const query = "drilldown=invoice&pagesize=1000000&order=amount:asc";
    const { rows } = await readArrow(query, many);
    assert.deepEqual(rows, (await readJson(query, many)).drilldown);
  });
});

describe("aggregate as NDJSON", () => {
  for (const query of ["", "drilldown=region|cofog1&cut=year:2009", "drilldown=region&pagesize=0"]) {
    it(`has the cells that JSON has: ${query}`, async () => {
      const lines = (await formText(answer(query, ROWS), "ndjson")).split("\n");
      assert.equal(lines.pop(), "");
      const { drilldown } = await readJson(query);
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        drilldown,
      );
    });
  }
});
