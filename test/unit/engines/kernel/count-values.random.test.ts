import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import { stridesOf } from "#src/engines/kernel/groups/groups.js";
import { fitsComposite } from "#src/engines/kernel/groups/join-keys.js";
import { BUILDS } from "./builds.js";
import { obviousGroups } from "./obvious-groups.js";
import { Random } from "./random.js";
import { randomQuery, randomShape } from "./random-query.js";
import { startKernel } from "./start.js";
import { makeBitmap, makeTable } from "./tables.js";

for (const { name, runs, ...options } of BUILDS) {
  describe(`numbers of values (${name})`, () => {
    let kernel: Kernel;
    before(async () => (kernel = await startKernel(options)));
    after(() => kernel.close());

    it("are those of the different values of each group and of all", () => {
      const compare = (seed: number): void => {
        const random = new Random(seed);
        const table = makeTable(kernel, randomShape(random), random);
        const query = randomQuery(random, table);
        const { column, values } = random.pick(table.codes);
        const missing = random.int(4) - 1;
        const keys = query.keys.map(({ codes, group, cardinality }) => ({ column: codes.column, group, cardinality }));
        if (fitsComposite(keys)) {
          const groups = obviousGroups(table, query, values.map(BigInt));
          const strides = stridesOf(keys.map(({ cardinality }) => cardinality));
          const known = {
            keys: BigUint64Array.from(groups, ({ ranks }) =>
              ranks.reduce((sum, rank, key) => sum + BigInt(rank) * strides[key]!, 0n),
            ),
            counts: groups.map(({ amounts }) => amounts.length),
          };
          const filter = query.filter && makeBitmap(table.segments, query.filter);
          const cuts = query.cuts.map(({ codes, pass }) => ({ column: codes.column, pass }));
          const counted = { column, group: null, cardinality: column.size };
          const asked = { segments: table.segments, filter, cuts, keys, values: counted, missing };
          const found = kernel.countValues(asked, known, { deadline: Number.POSITIVE_INFINITY });
          const countOf = (all: readonly bigint[]): number =>
            new Set(all.filter((each) => each !== BigInt(missing))).size;
          if (found) {
            assert.deepEqual(
              [...found.counts],
              groups.map(({ amounts }) => countOf(amounts)),
            );
            assert.equal(found.total, countOf(groups.flatMap(({ amounts }) => amounts)));
          }
        }
        table.release();
      };
      fc.assert(
        fc.property(fc.integer(), (seed) => compare(seed)),
        { numRuns: runs * 3 },
      );
    });
  });
}
