import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { TableFormat } from "#src/core/engine/storage.js";
import type { AmountForm, Engine } from "#src/core/engine/engine.js";
import type { Member } from "#src/core/engine/entry.js";
import { gatherCells, type WholeResult } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { InvalidQuery, OverCapacity } from "#src/core/errors/errors.js";
import { countDigits, decimalText } from "#src/core/model/values/decimal.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { decimalNumbers, numberAt } from "#src/core/model/values/decimal-column.js";
import { queryParameters, type Row, spendingModel } from "../fixtures.js";
import { entriesOf, loadVersion, SAMPLE } from "./sample.js";

const model = spendingModel();
const BOUNDS = { maxCells: 1000, deadline: Number.POSITIVE_INFINITY };

export async function aggregate(engine: Engine, text: string, bounds = BOUNDS): Promise<WholeResult> {
  return gatherCells(
    await withReader(engine, bounds, (reader) =>
      reader.aggregate(bindAggregate(model, queryParameters(text), 1024).query),
    ),
  );
}

/** List the cells as `key=sum`. */
export async function cellsOf(engine: Engine, text: string): Promise<string[]> {
  return listCells(await aggregate(engine, text));
}

function listCells({ cells }: WholeResult): string[] {
  return Array.from({ length: cells.length }, (_, row) => {
    const keys = cells.keys.map((column) => {
      const key = column[row]!;
      return typeof key === "object" && key !== null ? key.values[0] : key;
    });
    return `${keys.join()}=${numberAt(cells.sums[0]!, row)}`;
  });
}

