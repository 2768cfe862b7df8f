import assert from "node:assert/strict";
import { once } from "node:events";
import { after, describe, it } from "node:test";
import { Worker } from "node:worker_threads";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { openTable } from "#src/engines/columnar/table/open-table.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { entriesOf, loadRows, SAMPLE } from "../../../../contract/sample.js";
import { spendingModel } from "../../../../fixtures.js";

const kernel = Kernel.start();
after(() => kernel.close());

interface HandedOver {
  readonly header: Parameters<typeof openTable>[2];
  readonly memories: Parameters<typeof openTable>[3];
}

describe("a table built in another thread", () => {
  it("is opened without a copy and has the same entries as one built in this thread", async () => {
    const worker = new Worker(new URL("building-worker.js", import.meta.url));
    const [{ header, memories }] = (await once(worker, "message")) as [HandedOver];
    await once(worker, "exit");
    const model = spendingModel();
    const table = openTable(kernel, model, header, memories);
    assert.ok(memories.length > 1);
    assert.deepEqual(
      table.memories.map(({ memory }) => memory.buffer),
      memories.map(({ buffer }) => buffer),
    );
    const handedOver = new ColumnarEngine(kernel, table);
    const builtHere = loadRows(columnarFormat(kernel), model, SAMPLE);
    assert.deepEqual(await entriesOf(handedOver), await entriesOf(builtHere));
    for (const engine of [handedOver, builtHere]) engine.dispose();
  });
});
