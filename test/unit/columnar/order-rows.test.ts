import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type KeyStep, orderRows } from "#src/columnar/search/order-rows.js";

describe("ordering hits", () => {
  const bits = fc.oneof(
    fc.nat(3),
    fc.integer({ min: 0, max: 0xffff_ffff }),
    fc.constantFrom(0, 0x400, 0x7ff, 0x800, 0x20_0000, 0x8000_0000, 0xffff_ffff),
  );
  const key = fc.tuple(fc.nat(2), bits, bits);

  it("gives any page as sorting all does", () => {
    fc.assert(
      fc.property(fc.array(key, { maxLength: 120 }), fc.nat(130), fc.nat(12), (keys, first, limit) => {
        const unique = [...new Map(keys.map((each) => [each.join(), each])).values()];
        const steps = [0, 1, 2].map((step): KeyStep => (hits, out) => {
          for (let at = 0; at < hits.length; at++) out[at] = unique[hits[at]!]![step]!;
        });
        const wanted = [...unique.keys()]
          .toSorted((a, b) => {
            const step = [0, 1, 2].find((each) => unique[a]![each] !== unique[b]![each])!;
            return unique[a]![step]! - unique[b]![step]!;
          })
          .slice(first, first + limit);
        assert.deepEqual([...orderRows(unique.length, steps, first, limit)], wanted);
      }),
      { numRuns: 2000 },
    );
  });
});