/** Test aggregates and amounts of an engine. */
export function describeEngine(name: string, format: TableFormat): void {
  const load = (rows: readonly Row[]): Promise<Engine> => loadVersion(format, model, rows);

  let engine: Engine;
  before(async () => {
    engine = await load(SAMPLE);
  });

  describe(`${name}: aggregate`, () => {
    it("computes sums exactly that doubles cannot hold", async () => {
      const tenths = await load(Array.from({ length: 10 }, (_, at) => ({ id: String(at), paid: 10n })));
      const { totals, cells } = await aggregate(tenths, "");
      assert.equal(decimalText(totals[0]!), "1");
      assert.equal(numberAt(cells.sums[0]!, 0), 1);
    });

    it("adds a cent exactly to amounts that exceed 64-bit integers", async () => {
      const huge = 10n ** 40n;
      const mixed = await load([
        { id: "1", paid: huge },
        { id: "2", paid: 1n },
        { id: "3", paid: -huge },
      ]);
      assert.equal(decimalText((await aggregate(mixed, "")).totals[0]!), "0.01");
    });

    it("returns one cell, the total, without a drilldown", async () => {
      const result = await aggregate(engine, "");
      assert.deepEqual([result.numCells, result.cells.length, result.numEntries], [1, 1, 5]);
    });

    it("returns one cell of zero for a cut that selects nothing, and no cell with a drilldown", async () => {
      const total = await aggregate(engine, "cut=region:nowhere");
      assert.deepEqual([total.numEntries, total.numCells, numberAt(total.cells.sums[0]!, 0)], [0, 1, 0]);
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

    it("has the same cells in any order if none is asked for", async () => {
      for (const drilldown of [
        "region",
        "cofog1",
        "cofog1.label",
        "until|region",
        "rate|cofog1.label",
        "year|region",
      ]) {
        const { query } = bindAggregate(model, queryParameters(`drilldown=${drilldown}`), 1024);
        const result = await withReader(engine, BOUNDS, async (reader) =>
          gatherCells(await reader.aggregate({ ...query, order: [] })),
        );
        const sorted = await cellsOf(engine, `drilldown=${drilldown}`);
        assert.deepEqual(
          [result.numCells, listCells(result).toSorted()],
          [sorted.length, sorted.toSorted()],
          drilldown,
        );
      }
    });

    it("breaks ties by the drilldown, in order of code points", async () => {
      assert.deepEqual(await cellsOf(engine, "drilldown=region"), [
        "\u{FB01}=0.3",
        "\u{1F600}=0.3",
        "South=0.2",
        "North=0.05",
      ]);
    });

    it("orders numbers as numbers and missing values last in both directions", async () => {
      assert.deepEqual(await cellsOf(engine, "drilldown=rate&order=rate:asc"), ["9=0.5", "10=0.1", "=0.25"]);
      assert.deepEqual(await cellsOf(engine, "drilldown=rate&order=rate:desc"), ["10=0.1", "9=0.5", "=0.25"]);
    });

    it("has no member for a missing value", async () => {
      const { cells } = await aggregate(engine, "drilldown=until&order=until:asc");
      assert.deepEqual(
        cells.keys[0]!.map((member) => (member as { values: unknown[] } | null)?.values[0]),
        ["2011-01-01", undefined],
      );
    });

    it("returns a page of many cells complete and in order", async () => {
      const invoices = Array.from({ length: 40_000 }, (_, i) => String(i).padStart(5, "0"));
      const many = await load(invoices.map((id, i) => ({ id, paid: BigInt(i), code: String(i % 7) })));
      const text = "drilldown=invoice|cofog1&order=invoice:asc&page=2";
      const { cells } = await aggregate(many, `${text}&pagesize=20000`, { ...BOUNDS, maxCells: 100_000 });
      assert.deepEqual(cells.keys[0], invoices.slice(20_000));
      assert.deepEqual(
        cells.keys[1]!.map((member) => (member as Member).values[0]),
        invoices.slice(20_000).map((invoice) => String(Number(invoice) % 7)),
      );
      assert.deepEqual(
        Array.from(decimalNumbers(cells.sums[0]!), (sum) => Math.round(sum * 100)),
        invoices.slice(20_000).map(Number),
      );
      assert.ok(cells.numEntries.every((count) => count === 1));
      const none = await aggregate(many, `${text}&page=100`, { ...BOUNDS, maxCells: 100_000 });
      assert.deepEqual([none.cells.length, none.cells.keys, none.numCells], [0, [[], []], 40_000]);
    });

    it("lets a reader of cells finish after the version was disposed of", async () => {
      const rows = Array.from({ length: 40_000 }, (_, i) => ({ id: String(i), paid: 10n, region: `North ${i}` }));
      const given = await load(rows);
      const { query } = bindAggregate(model, queryParameters("drilldown=region|cofog1&pagesize=50000"), 1024);
      const { cells } = await withReader(given, { ...BOUNDS, maxCells: 100_000 }, (reader) => reader.aggregate(query));
      const read = new Set<unknown>();
      let began = false;
      for await (const { keys } of cells) {
        if (!began) given.dispose();
        began = true;
        await load(rows.map(({ id, paid }) => ({ id, paid, region: `South ${id}` })));
        for (const region of keys[0]!) read.add(region);
      }
      assert.deepEqual(read, new Set(rows.map(({ region }) => region)));
    });

    it("cuts numbers as numbers and dates as text", async () => {
      assert.deepEqual(await cellsOf(engine, "cut=rate:9.0&drilldown=rate"), ["9=0.5"]);
      assert.deepEqual(await cellsOf(engine, "cut=cofog1.weight:2&drilldown=cofog1"), ["1=0.4"]);
      assert.deepEqual(await cellsOf(engine, "cut=year:2010&drilldown=time"), ["2010-01-01=0.25"]);
    });

    it("returns pages that together hold all cells", async () => {
      const all = await cellsOf(engine, "drilldown=time|region&order=region:asc");
      const pages = await Promise.all(
        [1, 2, 3].map((page) => cellsOf(engine, `drilldown=time|region&order=region:asc&pagesize=2&page=${page}`)),
      );
      assert.equal(all.length, 5);
      assert.deepEqual(pages.flat(), all);
    });

    it("refuses more cells than allowed and stops at its deadline", async () => {
      await assert.rejects(aggregate(engine, "drilldown=invoice", { ...BOUNDS, maxCells: 4 }), InvalidQuery);
      await assert.rejects(aggregate(engine, "", { ...BOUNDS, deadline: 0 }), OverCapacity);
    });
  });
  describe(`${name}: amounts`, () => {
    it("of entries have the declared scale and at most the declared number of digits", async () => {
      for (const paid of [[0n], [999n, -12n], [10n ** 30n, -(10n ** 33n), 7n], [2n ** 63n, 2n ** 63n]]) {
        const loaded = await load(paid.map((each, i) => ({ id: String(i), paid: each })));
        const [{ scale, mostDigits }] = loaded.amountForms as [AmountForm];
        const amounts = (await entriesOf(loaded)).map((entry) => entry.amounts[0]!);
        assert.ok(amounts.every((amount) => amount.scale === scale));
        assert.ok(
          amounts.every(({ unscaled }) => countDigits(unscaled) <= mostDigits),
          `${paid} in ${mostDigits}`,
        );
        assert.deepEqual(
          amounts.map(decimalText),
          paid.map((unscaled) => decimalText({ unscaled, scale: 2 })),
        );
      }
    });

    it("of money fit a 128-bit decimal", async () => {
      const [{ mostDigits }] = (await load([{ id: "a", paid: 10n ** 15n }])).amountForms as [AmountForm];
      assert.ok(mostDigits <= 38);
    });
  });
}
