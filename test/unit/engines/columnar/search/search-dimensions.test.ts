import assert from "node:assert/strict";
import { after, describe, it, mock } from "node:test";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { TermLookups } from "#src/engines/columnar/search/term-lookups.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadRows } from "../../../../contract/sample.js";
import { queryParameters, spendingModel } from "../../../../fixtures.js";
import { bindSearch } from "../../../../bind-search.js";

const kernel = Kernel.start();
after(() => kernel.close());

describe("a search for words", () => {
  it("looks only into dimensions that have all of them", async () => {
    const model = spendingModel();
    const row = (at: number) => ({ id: `${at}`, paid: 1n, function: "Road works", region: "North road" });
    const engine = loadRows(columnarFormat(kernel), model, [row(1), row(2)]);
    const looked = mock.method(TermLookups.prototype, "of");
    try {
      const asked = async (text: string) => {
        looked.mock.resetCalls();
        const { queries } = bindSearch(model, queryParameters(text));
        const { numEntries } = await withReader(engine, UNBOUNDED, (reader) => reader.search(queries[0]!));
        return [numEntries, looked.mock.calls.map((call) => call.arguments[0].dimension.name)];
      };
      assert.deepEqual(await asked('q="north road"'), [2, ["region"]]);
      assert.deepEqual(await asked("q=work*"), [2, ["cofog1"]]);
      assert.deepEqual(await asked("q=nowhere"), [0, []]);
    } finally {
      looked.mock.restore();
    }
  });
});
