import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import { stridesOf } from "#src/engines/kernel/groups/groups.js";
import { fitsComposite } from "#src/engines/kernel/groups/join-keys.js";
import type { AmountPairs } from "#src/engines/kernel/query/query.js";
import { assertVaried, randomRuns } from "../../../full.js";
import { BUILDS } from "./builds.js";
import { obviousGroups } from "./obvious-groups.js";
import { Random } from "./random.js";
import { kernelQuery, randomQuery, randomShape } from "./random-query.js";
import { startKernel } from "./start.js";
import { FAR, makeBitmap, makeTable, type Shape } from "./tables.js";

const BOUNDS = { maxGroups: Number.MAX_SAFE_INTEGER, deadline: Number.POSITIVE_INFINITY };

for (const { name, runs, ...options } of BUILDS) {
  describe(`extremes (${name})`, () => {
    let kernel: Kernel;
    before(async () => (kernel = await startKernel(options)));
    after(() => kernel.close());

    /** Find the extremes of some measures while adding them up, and in a pass of their own. */
    const compare = (seed: number, more: Partial<Shape> = {}): number => {
      const random = new Random(seed);
      const table = makeTable(kernel, { ...randomShape(random), ...more }, random);
      const query = { ...randomQuery(random, table), weight: undefined, first: 0, limit: Number.MAX_SAFE_INTEGER };
      const extremes = random.int(query.measures.length + 1);
      const page = kernel.aggregate({ ...kernelQuery(table, { ...query, order: [] }), extremes }, BOUNDS);
      const wanted = query.measures.map(({ values }) => {
        const groups = obviousGroups(table, query, values).map(({ amounts }) => amounts.toSorted(compareAmounts));
        const [lower, upper] = [groups.map((amounts) => amounts[0]!), groups.map((amounts) => amounts.at(-1)!)];
        const all = [...lower, ...upper].toSorted(compareAmounts);
        return { lower, upper, total: all.length === 0 ? null : { lower: all[0]!, upper: all.at(-1)! } };
      });
      if (page.extremes && page.numEntries > 0) {
        assert.deepEqual(page.extremes.map(pairsOf), wanted.slice(0, extremes));
      }
      const keys = query.keys.map(({ codes, group, cardinality }) => ({ column: codes.column, group, cardinality }));
      if (fitsComposite(keys) && page.numEntries > 0) {
        const strides = stridesOf(keys.map(({ cardinality }) => cardinality));
        const composites = BigUint64Array.from(page.counts, (_, group) =>
          strides.reduce((sum, stride, key) => sum + stride * BigInt(page.keys[key]![group]!), 0n),
        );
        const filter = query.filter && makeBitmap(table.segments, query.filter);
        const cuts = query.cuts.map(({ codes, pass }) => ({ column: codes.column, pass }));
        const found = query.measures.map(({ column }) =>
          kernel.extremes(
            { segments: table.segments, filter, cuts, keys, column },
            { keys: composites, counts: page.counts },
            BOUNDS,
          ),
        );
        assert.deepEqual(found.map(pairsOf), wanted);
      }
      table.release();
      return page.extremes?.length ?? 0;
    };

    it("are the smallest and the largest amounts of each group and of all", () => {
      let found = 0;
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          found += compare(seed);
        }),
        { numRuns: runs * 4 },
      );
      assertVaried({ found });
    });

    it("work in the upper half of a memory, where pointers are negative", () => {
      for (let seed = 0; seed < randomRuns(2, 6); seed++) compare(seed, { before: FAR });
    });
  });
}

function pairsOf({ lower, upper, total }: AmountPairs) {
  return { lower: [...lower], upper: [...upper], total };
}

function compareAmounts(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
