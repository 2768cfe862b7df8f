import assert from "node:assert/strict";
import { after, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { CubeMemory } from "#src/engines/kernel/memory/cube-memory.js";

/** The tests are compiled without its types. */
const WASM = Reflect.get(globalThis, "WebAssembly") as { Memory: new (...args: never[]) => object };

const ROWS = 3000;
const BOUNDS = { maxGroups: 10, deadline: Infinity };

describe("small table segments", () => {
  const kernel = Kernel.start({ fewEntries: 0 });
  after(() => kernel.close());

  function fill(memory: CubeMemory, factor: number) {
    const pointer = memory.allocate(ROWS * 4);
    const numbers = memory.i32(pointer, ROWS);
    for (let row = 0; row < ROWS; row++) numbers[row] = row * factor;
    return { pointers: [pointer], width: 4, min: 0n, max: BigInt(ROWS * factor) } as const;
  }

  const sum = (memory: CubeMemory, measure: ReturnType<typeof fill>, by = kernel): bigint =>
    by.aggregate(
      {
        segments: [{ memory, rows: ROWS }],
        filter: null,
        cuts: [],
        keys: [],
        measures: [measure],
        order: [],
        first: 0,
        limit: 1,
      },
      BOUNDS,
    ).totals[0]!;

  const total = (factor: number): bigint => BigInt((factor * ROWS * (ROWS - 1)) / 2);

  it("take no WebAssembly memory before the kernel computes there, and have the same bytes then", () => {
    const made = mock.method(WASM, "Memory", WASM.Memory);
    try {
      const memories = Array.from({ length: 100 }, () => kernel.newTableMemory(ROWS * 4));
      const measures = memories.map((memory, at) => fill(memory, at));
      assert.equal(made.mock.callCount(), 0);
      assert.ok(memories.every(({ shared }) => shared instanceof SharedArrayBuffer));
      assert.equal(sum(memories[7]!, measures[7]!), total(7));
      assert.equal(sum(memories[7]!, measures[7]!), total(7));
      assert.ok(made.mock.callCount() <= 2, `${made.mock.callCount()} memories`);
      assert.equal(memories[7]!.i32(measures[7]!.pointers[0], ROWS)[10], 70);
      for (const memory of memories) memory.release();
    } finally {
      made.mock.restore();
    }
  });

  it("share their bytes with another thread's kernel, which computes for itself", async () => {
    const memory = kernel.newTableMemory(ROWS * 4);
    const measure = fill(memory, 3);
    const other = Kernel.start({ fewEntries: 0, lane: { offset: 2 ** 26, bytes: 2 ** 26 } });
    const adopted = other.adoptMemory(memory.shared, ROWS * 4);
    assert.equal(sum(adopted, measure, other), total(3));
    assert.equal(sum(memory, measure), total(3));
    assert.equal(adopted.shared, memory.shared);
    assert.notEqual(adopted.memory, memory.memory);
    adopted.release();
    memory.release();
    await other.close();
  });

  it("have at most some hundred copies at once, however many are read, and are right afterwards", async () => {
    const memories = Array.from({ length: 1200 }, () => kernel.newTableMemory(ROWS * 4));
    const measures = memories.map((memory, at) => fill(memory, at));
    const sums = [];
    for (const [at, memory] of memories.entries()) {
      sums.push(sum(memory, measures[at]!));
      if (at % 100 === 0) await setImmediate();
    }
    await setImmediate();
    assert.deepEqual(
      sums,
      memories.map((_, at) => total(at)),
    );
    const ofBytes = memories.reduce((bytes, { ownBytes }) => bytes + ownBytes, 0);
    assert.ok(ofBytes < 1001 * 200_000, `${ofBytes} bytes`);
    assert.equal(sum(memories[0]!, measures[0]!), 0n);
    assert.equal(sum(memories[1]!, measures[1]!), total(1));
    for (const memory of memories) memory.release();
  });

  it("are WebAssembly memories if they are large", () => {
    const memory = kernel.newTableMemory(2 ** 20);
    assert.ok(memory.shared instanceof WASM.Memory);
    memory.release();
  });
});
