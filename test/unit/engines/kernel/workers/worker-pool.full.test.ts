import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import type { MessagePort, Worker } from "node:worker_threads";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import { obviousAggregate } from "../obvious.js";
import { Random } from "../random.js";
import { kernelQuery } from "../random-query.js";
import { startKernel } from "../start.js";
import { makeTable } from "../tables.js";

const BOUNDS = { maxGroups: 1_000_000, deadline: Infinity };
/** Rows that a kernel counts on its workers, and not by itself. */
const ROWS = 100_000;
const COUNT = { filter: null, cuts: [], keys: [], measures: [], order: [], first: 0, limit: 1 };

describe("workers", () => {
  it("may die one by one, and queries still succeed", async () => {
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

  it("may die during a query, which continues without them", async () => {
    const lost: Error[] = [];
    const onWorkerLost = (error: Error): void => void lost.push(error);
    const kernel = await startKernel({ threads: 3, parallelEntries: 0, patience: 50, onWorkerLost });
    const memory = kernel.newMemory(64);
    const gone = workersOf(kernel).map((worker) => once(worker, "exit"));
    // They end at once, but this thread learns of it only after the query.
    for (const worker of workersOf(kernel)) void worker.terminate();
    assert.equal(kernel.threads, 3);
    assert.equal(kernel.aggregate({ ...COUNT, segments: [{ memory, rows: ROWS }] }, BOUNDS).numEntries, ROWS);
    assert.equal(kernel.threads, 1);
    await Promise.all(gone);
    assert.deepEqual(
      lost.map(({ message }) => message),
      Array.from({ length: 2 }, () => "Workers without progress for 50 ms were terminated"),
    );
    memory.release();
  });

  it("report a failure as the query's cause, and run the next query", async () => {
    const kernel = await startKernel({ threads: 2, parallelEntries: 0 });
    const memory = kernel.newMemory(64);
    const query = { ...COUNT, segments: [{ memory, rows: ROWS }] };
    const { port, attached } = membersOf(kernel)[0]!;
    const message = { attach: memory.id, memory: "none" };
    port.postMessage(message);
    attached.add(memory.id);
    assert.throws(
      () => kernel.aggregate(query, BOUNDS),
      ({ message, cause }: Error) =>
        message === "The kernel failed on a worker" && /memory/.test((cause as Error).message),
    );
    assert.equal(kernel.aggregate(query, BOUNDS).numEntries, ROWS);
    assert.equal(kernel.threads, 2);
    memory.release();
    await kernel.close();
  });

  it("end on close, after which this thread works alone", async () => {
    const kernel = await startKernel({ threads: 2, parallelEntries: 0 });
    await kernel.close();
    assert.equal(kernel.threads, 1);
    const memory = kernel.newMemory(64);
    assert.equal(kernel.aggregate({ ...COUNT, segments: [{ memory, rows: ROWS }] }, BOUNDS).numEntries, ROWS);
    memory.release();
  });

  for (const [how, more] of [
    ["at once", ""],
    ["when they are ready", "while (kernel.threads < 3) await wait(1);"],
    [
      "when they have worked",
      `while (kernel.threads < 3) await wait(1);
       const segments = [{ memory: kernel.newMemory(64), rows: 600_000 }];
       kernel.aggregate({ ...${JSON.stringify(COUNT)}, segments }, { maxGroups: 1, deadline: Infinity });`,
    ],
  ] as const) {
    it(`do not keep the process alive ${how}`, async () => {
      const child = runScript(`
        import { setTimeout as wait } from "node:timers/promises";
        import { Kernel } from "${import.meta.resolve("#src/engines/kernel/kernel.js")}";
        const kernel = Kernel.start({ threads: 3, parallelEntries: 0, onWorkerLost: (error) => { throw error; } });
        ${more}`);
      const [err] = await Promise.all([text(child.stderr!), once(child, "exit")]);
      assert.deepEqual([child.exitCode, err], [0, ""]);
    });
  }
});

function runScript(script: string): ChildProcess {
  return spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "pipe", timeout: 60_000 });
}

/** End the first remaining worker, as a crash would. */
async function killWorker(kernel: Kernel): Promise<void> {
  const [worker] = workersOf(kernel);
  if (!worker) return;
  const gone = once(worker, "exit");
  await Promise.all([gone, worker.terminate()]);
}

function workersOf(kernel: Kernel): readonly Worker[] {
  return membersOf(kernel).map(({ worker }) => worker);
}

interface Member {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly attached: Set<number>;
}

function membersOf(kernel: Kernel): readonly Member[] {
  return [...(kernel.workers as unknown as { members: Set<Member> }).members];
}
