import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import type { NumberStatistics } from "#src/engines/kernel/query/query.js";
import { BUILDS } from "./builds.js";
import { Random } from "./random.js";
import { startKernel } from "./start.js";
import { makeBitmap, makeTable } from "./tables.js";

for (const { name, runs, ...options } of BUILDS) {
  describe(`statistics (${name})`, () => {
    let kernel: Kernel;
    before(async () => (kernel = await startKernel(options)));
    after(() => kernel.close());

    it("are exact", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const random = new Random(seed);
          const width = random.pick([4, 8] as const);
          const bits = random.pick(width === 4 ? [3, 31] : [20, 33, 52]);
          const rows = Array.from({ length: 1 + random.int(2) }, () => random.pick([0, 1, 64, 700, 2_049]));
          const table = makeTable(kernel, { rows, codes: [], numbers: [{ width, bits }], runs: false }, random);
          const marked = Array.from({ length: table.rows }, () => random.chance(50));
          const { column, values } = table.numbers[0]!;
          const { segments } = table;
          assert.deepEqual(kernel.statistics(segments, column, null), describeAll(values));
          assert.deepEqual(
            kernel.statistics(segments, column, makeBitmap(segments, marked)),
            describeAll(values.filter((_, row) => marked[row])),
          );
          table.release();
        }),
        { numRuns: runs },
      );
    });

    it("are exact for the smallest and the largest number", () => {
      for (const number of [-(2n ** 63n), 2n ** 63n - 1n, 0xffff_ffff_ffffn, -1n]) {
        const memory = kernel.newMemory(64);
        const pointer = memory.allocate(8);
        memory.i64(pointer, 1).set([number]);
        const column = { pointers: [pointer], width: 8, min: number, max: number } as const;
        assert.deepEqual(kernel.statistics([{ memory, rows: 1 }], column, null), describeAll([number]));
        memory.release();
      }
    });
  });
}

function describeAll(values: readonly bigint[]): NumberStatistics {
  return {
    count: values.length,
    sum: values.reduce((sum, value) => sum + value, 0n),
    sumOfSquares: values.reduce((sum, value) => sum + value * value, 0n),
    min: values.reduce<bigint | null>((least, value) => (least === null || value < least ? value : least), null),
    max: values.reduce<bigint | null>((most, value) => (most === null || value > most ? value : most), null),
  };
}
