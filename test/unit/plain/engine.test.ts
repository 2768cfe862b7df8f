import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AggregateResult, Engine } from "#src/engine/engine.js";
import { InvalidQuery, OverCapacity } from "#src/errors/errors.js";
import { decimalText } from "#src/model/decimal.js";
import { bindAggregate } from "#src/query/bind.js";
import { queryParameters, spendingEngine, spendingModel } from "../../fixtures.js";

const model = spendingModel();
const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };

function aggregate(engine: Engine, text: string, bounds = BOUNDS): Promise<AggregateResult> {
  return engine.aggregate(bindAggregate(model, queryParameters(text), 1024).query, bounds);
}

/** `key=sum` for each cell. */
async function cellsOf(engine: Engine, text: string): Promise<string[]> {
  const { cells } = await aggregate(engine, text);
  return Array.from({ length: cells.length }, (_, row) => {
    const keys = cells.keys.map((column) => {
      const key = column[row]!;
      return typeof key === "object" && key !== null ? key.values[0] : key;
    });
    return `${keys.join()}=${cells.sums[0]![row]}`;
  });
}

const engine = spendingEngine([
  { id: "a", paid: 10n, region: "North", code: "1", date: "2009-03-02", rate: 10, weight: 2 },
  { id: "b", paid: 20n, region: "South", code: "2", date: "2009-11-30", rate: 9, until: "2011-01-01" },
  { id: "c", paid: -5n, region: "North", code: "2", date: "2010-01-01" },
  { id: "d", paid: 30n, region: "\u{1F600}", code: "3", function: "Function 2", date: "2010-01-01" },
  { id: "e", paid: 30n, region: "\u{FB01}", code: "1", date: "2011-12-31", rate: 9, weight: 2 },
]);

describe("PlainEngine.aggregate", () => {
  it("sums exactly what doubles cannot", async () => {
    const tenths = spendingEngine(Array.from({ length: 10 }, (_, at) => ({ id: String(at), paid: 10n })));
    const { totals, cells } = await aggregate(tenths, "");
    assert.equal(decimalText(totals[0]!), "1");
    assert.equal(cells.sums[0]![0], 1);
  });

  it("keeps a cent beside amounts that no 64-bit integer holds", async () => {
    const huge = 10n ** 40n;
    const mixed = spendingEngine([
      { id: "1", paid: huge },
      { id: "2", paid: 1n },
      { id: "3", paid: -huge },
    ]);
    assert.equal(decimalText((await aggregate(mixed, "")).totals[0]!), "0.01");
  });

  it("gives one cell, the total, without a drilldown", async () => {
    const result = await aggregate(engine, "");
    assert.deepEqual([result.numCells, result.cells.length, result.numEntries], [1, 1, 5]);
  });

  it("gives one zero cell for a cut that selects nothing, and none under a drilldown", async () => {
    const total = await aggregate(engine, "cut=region:nowhere");
    assert.deepEqual([total.numEntries, total.numCells, total.cells.sums[0]![0]], [0, 1, 0]);
    const drilled = await aggregate(engine, "cut=region:nowhere&drilldown=region");
    assert.deepEqual([drilled.numEntries, drilled.numCells, drilled.cells.length], [0, 0, 0]);
  });

  it("intersects cuts on different attributes and unites those on one", async () => {
    assert.deepEqual(await cellsOf(engine, "cut=region:North|cofog1:1|cofog1:2&drilldown=cofog1"), [
      "1=0.1",
      "2=-0.05",
    ]);
  });

  it("groups by an attribute's value: members with one label are one cell", async () => {
    assert.deepEqual(await cellsOf(engine, "drilldown=cofog1.label"), ["Function 2=0.45", "Function 1=0.4"]);
  });

  it("breaks ties by the drilldown, in order of code points", async () => {
    assert.deepEqual(await cellsOf(engine, "drilldown=region"), [
      "\u{FB01}=0.3",
      "\u{1F600}=0.3",
      "South=0.2",
      "North=0.05",
    ]);
  });

  it("orders numbers as numbers and no value last in both directions", async () => {
    assert.deepEqual(await cellsOf(engine, "drilldown=rate&order=rate:asc"), ["9=0.5", "10=0.1", "=0.25"]);
    assert.deepEqual(await cellsOf(engine, "drilldown=rate&order=rate:desc"), ["10=0.1", "9=0.5", "=0.25"]);
  });

  it("has no member for no value", async () => {
    const { cells } = await aggregate(engine, "drilldown=until&order=until:asc");
    assert.deepEqual(
      cells.keys[0]!.map((member) => (member as { values: unknown[] } | null)?.values[0]),
      ["2011-01-01", undefined],
    );
  });

  it("cuts numbers as numbers and dates as text", async () => {
    assert.deepEqual(await cellsOf(engine, "cut=rate:9.0&drilldown=rate"), ["9=0.5"]);
    assert.deepEqual(await cellsOf(engine, "cut=cofog1.weight:2&drilldown=cofog1"), ["1=0.4"]);
    assert.deepEqual(await cellsOf(engine, "cut=year:2010&drilldown=time"), ["2010-01-01=0.25"]);
  });

  it("gives pages that together are all the cells", async () => {
    const all = await cellsOf(engine, "drilldown=time|region&order=region:asc");
    const pages = await Promise.all(
      [1, 2, 3].map((page) => cellsOf(engine, `drilldown=time|region&order=region:asc&pagesize=2&page=${page}`)),
    );
    assert.equal(all.length, 5);
    assert.deepEqual(pages.flat(), all);
  });

  it("refuses more cells than allowed and goes no further than its deadline", async () => {
    await assert.rejects(aggregate(engine, "drilldown=invoice", { ...BOUNDS, maxCells: 4 }), InvalidQuery);
    await assert.rejects(aggregate(engine, "", { ...BOUNDS, deadline: 0 }), OverCapacity);
  });
});
