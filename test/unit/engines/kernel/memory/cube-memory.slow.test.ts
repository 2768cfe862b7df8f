import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { OutOfMemory } from "#src/engines/kernel/memory/errors.js";
import { type Kernel, MAX_TABLE_BYTES } from "#src/engines/kernel/kernel.js";
import { NO_LIMIT } from "#src/engines/kernel/memory/memory-limit.js";
import { MemoryPool } from "#src/engines/kernel/memory/memory-pool.js";
import { whenIdle } from "#src/engines/kernel/memory/when-idle.js";
import { startKernel } from "../start.js";

const MEGABYTE = 2 ** 20;

describe("memory", () => {
  let kernel: Kernel;
  before(async () => (kernel = await startKernel({ spareBytes: 16 * MEGABYTE })));
  after(() => kernel.close());

  it("allocates 64-byte aligned up to the table's size", () => {
    const memory = kernel.newMemory(64 + 128);
    const pointers = [memory.allocate(1), memory.allocate(65)];
    assert.deepEqual(
      pointers.map((pointer) => pointer % 64),
      [0, 0],
    );
    assert.ok(pointers[0]! > 0 && pointers[1]! >= pointers[0]! + 64);
    assert.throws(() => memory.allocate(1), OutOfMemory);
    memory.release();
  });

  it("is limited to a size that leaves scratch memory for queries", () => {
    assert.throws(() => kernel.newMemory(MAX_TABLE_BYTES + 1), OutOfMemory);
  });

  it("keeps views valid while queries make it grow", () => {
    const rows = 70_000;
    const memory = kernel.newMemory(rows * 4);
    const pointer = memory.allocate(rows * 4);
    const view = memory.u32(pointer, rows);
    for (let row = 0; row < rows; row++) view[row] = row;
    const before = memory.byteLength;
    const column = { pointers: [pointer], width: 4, size: rows } as const;
    const keys = [
      { column, group: null, cardinality: rows },
      { column, group: null, cardinality: rows },
    ];
    const query = { filter: null, cuts: [], keys, measures: [], order: [], first: 0, limit: 1 };
    const bounds = { maxGroups: rows, deadline: Infinity };
    assert.equal(kernel.aggregate({ ...query, segments: [{ memory, rows }] }, bounds).numGroups, rows);
    assert.ok(memory.byteLength > before);
    view[rows - 1] = 7;
    assert.equal(memory.u32(pointer, rows)[rows - 1], 7);
    assert.equal(view[rows - 2], rows - 2);
    memory.release();
  });

  it("is zeroed when it is reused", () => {
    for (let round = 0; round < 3; round++) {
      const memory = kernel.newMemory(MEGABYTE);
      const view = memory.u8(memory.allocate(MEGABYTE), MEGABYTE);
      assert.ok(view.every((byte) => byte === 0));
      view.fill(255);
      memory.release();
    }
  });

  it("is released with its last holder", () => {
    const memory = kernel.newMemory(64);
    memory.retain();
    memory.release();
    assert.equal(memory.released, false);
    memory.release();
    assert.equal(memory.released, true);
    assert.throws(() => memory.release(), /released/);
    assert.throws(() => memory.retain(), /released/);
    const bounds = { maxGroups: 1, deadline: Infinity };
    const query = { filter: null, cuts: [], keys: [], measures: [], order: [], first: 0, limit: 1 };
    assert.throws(() => kernel.aggregate({ ...query, segments: [{ memory, rows: 1 }] }, bounds), /released/);
  });
});

