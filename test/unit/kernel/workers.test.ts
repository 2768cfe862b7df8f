import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import type { Worker } from "node:worker_threads";
import type { Kernel } from "#src/kernel/kernel.js";
import { obviousAggregate } from "./obvious.js";
import { Random } from "./random.js";
import { kernelQuery } from "./random-query.js";
import { startKernel } from "./start.js";
import { makeTable } from "./tables.js";

const BOUNDS = { maxGroups: 1_000_000, deadline: Infinity };

describe("workers", () => {
  it("may die one after the other", async () => {
    const kernel = await startKernel({ threads: 3, parallelEntries: 0 });
    const random = new Random(1);
    const shape = {
      rows: [600_000],
      codes: [{ width: 2, size: 900 }],
      numbers: [{ width: 8, bits: 40 }],
      runs: false,
    } as const;
    const table = makeTable(kernel, shape, random);
    const keys = [{ codes: table.codes[0]!, group: null, cardinality: 900 }];
    const query = { filter: null, cuts: [], keys, measures: table.numbers, order: [], first: 0, limit: 900 };
    const expected = obviousAggregate(table, query, BOUNDS);
    for (const left of [3, 2, 1]) {
      assert.equal(kernel.threads, left);
      assert.deepEqual(kernel.aggregate(kernelQuery(table, query), BOUNDS), expected);
      await killWorker(kernel);
    }
    table.release();
    await kernel.close();
  });

  it("end on close, after which this thread goes on alone", async () => {
    const kernel = await startKernel({ threads: 2, parallelEntries: 0 });
    await kernel.close();
    assert.equal(kernel.threads, 1);
    const memory = kernel.newMemory(64);
    const query = { filter: null, cuts: [], keys: [], measures: [], order: [], first: 0, limit: 1 };
    assert.equal(kernel.aggregate({ ...query, segments: [{ memory, rows: 9 }] }, BOUNDS).numEntries, 9);
    memory.release();
  });
});

/** End the first worker that is left, as a crash would. */
async function killWorker(kernel: Kernel): Promise<void> {
  const { pool } = kernel as unknown as { pool: { members: Set<{ worker: Worker }> } };
  const [member] = pool.members;
  if (!member) return;
  const gone = once(member.worker, "exit");
  await Promise.all([gone, member.worker.terminate()]);
}
