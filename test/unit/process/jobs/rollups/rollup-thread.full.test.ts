import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { Worker } from "node:worker_threads";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { cellKeysOf, shareColumns } from "#src/engines/columnar/rollups/cell-keys.js";
import type { CellKey } from "#src/engines/columnar/rollups/cells.js";
import { nameParts } from "#src/engines/columnar/rollups/grouping-set.js";
import { type Background, type RollupBuilder, buildHere } from "#src/engines/columnar/rollups/builder.js";
import { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { withReader } from "#src/core/engine/with-reader.js";
import { workBytes } from "#src/engines/columnar/rollups/within-memory.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { rollupThreads, type RollupThreads } from "#src/process/jobs/rollups/rollup-thread.js";
import { loadRows } from "../../../../contract/sample.js";
import { queryParameters, type Row, spendingModel } from "../../../../fixtures.js";
import { NO_LIMIT } from "../../../engines/columnar/rollups/summed.js";
import { groupingOfMembers } from "../../../../grouping-of-members.js";

const model = spendingModel();
const kernel = Kernel.start({ spareBytes: 0 });
after(() => kernel.close());

const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };
const ROWS: readonly Row[] = Array.from({ length: 12_000 }, (_, at) => ({
  id: `${at}`,
  paid: BigInt(at) ** 4n,
  region: `r${at % 23}`,
  code: `${at % 11}`,
  date: `20${10 + (at % 9)}-0${1 + (at % 8)}-01`,
}));
const plain = loadRows(columnarFormat(kernel, 2 ** 18), model, ROWS) as ColumnarEngine;
after(() => plain.dispose());
const columns = shareColumns(plain.table);
const keys: readonly CellKey[] = cellKeysOf(plain.table, groupingOfMembers([0, 3]));

/** Threads whose errors fail the test. */
async function withThreads(use: (threads: RollupThreads) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  const threads = rollupThreads(kernel, { share: 0.25, onError: (error) => errors.push(error) });
  await use(threads);
  await threads.close();
  assert.deepEqual(errors, []);
}

function open(background: Background): ColumnarEngine {
  for (const memory of plain.table.memories) memory.retain();
  return new ColumnarEngine(kernel, plain.table, { background });
}

async function ask(engine: ColumnarEngine, text: string): Promise<unknown> {
  return gatherCells(
    await withReader(engine, BOUNDS, (reader) =>
      reader.aggregate(bindAggregate(model, queryParameters(text), 1024).query),
    ),
  );
}

/** Counts and rollups that a builder returns. */
async function resultsOf({ count, build }: RollupBuilder): Promise<unknown> {
  const built = (await build(keys, NO_LIMIT))!;
  const bytes = Buffer.from(built.memory.contents).toString("hex");
  built.memory.release();
  return [
    await count(keys, 2000),
    await count(keys, 3),
    await build(keys, { rows: 2000, bytes: 9 }),
    built.columns,
    bytes,
  ];
}

const WORKER = new URL(import.meta.resolve("#src/process/jobs/rollups/worker.js"));
const NEVER = new AbortController().signal;

describe("a thread that builds rollups", () => {
  it("counts and builds the same as this thread", () =>
    withThreads(async (threads) => {
      const wanted = await resultsOf(buildHere(kernel, plain.table));
      let found: unknown;
      await threads.run(plain.table, async (builder) => void (found = await resultsOf(builder)), NEVER);
      assert.deepEqual(found, wanted);
    }));

  it("sorts the members of dimensions that are grouped by attributes", () =>
    withThreads(async (threads) => {
      const { index, attributes } = model.dimensions.find(({ kind }) => kind === "date")!;
      const [year, month] = ["year", "month"].map((name) => attributes.find((each) => each.name === name)!.index);
      const grouping = [
        { dimension: index, attributes: [year!] },
        { dimension: index, attributes: [month!, year!] },
      ];
      let found: unknown;
      await threads.run(plain.table, async (builder) => void (found = await builder.keysOf(grouping)), NEVER);
      const wanted = cellKeysOf(plain.table, grouping);
      assert.ok(wanted.every(({ ranks }) => ranks!.length > 1));
      assert.deepEqual(found, wanted);
    }));

  it("builds the rollups of an engine, with the same answers before and after", () =>
    withThreads(async (threads) => {
      const engine = open({ ...threads, overhead: 0 });
      const text = "drilldown=region|cofog1&cut=time.year:2011&order=amount:asc";
      const wanted = await ask(plain, text);
      for (let times = 0; times < 8; times++) {
        assert.deepEqual(await ask(engine, text), wanted);
        await engine.settle();
      }
      const names = engine.rollups.held.map(({ grouping }) => nameParts(model, grouping).join());
      assert.ok(names.length > 0, "no rollup was built");
      engine.dispose();
    }));

  it("leaves nothing if the table is disposed of meanwhile, and keeps its memories until it has ended", () =>
    withThreads(async (threads) => {
      const engine = open(threads);
      await ask(engine, "drilldown=region");
      engine.dispose();
      await engine.settle();
      assert.deepEqual(engine.rollups.held, []);
      assert.ok(plain.table.memories.every(({ released }) => !released));
      assert.notEqual(await ask(plain, ""), null);
    }));

  it("is ended when the threads are closed, at any point", () =>
    withThreads(async (threads) => {
      let steps = 0;
      const endless = async (builder: RollupBuilder): Promise<void> => {
        for (;;) {
          await builder.count(keys, 2000);
          if (++steps === 3) void threads.close();
        }
      };
      await threads.run(plain.table, endless, NEVER);
      assert.ok(steps >= 3);
      await threads.run(plain.table, async () => assert.fail("it has begun after the end"), NEVER);
    }));

  it("runs one at a time", () =>
    withThreads(async (threads) => {
      const order: string[] = [];
      const run = (name: string): Promise<void> =>
        threads.run(
          plain.table,
          async ({ count }) => {
            order.push(`${name} begins`);
            await count(keys, 2000);
            order.push(`${name} ends`);
          },
          NEVER,
        );
      await Promise.all([run("one"), run("two")]);
      assert.deepEqual(order, ["one begins", "one ends", "two begins", "two ends"]);
    }));

  it("reports an error, and the next one runs", async () => {
    const errors: string[] = [];
    let broken = true;
    const threads = rollupThreads(kernel, {
      share: 0.25,
      onError: (error) => errors.push((error as Error).message),
      start: (workerData) => {
        const worker = broken
          ? new Worker(`throw new Error("broken")`, { eval: true })
          : new Worker(WORKER, { workerData });
        broken = false;
        return worker;
      },
    });
    let counted: number | null = null;
    const count = async (builder: RollupBuilder): Promise<void> => void (counted = await builder.count(keys, 2000));
    await threads.run(plain.table, count, NEVER);
    assert.deepEqual([errors, counted], [["broken"], null]);
    await threads.run(plain.table, count, NEVER);
    assert.deepEqual(errors, ["broken"]);
    assert.notEqual(counted, null);
    await threads.close();
  });
});

