import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "node:test";
import { ByteReader, ByteWriter } from "#src/core/engine/byte-sequence.js";
import { randomRuns } from "../../../full.js";

const item = fc.oneof(
  fc.record({ is: fc.constant("integer" as const), value: fc.oneof(fc.maxSafeNat(), fc.nat(300)) }),
  fc.record({
    is: fc.constant("signed" as const),
    value: fc.oneof(
      fc.bigInt({ min: -300n, max: 300n }),
      fc.bigInt({ min: -(2n ** 48n), max: 2n ** 48n }),
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
      fc.integer({ min: 0, max: 130 }).map((bits) => 2n ** BigInt(bits)),
    ),
  }),
  fc.record({
    is: fc.constant("value" as const),
    value: fc.oneof(fc.constant(null), fc.double({ noNaN: true }), fc.string({ unit: "grapheme", maxLength: 400 })),
  }),
);

describe("a sequence of bytes", () => {
  it("is read as what was written, from anywhere", () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 40 }), fc.nat(9), (items, before) => {
        const writer = new ByteWriter();
        for (let at = 0; at < before; at++) writer.integer(at);
        const start = writer.length;
        for (const each of items) {
          if (each.is === "integer") writer.integer(each.value);
          else if (each.is === "signed") writer.signed(each.value);
          else writer.value(each.value);
        }
        const shared = new Uint8Array(new SharedArrayBuffer(writer.length + 3), 3);
        shared.set(writer.bytes);
        const reader = new ByteReader(shared, start);
        for (const { is, value } of items) assert.deepEqual(reader[is](), value);
      }),
      { numRuns: randomRuns(200, 5000) },
    );
  });

  it("takes a byte for small integers, and has lists", () => {
    const writer = new ByteWriter();
    writer.integer(3);
    for (const each of [127, 0, 128]) writer.integer(each);
    assert.equal(writer.length, 5);
    const reader = new ByteReader(writer.bytes, 0);
    assert.deepEqual(
      reader.list(() => reader.integer()),
      [127, 0, 128],
    );
  });
});