for (const spareBytes of [0, 256 * MEGABYTE]) {
  it(`memory does not grow over 50 successive tables (${spareBytes / MEGABYTE} MB spare)`, async () => {
    const kernel = await startKernel({ threads: 3, parallelEntries: 0, spareBytes });
    const rows = 32 * MEGABYTE;
    const resident: number[] = [];
    for (let round = 0; round < 50; round++) {
      const memory = kernel.newMemory(rows);
      const pointer = memory.allocate(rows);
      memory.u8(pointer, rows).fill(1);
      const column = { pointers: [pointer], width: 1, size: 2 } as const;
      const rowsOfTable = kernel.selectRows([{ memory, rows }], {
        op: "cut",
        cut: { column, pass: Uint8Array.of(0, 1) },
      });
      assert.equal(rowsOfTable.count, rows);
      memory.release();
      await turn();
      resident.push(process.memoryUsage.rss());
    }
    await kernel.close();
    // Allows for four tables; a leak of 40 tables would be 1.25 GB.
    assert.ok(resident[49]! < resident[9]! + 4 * rows, `grew from ${resident[9]} to ${resident[49]} bytes`);
  });
}

describe("released memories", () => {
  let kernel: Kernel;
  before(async () => (kernel = await startKernel({})));
  after(() => kernel.close());

  /** A store that keeps none, what it collected, and what is to be done later. */
  function makeStore(): { store: MemoryPool; collected: (readonly number[])[]; later: (() => void)[] } {
    const collected: (readonly number[])[] = [];
    const later: (() => void)[] = [];
    const collect = (memories: readonly number[]): void => void collected.push(memories);
    const store = new MemoryPool(kernel.module, 0, collect, NO_LIMIT, (act) => void later.push(act));
    return { store, collected, later };
  }

  it("are collected together at a quiet moment if they are small", async () => {
    const { store, collected, later } = makeStore();
    const memories = [1, 2, 3].map(() => store.newMemory(MEGABYTE, MEGABYTE));
    for (const memory of memories) memory.release();
    await turn();
    assert.deepEqual([collected, later.length], [[], 1]);
    later[0]!();
    assert.deepEqual(collected, [memories.map(({ id }) => id)]);
    const last = store.newMemory(MEGABYTE, MEGABYTE);
    last.release();
    assert.equal(later.length, 2);
    later[1]!();
    assert.deepEqual(collected[1], [last.id]);
  });

  it("are collected soon if they are large or many", async () => {
    const { store, collected, later } = makeStore();
    const large = store.newMemory(64 * MEGABYTE, 64 * MEGABYTE);
    large.release();
    assert.deepEqual(collected, []);
    await turn();
    assert.deepEqual(collected, [[large.id]]);
    // Nothing is left for a quiet moment.
    later[0]!();
    assert.equal(collected.length, 1);
    const many = Array.from({ length: 5 }, () => store.newMemory(15 * MEGABYTE, 15 * MEGABYTE));
    for (const memory of many) memory.release();
    await turn();
    assert.deepEqual(
      collected[1],
      many.map(({ id }) => id),
    );
  });

  it("are collected at once beyond a gigabyte", () => {
    const { store, collected } = makeStore();
    const memories = Array.from({ length: 9 }, () => store.newMemory(128 * MEGABYTE, 128 * MEGABYTE));
    for (const memory of memories) memory.release();
    assert.deepEqual(
      collected.flat().slice(0, 8),
      memories.slice(0, 8).map(({ id }) => id),
    );
  });
});

describe("whenIdle", () => {
  for (const [title, busy, ticks] of [
    ["runs the function after a moment if the thread is idle", [0], 1],
    ["runs the function as soon as the thread is idle", [1, 0.9, 0.5, 0.1], 4],
    ["runs the function after half a minute in any case", Array.from({ length: 1000 }, () => 1), 300],
  ] as const) {
    it(title, ({ mock }) => {
      mock.timers.enable({ apis: ["setTimeout"] });
      let at = -1;
      let done = 0;
      whenIdle(
        () => done++,
        () => (at++ === -1 ? 1 : busy[at - 1]!),
      );
      for (let tick = 1; tick < ticks; tick++) mock.timers.tick(100);
      assert.equal(done, 0);
      mock.timers.tick(100);
      assert.equal(done, 1);
      mock.timers.tick(60_000);
      assert.equal(done, 1);
    });
  }
});