describe("rollup threads under a memory limit", () => {
  const MEGABYTE = 2 ** 20;
  const text = "drilldown=region|cofog1&order=amount:asc";

  interface Run {
    readonly begun: number;
    readonly held: number;
    readonly errors: readonly unknown[];
  }

  /**
   * Ask the same query repeatedly, and count the threads that were started.
   * @param megabytes used memory before and after the first thread was started, of 100
   */
  async function runWith(...megabytes: readonly [before: number, after: number]): Promise<Run> {
    const errors: unknown[] = [];
    let begun = 0;
    const memory = { bytes: 100 * MEGABYTE, used: () => megabytes[begun > 0 ? 1 : 0]! * MEGABYTE };
    const threads = rollupThreads(kernel, {
      share: 0.25,
      memory,
      onError: (error) => errors.push(error),
      start: (workerData) => {
        begun++;
        return new Worker(WORKER, { workerData });
      },
    });
    const engine = open({ ...threads, overhead: 0 });
    const wanted = await ask(plain, text);
    for (let times = 0; times < 8; times++) {
      assert.deepEqual(await ask(engine, text), wanted);
      await engine.settle();
    }
    const held = engine.rollups.held.length;
    engine.dispose();
    await threads.close();
    assert.ok(plain.table.memories.every(({ released }) => !released));
    return { begun, held, errors };
  }

  it("start if there is memory for them", async () => {
    const { begun, held, errors } = await runWith(10, 42);
    assert.ok(begun > 0 && held > 0);
    assert.deepEqual(errors, []);
  });

  it("do not start without memory for them", async () => {
    assert.deepEqual(await runWith(69, 101), {
      begun: 0,
      held: 0,
      errors: [],
    });
  });

  it("build nothing if there is memory for the thread but not for its work", async () => {
    const { begun, held, errors } = await runWith(60, 98);
    assert.ok(begun > 0);
    assert.deepEqual([held, errors], [0, []]);
  });

  it("start once there is memory again", async () => {
    let used = 99 * MEGABYTE;
    const memory = { bytes: 100 * MEGABYTE, used: () => used };
    const threads = rollupThreads(kernel, { share: 0.25, memory });
    const engine = open({ ...threads, overhead: 0 });
    for (let times = 0; times < 4; times++) {
      await ask(engine, text);
      await engine.settle();
    }
    assert.deepEqual(engine.rollups.held, []);
    used = 0;
    for (let times = 0; times < 4; times++) {
      await ask(engine, text);
      await engine.settle();
    }
    assert.ok(engine.rollups.held.length > 0);
    engine.dispose();
    await threads.close();
  });

  it("end if the process exceeds its limit meanwhile", async () => {
    let used = 0;
    const errors: unknown[] = [];
    const memory = { bytes: 100 * MEGABYTE, used: () => used };
    const threads = rollupThreads(kernel, { share: 0.25, memory, onError: (error) => errors.push(error) });
    let steps = 0;
    const endless = async (builder: RollupBuilder): Promise<void> => {
      for (;;) {
        await builder.count(keys, 2000);
        if (++steps === 3) used = 101 * MEGABYTE;
      }
    };
    await threads.run(plain.table, endless, NEVER);
    assert.ok(steps >= 3);
    used = 0;
    let counted: number | null = null;
    await threads.run(plain.table, async ({ count }) => void (counted = await count(keys, 2000)), NEVER);
    assert.notEqual(counted, null);
    await threads.close();
    assert.deepEqual(errors, []);
  });

  it("require memory that grows with the table and the cells, up to a bound", () => {
    const many = keys.map((key) => ({ ...key, codes: { ...key.codes, size: 100_000 } }));
    const bytesOf = (rows: number, most: number, by = many): number =>
      workBytes({ ...columns, segments: columns.segments.map((each) => ({ ...each, rows })) }, by, 1, most);
    assert.ok(bytesOf(1000, 1000) < MEGABYTE);
    assert.ok(bytesOf(100_000, 1000) > bytesOf(10_000, 1000));
    assert.ok(bytesOf(100_000, 50_000) > bytesOf(100_000, 1000));
    assert.ok(bytesOf(100_000, 50_000, many.slice(0, 0)) < bytesOf(100_000, 50_000));
    assert.equal(bytesOf(10_000_000, 1000), bytesOf(50_000_000, 1000));
    assert.ok(bytesOf(50_000_000, 1000) < 256 * MEGABYTE);
  });
});
