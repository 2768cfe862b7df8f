import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { AGGREGATE_FUNCTIONS, type AggregateFunction } from "#src/engine/aggregate-functions.js";
import { UNBOUNDED } from "#src/engine/bounds.js";
import { gatherCells, type WholeResult } from "#src/engine/collect-cells.js";
import type { Engine } from "#src/engine/engine.js";
import type { Entry } from "#src/engine/entry.js";
import type { TableFormat } from "#src/engine/storage.js";
import { withReader } from "#src/engine/with-reader.js";
import { type Decimal, decimalText } from "#src/model/values/decimal.js";
import { decimalAt } from "#src/model/values/decimal-column.js";
import { bindAggregate } from "#src/query/aggregate/bind.js";
import { queryParameters, spendingModel } from "../fixtures.js";
import { entriesOf, loadVersion, SAMPLE } from "./sample.js";

const model = spendingModel();
const REGION = model.dimensions.find(({ name }) => name === "region")!;

/** Where a result holds what a function comes to: of a cell, and of everything. */
interface Place {
  readonly ofCell: (result: WholeResult, row: number) => Decimal;
  readonly ofAll: (result: WholeResult) => Decimal;
}

const whole = (number: number): Decimal => ({ unscaled: BigInt(number), scale: 0 });

const PLACES: Readonly<Record<string, Place>> = {
  sum: { ofCell: ({ cells }, row) => decimalAt(cells.sums[0]!, row), ofAll: ({ totals }) => totals[0]! },
  count: {
    ofCell: ({ cells }, row) => whole(cells.numEntries[row]!),
    ofAll: ({ numEntries }) => whole(numEntries),
  },
};

/** Hold every engine to the table of aggregate functions. */
export function describeFunctions(name: string, format: TableFormat): void {
  let entries: readonly Entry[];
  let result: WholeResult;
  before(async () => {
    const engine: Engine = await loadVersion(format, model, SAMPLE);
    entries = await entriesOf(engine);
    const { query } = bindAggregate(model, queryParameters("drilldown=region"), 1024);
    result = await withReader(engine, UNBOUNDED, async (reader) => gatherCells(await reader.aggregate(query)));
  });

  const foldAll = ({ empty, fold }: AggregateFunction, of: readonly Entry[]): Decimal =>
    of.reduce((state, { amounts }) => fold(state, amounts[0]!), empty);
  const entriesIn = (region: unknown): readonly Entry[] =>
    entries.filter(({ members }) => members[REGION.index]!.values[0] === region);

  describe(`${name}: functions`, () => {
    it("have a place in results each", () => {
      assert.deepEqual(
        AGGREGATE_FUNCTIONS.map((each) => each.name),
        Object.keys(PLACES),
      );
    });

    for (const each of AGGREGATE_FUNCTIONS) {
      const place = PLACES[each.name]!;

      it(`fold the entries of each cell and of all: ${each.name}`, () => {
        for (let row = 0; row < result.cells.length; row++) {
          const wanted = each.finish(foldAll(each, entriesIn(result.cells.keys[0]![row])));
          assert.equal(decimalText(place.ofCell(result, row)), decimalText(wanted));
        }
        assert.equal(decimalText(place.ofAll(result)), decimalText(each.finish(foldAll(each, entries))));
      });

      it(`merge cells into the whole, by adding them up where they are additive: ${each.name}`, () => {
        const states = result.cells.keys[0]!.map((region) => foldAll(each, entriesIn(region)));
        const merged = states.reduce(each.merge, each.empty);
        assert.equal(decimalText(each.finish(merged)), decimalText(place.ofAll(result)));
        if (!each.additive) return;
        const cells = states.map((_, row) => place.ofCell(result, row));
        const scale = Math.max(...cells.map((cell) => cell.scale));
        const units = cells.map((cell) => cell.unscaled * 10n ** BigInt(scale - cell.scale));
        const sum = { unscaled: units.reduce((a, b) => a + b), scale };
        assert.equal(decimalText(sum), decimalText(place.ofAll(result)));
      });
    }
  });
}
