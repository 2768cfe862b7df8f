import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { entryInput, queryParameters, spendingModel } from "../../../../fixtures.js";

const kernel = Kernel.start();
after(() => kernel.close());
const model = spendingModel();

/** Build a table of 2,000 entries with a function each. */
function build(isKept: boolean): ColumnarEngine {
  const builder = columnarFormat(kernel).build(model, null, 1);
  for (let at = 0; at < 2000; at++)
    builder.write([entryInput({ id: `${at}`, paid: BigInt(at), code: `c${at}`, function: `School ${at}` })]);
  return builder.finish(isKept).engine as ColumnarEngine;
}

/** Return the sum of each function. */
function sumsOf(engine: ColumnarEngine): Promise<readonly unknown[]> {
  const { query } = bindAggregate(model, queryParameters("drilldown=cofog1&order=cofog1:asc&pagesize=5000"), 1024);
  return withReader({ engine, model }, { maxCells: 1e6, deadline: Infinity }, async (reader) => {
    const { cells } = await gatherCells(await reader.aggregate(query));
    return [cells.length, cells.keys, cells.sums];
  });
}

describe("a table that is looked at once", () => {
  it("has the same sums and members, and neither an index of words nor rows in the order of their ids", async () => {
    const [kept, once] = [build(true), build(false)];
    assert.deepEqual(await sumsOf(once), await sumsOf(kept));
    const wordsOf = ({ table }: ColumnarEngine): number => table.dimensions.filter(({ words }) => words).length;
    assert.ok(wordsOf(kept) > 0);
    assert.deepEqual([wordsOf(once), once.table.signature], [0, undefined]);
    kept.dispose();
    once.dispose();
  });
});
