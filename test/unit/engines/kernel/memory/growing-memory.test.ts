import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { OverCapacity } from "#src/core/errors/errors.js";
import { GrowingMemory } from "#src/engines/kernel/memory/growing-memory.js";

const PAGE = 65_536;

describe("GrowingMemory", () => {
  it("starts with at least the requested bytes", () => {
    assert.equal(new GrowingMemory().buffer.byteLength, PAGE);
    assert.equal(new GrowingMemory(PAGE + 1).buffer.byteLength, 2 * PAGE);
  });

  it("keeps written bytes when it grows, and is zero elsewhere", () => {
    const memory = new GrowingMemory();
    new Uint8Array(memory.buffer).fill(7);
    const grown = new Uint8Array(memory.grow(10 * PAGE));
    assert.equal(grown.buffer, memory.buffer);
    assert.ok(grown.subarray(0, PAGE).every((byte) => byte === 7));
    assert.ok(grown.subarray(PAGE).every((byte) => byte === 0));
  });

  it("at least doubles, so that growing item by item is cheap", () => {
    const memory = new GrowingMemory(4 * PAGE);
    assert.equal(memory.grow(4 * PAGE + 1).byteLength, 8 * PAGE);
    assert.equal(memory.grow(20 * PAGE).byteLength, 20 * PAGE);
  });

  it("refuses more than 4 GiB and stays unchanged", () => {
    const memory = new GrowingMemory();
    assert.throws(() => memory.grow(2 ** 32 + 1), OverCapacity);
    assert.throws(() => new GrowingMemory(2 ** 32 + 1), OverCapacity);
    assert.equal(memory.buffer.byteLength, PAGE);
  });
});
