import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { reportMemory, type Purpose } from "#src/columnar/memory-report.js";
import { columnarFormat } from "#src/columnar/format.js";
import type { ColumnarEngine } from "#src/columnar/engine.js";
import { Kernel } from "#src/kernel/kernel.js";
import { loadRows } from "../../contract/sample.js";
import { spendingModel } from "../../fixtures.js";

const kernel = Kernel.start({ zonedEntries: 0 });
after(() => kernel.close());

describe("the memory report of a table", () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({ id: `${at}`, paid: BigInt(at), code: `${at % 300}` }));
  for (const [name, memoryBytes] of [
    ["one memory", undefined],
    ["several memories", 4096],
  ] as const) {
    it(`adds up to the table's memories: ${name}`, () => {
      const engine = loadRows(columnarFormat(kernel, memoryBytes), spendingModel(), rows) as ColumnarEngine;
      const accounts = reportMemory(engine);
      const bytesFor = (purpose: Purpose, column: string | null = null): number =>
        accounts.find((each) => each.purpose === purpose && each.column === column)!.bytes;
      assert.equal(
        accounts.reduce((sum, { bytes }) => sum + bytes, 0),
        engine.table.memories.reduce((sum, { byteLength }) => sum + byteLength, 0),
      );
      assert.ok(accounts.every(({ bytes }) => bytes >= 0));
      assert.equal(bytesFor("ids"), 20_000);
      assert.equal(bytesFor("codes of dimensions", "cofog1"), 2000);
      assert.equal(bytesFor("codes of dimensions", "region"), 1000);
      assert.equal(bytesFor("measures", "amount"), 4000);
      assert.ok(bytesFor("values of members", "invoice") > 1000 * 4);
      assert.ok(bytesFor("values of members", "cofog1.weight") >= 300 * 8);
      engine.dispose();
    });
  }

  it("includes the block statistics of a column once it is filtered", async () => {
    const engine = loadRows(columnarFormat(kernel), spendingModel(), rows) as ColumnarEngine;
    const aboutBlocks = () => reportMemory(engine).filter(({ purpose }) => purpose === "what blocks hold");
    assert.deepEqual(aboutBlocks(), []);
    const numbers = engine.table.measures[0]!.limbs[0]!;
    kernel.selectRows(engine.table.segments, { op: "cut", cut: { numbers, low: 1n, high: 2n } });
    assert.deepEqual(aboutBlocks(), [{ purpose: "what blocks hold", column: "amount", bytes: 16 }]);
    engine.dispose();
  });
});
