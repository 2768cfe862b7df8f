import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ZeroedArrays } from "#src/engines/columnar/base/zeroed-arrays.js";

describe("a cache of arrays of zeros", () => {
  it("returns the array that was released, with zeros, to one taker at a time", () => {
    const arrays = new ZeroedArrays();
    const first = arrays.take(10);
    first[3] = 1;
    first[7] = 2;
    arrays.release(first, Uint32Array.of(7, 3));
    assert.equal(arrays.bytes, 40);
    const again = arrays.take(10);
    assert.equal(again, first);
    assert.ok(again.every((item) => item === 0));
    assert.equal(arrays.bytes, 0);
    assert.notEqual(arrays.take(10), first);
    assert.equal(arrays.take(11).length, 11);
  });

  it("caches no large arrays", () => {
    const arrays = new ZeroedArrays();
    arrays.release(new Uint32Array(2 ** 23), new Uint32Array(0));
    assert.equal(arrays.bytes, 0);
  });
});
