import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { OverMemoryLimit } from "#src/engines/kernel/memory/errors.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { limitMemory, NO_LIMIT, requireMemory } from "#src/engines/kernel/memory/memory-limit.js";
import { Scratch } from "#src/engines/kernel/memory/scratch.js";

const MEGABYTE = 2 ** 20;

describe("a memory limit", () => {
  it("allows bytes up to the limit, and reports the figures above it", () => {
    const limit = { bytes: 1_000_000_000, used: () => 900_000_000 };
    requireMemory(limit, 100_000_000);
    assert.throws(() => requireMemory(limit, 100_000_001), {
      name: "OverMemoryLimit",
      message: "101 MB more are needed, and the server takes 900 MB of the 1,000 MB that it may take",
    });
    assert.throws(() => requireMemory({ bytes: 10, used: () => 11 }, 0), {
      message: "the server takes 1 MB of the 1 MB that it may take",
    });
    requireMemory(NO_LIMIT, 1e15);
  });

  it("refuses nothing that fits once garbage is collected", () => {
    let used = 900;
    const limit = limitMemory(
      1000,
      () => used,
      () => (used = 300),
    );
    requireMemory(limit, 600);
    assert.throws(() => requireMemory(limit, 701), OverMemoryLimit);
  });

  it("collects no garbage for what fits, and none again at once", () => {
    let now = 0;
    let collections = 0;
    const collect = (): void => void collections++;
    const limit = limitMemory(
      1000,
      () => 900,
      collect,
      () => now,
    );
    requireMemory(limit, 100);
    assert.equal(collections, 0);
    for (now of [0, 1000, 1999]) assert.throws(() => requireMemory(limit, 101), OverMemoryLimit);
    assert.equal(collections, 1);
    now = 2000;
    assert.throws(() => requireMemory(limit, 101), OverMemoryLimit);
    assert.equal(collections, 2);
  });

  it("counts resident memory", () => {
    const { used } = limitMemory(1);
    const before = used();
    const bytes = Buffer.alloc(64 * MEGABYTE, 1);
    assert.ok(used() - before > 48 * MEGABYTE, `${bytes.length} bytes`);
  });
});

describe("a system that does not report resident memory", () => {
  it("has no limit", () => {
    const limit = limitMemory(1, () => {
      throw new Error("ENOENT: no such file or directory, uv_resident_set_memory");
    });
    requireMemory(limit, MEGABYTE);
  });
});

describe("scratch memory", () => {
  const kernel = Kernel.start({ memory: { bytes: 1, used: () => 2 } });
  const free = Kernel.start({ memory: { bytes: 2 ** 40, used: () => 2 } });
  after(() => Promise.all([kernel.close(), free.close()]));

  it("is always available to small queries, and to large ones within the limit", () => {
    const memory = kernel.newMemory(1000);
    const scratch = new Scratch(memory);
    scratch.take(60 * MEGABYTE);
    const { byteLength } = memory;
    assert.throws(() => scratch.take(8 * MEGABYTE), OverMemoryLimit);
    assert.equal(memory.byteLength, byteLength);
    // Memory that has already been allocated may be taken.
    scratch.take(byteLength - 60 * MEGABYTE - 10_000);
    memory.release();
    const other = free.newMemory(1000);
    new Scratch(other).take(80 * MEGABYTE);
    other.release();
  });
});
