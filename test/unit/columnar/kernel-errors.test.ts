import assert from "node:assert/strict";
import { after, it } from "node:test";
import { columnarFormat } from "#src/columnar/format.js";
import { ColumnarEngine } from "#src/columnar/engine.js";
import { OverMemoryLimit } from "#src/kernel/memory/errors.js";
import { Kernel } from "#src/kernel/kernel.js";
import { loadRows } from "../../contract/sample.js";
import { spendingModel } from "../../fixtures.js";
import { withReader } from "#src/engine/with-reader.js";

const kernel = Kernel.start();
after(() => kernel.close());

it("an aggregation without enough memory is refused with the memory figures and a remedy", async () => {
  const model = spendingModel();
  const { table } = loadRows(columnarFormat(kernel), model, [{ id: "a", paid: 1n }]) as ColumnarEngine;
  const full = Object.create(kernel, {
    aggregate: {
      value: () => {
        throw new OverMemoryLimit(2e8, 9e8, 1e9);
      },
    },
  }) as Kernel;
  const query = { filters: [], keys: [], measures: model.measures, order: [], first: 0, limit: 1 };
  await assert.rejects(
    withReader(new ColumnarEngine(full, table), { maxCells: 1, deadline: Infinity }, (reader) =>
      reader.aggregate(query),
    ),
    {
      name: "OverCapacity",
      message:
        "The aggregation needs too much memory: 200 MB more are needed, and the server takes 900 MB of the 1,000 MB that it may take; cut more, drill down by less, or try again later",
    },
  );
});
