import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import { OutOfTime } from "#src/engines/kernel/memory/errors.js";
import { stridesOf } from "#src/engines/kernel/groups/groups.js";
import { fitsComposite } from "#src/engines/kernel/groups/join-keys.js";
import { randomRuns } from "../../../full.js";
import { BUILDS } from "./builds.js";
import type { TestQuery } from "./obvious.js";
import { obviousGroups } from "./obvious-groups.js";
import { Random } from "./random.js";
import { randomQuery, randomShape } from "./random-query.js";
import { startKernel } from "./start.js";
import { FAR, makeBitmap, makeTable, type Shape, type TestTable } from "./tables.js";

const BOUNDS = { deadline: Number.POSITIVE_INFINITY };
const SOME_NUMBERS = [
  { width: 4, bits: 31 },
  { width: 8, bits: 49 },
  { width: 4, bits: 3 },
] as const;

/** What is found in the large tables, which are the same in every build. */
const LARGE: (Expected | undefined)[] = [];

for (const { name, runs, ...options } of BUILDS) {
  describe(`medians (${name})`, () => {
    let kernel: Kernel;
    before(async () => (kernel = await startKernel(options)));
    after(() => kernel.close());

    /** Find the medians of a random table under a random query, and sort the amounts of each group. */
    const compare = (seed: number, more: Partial<Shape> = {}, expect = expected): void => {
      const random = new Random(seed);
      const table = makeTable(kernel, { ...randomShape(random), numbers: SOME_NUMBERS, ...more }, random);
      const query = randomQuery(random, table);
      const { column, values } = random.pick(table.numbers);
      const keys = query.keys.map(({ codes, group, cardinality }) => ({ column: codes.column, group, cardinality }));
      if (fitsComposite(keys)) {
        const { groups, total } = expect(table, query, values);
        const strides = stridesOf(keys.map(({ cardinality }) => cardinality));
        const composites = BigUint64Array.from(groups, ({ ranks }) =>
          ranks.reduce((sum, rank, key) => sum + BigInt(rank) * strides[key]!, 0n),
        );
        const filter = query.filter && makeBitmap(table.segments, query.filter);
        const cuts = query.cuts.map(({ codes, pass }) => ({ column: codes.column, pass }));
        const known = { keys: composites, counts: groups.map(({ count }) => count) };
        const found = kernel.medians({ segments: table.segments, filter, cuts, keys, column }, known, BOUNDS);
        assert.deepEqual(
          [...found.lower],
          groups.map(({ middle: [lower] }) => lower),
        );
        assert.deepEqual(
          [...found.upper],
          groups.map(({ middle: [, upper] }) => upper),
        );
        assert.deepEqual(found.total, total && { lower: total[0], upper: total[1] });
      }
      table.release();
    };

    it("are those of the sorted amounts of each group and of all", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => compare(seed)),
        { numRuns: runs * 4 },
      );
    });

    it("work in the upper half of a memory, where pointers are negative", () => {
      for (let seed = 0; seed < randomRuns(2, 6); seed++) compare(seed, { before: FAR });
    });

    it("are none in a table without entries", () => {
      for (let seed = 0; seed < randomRuns(4, 24); seed++) compare(seed, { rows: [0] });
    });

    it("are found in groups that several threads share", () => {
      for (const [at, rows] of [[280_000], [150_000, 140_000]].entries()) {
        compare(7, { rows, codes: [{ width: 1, size: 2 }] }, (...of) => (LARGE[at] ??= expected(...of)));
      }
    });

    it("stop after the deadline", () => {
      const table = makeTable(
        kernel,
        { rows: [500], codes: [{ width: 1, size: 7 }], numbers: SOME_NUMBERS, runs: false },
        new Random(1),
      );
      const keys = [{ column: table.codes[0]!.column, group: null, cardinality: 7 }];
      const known = { keys: BigUint64Array.of(0n, 1n, 2n, 3n, 4n, 5n, 6n), counts: [80, 70, 70, 70, 70, 70, 70] };
      const { column } = table.numbers[0]!;
      const query = { segments: table.segments, filter: null, cuts: [], keys, column };
      assert.throws(() => kernel.medians(query, known, { deadline: 0 }), OutOfTime);
      table.release();
    });
  });
}

type Middle = readonly [lower: bigint, upper: bigint];

interface Expected {
  readonly groups: readonly { readonly ranks: readonly number[]; readonly count: number; readonly middle: Middle }[];
  /** `null`: no entry is selected. */
  readonly total: Middle | null;
}

function expected(table: TestTable, query: TestQuery, values: readonly bigint[]): Expected {
  const groups = obviousGroups(table, query, values);
  const all = groups.flatMap(({ amounts }) => amounts);
  return {
    groups: groups.map(({ ranks, amounts }) => ({ ranks, count: amounts.length, middle: middleOf(amounts) })),
    total: all.length === 0 ? null : middleOf(all),
  };
}

function middleOf(amounts: readonly bigint[]): Middle {
  const sorted = amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!];
}
