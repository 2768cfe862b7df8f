import assert from "node:assert/strict";
import fc from "fast-check";
import { after, describe, it } from "node:test";
import { ANONYMOUS } from "#src/access/actor.js";
import type { Engine } from "#src/core/engine/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { readDatasetPeriod } from "#src/features/catalogues/dataset-period.js";
import { contextOf, entryInput, type Row, spendingDataset, spendingEngine, spendingModel } from "../../../fixtures.js";
import { randomRuns } from "../../../full.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

function columnar(rows: readonly Row[]): Engine {
  const builder = columnarFormat(kernel).build(spendingModel(), null, 1);
  for (const row of rows) builder.write([entryInput(row)]);
  return builder.finish().engine;
}

const periodOf = (engine: Engine): ReturnType<typeof readDatasetPeriod> => {
  const dataset = spendingDataset([], { engine });
  return readDatasetPeriod({ context: contextOf([dataset]), actor: ANONYMOUS, dataset, origin: "http://x" });
};

const rowsOf = (dates: readonly string[]): readonly Row[] =>
  dates.map((date, at): Row => ({ id: String(at), paid: 1n, date }));

/** Days of years, of months, or any. */
const randomDates = fc.oneof(
  ...["-01-01", "-12-01", "-02-01", "-02-28", "-12-31"].map((last) =>
    fc.array(
      fc
        .tuple(fc.integer({ min: 987, max: 2030 }), fc.constantFrom("-01-01", last))
        .map(([year, day]) => String(year).padStart(4, "0") + day),
      { maxLength: 8 },
    ),
  ),
);

describe("the period of a dataset", () => {
  it("is the same as its summary has it and by queries", async () => {
    const property = fc.asyncProperty(randomDates, async (dates) => {
      const engine = columnar(rowsOf(dates));
      assert.ok(engine.spanDays);
      assert.deepEqual(await periodOf(engine), await periodOf(spendingEngine(rowsOf(dates))));
      engine.dispose();
    });
    await fc.assert(property, { numRuns: randomRuns(60, 1000) });
  });

  it("ends with the last day of the last year or month where dates are so precise", async () => {
    const ends = async (...dates: string[]) => (await periodOf(columnar(rowsOf(dates))))?.end;
    assert.equal(await ends("2009-01-01", "2011-01-01"), "2011-12-31");
    assert.equal(await ends("2009-01-01", "2012-02-01"), "2012-02-29");
    assert.equal(await ends("2009-01-02", "2012-02-01"), "2012-02-01");
    assert.equal(await ends(), undefined);
  });
});
