import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { type SortPass, radixSort } from "#src/engines/columnar/search/radix-sort.js";
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
        const passes = [0, 1, 2].map((pass): SortPass => (hits, out) => {
          for (let at = 0; at < hits.length; at++) out[at] = unique[hits[at]!]![pass]!;
        });
        const wanted = [...unique.keys()]
          .toSorted((a, b) => {
            const pass = [0, 1, 2].find((each) => unique[a]![each] !== unique[b]![each])!;
            return unique[a]![pass]! - unique[b]![pass]!;
          })
          .slice(first, first + limit);
        assert.deepEqual([...radixSort(unique.length, passes, first, limit)], wanted);
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
          // Hits that are equal in the first pass are ordered by the second.
          const passes: readonly SortPass[] = [
            (hits, out) => hits.forEach((hit, at) => (out[at] = keys[hit]!)),
            (hits, out) => hits.forEach((hit, at) => (out[at] = 0xffff_ffff - hit)),
          ];
          const sorted = [...keys.keys()].toSorted((a, b) => keys[a]! - keys[b]! || b - a);
          for (const from of [first, first % 200]) {
            assert.deepEqual([...radixSort(count, passes, from, limit)], sorted.slice(from, from + limit));
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});
