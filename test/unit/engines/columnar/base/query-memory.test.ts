import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { QueryMemory } from "#src/engines/columnar/base/query-memory.js";
import { OverMemoryLimit } from "#src/engines/kernel/memory/errors.js";
import { limitMemory, NO_LIMIT } from "#src/engines/kernel/memory/memory-limit.js";

const MB = 2 ** 20;

describe("the memory of a query", () => {
  it("is refused above the maximum of one query, and counted as before then", () => {
    const memory = new QueryMemory(NO_LIMIT, 10 * MB);
    memory.take(8 * MB);
    assert.throws(() => memory.take(3 * MB), OverMemoryLimit);
    assert.equal(memory.bytes, 8 * MB);
    memory.release(6 * MB);
    memory.take(3 * MB);
    assert.equal(memory.bytes, 5 * MB);
  });

  it("is refused above the limit of the process, except for the first bytes", () => {
    const memory = new QueryMemory(limitMemory(1000 * MB, () => 990 * MB));
    memory.take(60 * MB);
    assert.throws(() => memory.take(20 * MB), OverMemoryLimit);
  });
});
