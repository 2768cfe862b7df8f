import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { numberSortKeys } from "#src/engines/columnar/search/number-sort-keys.js";
import { radixSort } from "#src/engines/columnar/search/radix-sort.js";
import type { ColumnarTable } from "#src/engines/columnar/table/table.js";
import type { AmountValues } from "#src/engines/kernel/query/table.js";

describe("ordering hits by numbers", () => {
  for (const [width, max] of [
    [4, 2n ** 31n - 1n],
    [8, 2n ** 33n],
    [8, 2n ** 62n],
  ] as const) {
    it(`orders integers of ${width} bytes up to ${max} either way, in one segment and in several`, () => {
      const number = fc.oneof(fc.bigInt(-max, max), fc.bigInt(-5n, 5n), fc.constantFrom(-max, max, 0xffff_ffffn % max));
      fc.assert(
        fc.property(fc.uniqueArray(number, { minLength: 1, maxLength: 60 }), fc.nat(4), (numbers, segmentRows) => {
          const { table, column } = lay(numbers, width, segmentRows === 0 ? numbers.length : segmentRows);
          const rows = Uint32Array.from(numbers.keys());
          const ordered = (descending: boolean): bigint[] => {
            const passes = numberSortKeys(table, column, rows, descending);
            return [...radixSort(rows.length, passes, 0, rows.length)].map((hit) => numbers[hit]!);
          };
          const ascending = numbers.toSorted((a, b) => (a < b ? -1 : 1));
          assert.deepEqual(ordered(false), ascending);
          assert.deepEqual(ordered(true), ascending.toReversed());
        }),
        { numRuns: 500 },
      );
    });
  }
});

/** Return the parts of a table that sort passes read: the numbers of its segments, and their bounds. */
function lay(numbers: readonly bigint[], width: 4 | 8, segmentRows: number) {
  const segments = [];
  for (let first = 0; first < numbers.length; first += segmentRows) {
    const own = numbers.slice(first, first + segmentRows);
    const { buffer } = width === 4 ? Int32Array.from(own, Number) : BigInt64Array.from(own);
    const memory = { u32: (pointer: number, length: number) => new Uint32Array(buffer, pointer, length) };
    segments.push({ memory, rows: own.length });
  }
  const sorted = numbers.toSorted((a, b) => (a < b ? -1 : 1));
  const column = { pointers: segments.map(() => 0), width, min: sorted[0]!, max: sorted.at(-1)! };
  const table = { segments, segmentRows, rows: numbers.length } as unknown as ColumnarTable;
  return { table, column: column satisfies AmountValues };
}
