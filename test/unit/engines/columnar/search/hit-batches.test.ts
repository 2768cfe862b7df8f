import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { withReader } from "#src/core/engine/with-reader.js";
import { parameters } from "#src/core/query/parameters.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadRows } from "../../../../contract/sample.js";
import { spendingModel } from "../../../../fixtures.js";
import { bindSearch } from "../../../../bind-search.js";

const kernel = Kernel.start();
after(() => kernel.close());

describe("the hits of a search", () => {
  it("are read few at first, because other datasets may have the next ones", async () => {
    const model = spendingModel();
    const rows = Array.from({ length: 1600 }, (_, at) => ({ id: `${at}`, paid: BigInt(at) }));
    const engine = loadRows(columnarFormat(kernel), model, rows);
    const search = parameters(Object.entries({ order: "amount:asc", pagesize: "2000" }));
    const { queries } = bindSearch(model, search);
    await withReader(engine, { maxCells: 1e6, deadline: Infinity }, async (reader) => {
      const { hits } = await reader.search(queries[0]!);
      const sizes: number[] = [];
      const amounts: bigint[] = [];
      for await (const batch of hits()) {
        sizes.push(batch.length);
        amounts.push(...batch.map(({ entry }) => entry.amounts[0]!.unscaled));
      }
      assert.deepEqual(sizes, [1, 16, 32, 64, 128, 256, 512, 512, 79]);
      assert.deepEqual(
        amounts,
        rows.map(({ paid }) => paid),
      );
    });
  });
});
