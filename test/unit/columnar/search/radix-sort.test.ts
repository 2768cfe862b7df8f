import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type SortPass, radixSort } from "#src/columnar/search/radix-sort.js";
import { Random } from "../../kernel/random.js";

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
        const steps = [0, 1, 2].map((step): SortPass => (hits, out) => {
          for (let at = 0; at < hits.length; at++) out[at] = unique[hits[at]!]![step]!;
        });
        const wanted = [...unique.keys()]
          .toSorted((a, b) => {
            const step = [0, 1, 2].find((each) => unique[a]![each] !== unique[b]![each])!;
            return unique[a]![step]! - unique[b]![step]!;
          })
          .slice(first, first + limit);
        assert.deepEqual([...radixSort(unique.length, steps, first, limit)], wanted);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives any page of many hits as sorting all does", () => {
    const count = 40_000;
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(1, 3, 1000, 2 ** 32),
        fc.nat(count),
        fc.nat(60),
        (seed, distinct, first, limit) => {
          const random = new Random(seed);
          const keys = Uint32Array.from({ length: count }, () => random.int(distinct));
          // What is equal in the first step comes in the order of the second.
          const steps: readonly SortPass[] = [
            (hits, out) => hits.forEach((hit, at) => (out[at] = keys[hit]!)),
            (hits, out) => hits.forEach((hit, at) => (out[at] = 0xffff_ffff - hit)),
          ];
          const sorted = [...keys.keys()].toSorted((a, b) => keys[a]! - keys[b]! || b - a);
          for (const from of [first, first % 200]) {
            assert.deepEqual([...radixSort(count, steps, from, limit)], sorted.slice(from, from + limit));
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
