import assert from "node:assert/strict";
import { after, describe, it, type TestContext } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { OverCapacity } from "#src/core/errors/errors.js";
import { OverMemoryLimit } from "#src/engines/kernel/memory/errors.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadRows } from "../../../contract/sample.js";
import { queryParameters, spendingModel } from "../../../fixtures.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { bindSearch } from "../../../bind-search.js";

const kernel = Kernel.start();
after(() => kernel.close());

/** Return the kernel with some parts replaced. */
function kernelWith(parts: Readonly<Record<string, unknown>>): Kernel {
  return new Proxy(kernel, {
    get(_, name) {
      const part: unknown = parts[String(name)] ?? Reflect.get(kernel, name);
      return typeof part === "function" ? (part.bind(kernel) as unknown) : part;
    },
  });
}

it("an aggregation without enough memory is refused with the memory figures and a remedy", async () => {
  const model = spendingModel();
  const { table } = loadRows(columnarFormat(kernel), model, [{ id: "a", paid: 1n }]) as ColumnarEngine;
  const full = kernelWith({
    aggregate: () => {
      throw new OverMemoryLimit(2e8, 9e8, 1e9);
    },
  });
  const query = { filters: [], keys: [], measures: model.measures, order: [], first: 0, limit: 1 };
  await assert.rejects(
    withReader(new ColumnarEngine(full, table), { maxCells: 1, deadline: Infinity }, (reader) =>
      reader.aggregate(query),
    ),
    {
      name: "OverCapacity",
      message:
        "The query needs too much memory: 200 MB more are needed, and the server takes 900 MB of the 1,000 MB that it may take; cut more, drill down by less, or try again later",
    },
  );
});

describe("a search that takes much memory", () => {
  const model = spendingModel();
  const { table } = loadRows(columnarFormat(kernel), model, [
    { id: "a", paid: 1n, function: "Health" },
  ]) as ColumnarEngine;

  /** Search in a process that takes 100 MB more at each look, with a clock that runs on at each look, too. */
  async function search(t: TestContext, megabytes: number): Promise<{ collections: number; refusal: unknown }> {
    let used = 0;
    let now = 0;
    let collections = 0;
    t.mock.method(performance, "now", () => (now += 1000));
    const large = kernelWith({
      memoryLimit: { bytes: megabytes * 1e6, used: () => (used += 1e8) },
      collectLater: () => void collections++,
    });
    const { queries } = bindSearch(model, queryParameters("q=health*"));
    const bounds = { maxCells: 1, deadline: Infinity };
    const refusal = await withReader(new ColumnarEngine(large, table), bounds, (reader) =>
      reader.search(queries[0]!),
    ).then(
      () => null,
      (error: unknown) => error,
    );
    return { collections, refusal };
  }

  it("is refused above the limit, and its garbage collected", async (t) => {
    const { collections, refusal } = await search(t, 250);
    assert.ok(refusal instanceof OverCapacity);
    assert.match(refusal.message, /needs too much memory: the server takes \d+ MB of the 250 MB/);
    assert.equal(collections, 1);
  });

  it("is answered within the limit, and its garbage collected", async (t) => {
    assert.deepEqual(await search(t, 1e6), { collections: 1, refusal: null });
  });
});
