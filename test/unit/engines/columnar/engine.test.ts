import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { shareTable, takeTable } from "#src/engines/columnar/share-table.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { entryInput, spendingModel } from "../../../fixtures.js";

const kernel = Kernel.start({ threads: 1 });
after(() => kernel.close());

describe("a table that another thread reads", () => {
  async function countQueries(rows: number): Promise<number> {
    const model = spendingModel();
    const builder = columnarFormat(kernel).build(model, null, 1);
    builder.write(Array.from({ length: rows }, (_, at) => entryInput({ id: String(at), paid: 1n })));
    const { engine } = await builder.finish();
    let counted = 0;
    const taken = takeTable(kernel, model, shareTable(engine), { count: () => counted++ });
    const [measure, region] = [model.measures[0]!, model.dimensions.find(({ name }) => name === "region")!];
    const query = { filters: [], keys: [{ dimension: region, attribute: null }], measures: [measure] };
    await withReader(taken, UNBOUNDED, (reader) => reader.aggregate({ ...query, order: [], first: 0, limit: 10 }));
    engine.dispose();
    return counted;
  }

  it("tells of queries that rollups could answer, and of none of a table too small for any", async () => {
    assert.deepEqual([await countQueries(200), await countQueries(10_000)], [0, 1]);
  });
});
