import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import { TooManyGroups } from "#src/engines/kernel/memory/errors.js";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import type { GroupPage, KernelBounds } from "#src/engines/kernel/query/query.js";
import { randomRuns } from "../../../full.js";
import { BUILDS } from "./builds.js";
import { obviousAggregate, type TestQuery } from "./obvious.js";
import { Random } from "./random.js";
import { kernelQuery, randomQuery, randomShape } from "./random-query.js";
import { startKernel } from "./start.js";
import { FAR, makeTable, type TestTable } from "./tables.js";

const BOUNDS: KernelBounds = { maxGroups: 1_000_000, deadline: Infinity };
/** Answers from the large table, which is the same in every build. */
const LARGE_PAGES: GroupPage[] = [];

for (const { name, runs, ...options } of BUILDS) {
  describe(`aggregate (${name})`, () => {
    let kernel: Kernel;
    before(async () => (kernel = await startKernel(options)));
    after(() => kernel.close());

    it("equals adding up one entry after the other", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const random = new Random(seed);
          const table = makeTable(kernel, randomShape(random), random);
          for (let count = 0; count < 3; count++) compare(kernel, table, randomQuery(random, table), BOUNDS);
          table.release();
        }),
        { numRuns: runs },
      );
    });

    it("works in the upper half of a memory, where pointers are negative", () => {
      for (let seed = 0; seed < randomRuns(2, 4); seed++) {
        const random = new Random(seed);
        const table = makeTable(kernel, { ...randomShape(random), before: FAR }, random);
        for (let count = 0; count < 5; count++) compare(kernel, table, randomQuery(random, table), BOUNDS);
        table.release();
      }
    });

    it("works for tables of several pieces", () => {
      const random = new Random(7);
      const shape = {
        rows: [264_193, 4097],
        codes: [
          { width: 1, size: 12 },
          { width: 2, size: 3_000 },
          { width: 4, size: 100_000 },
        ],
        numbers: [
          { width: 4, bits: 31 },
          { width: 8, bits: 40 },
        ],
        runs: false,
      } as const;
      const table = makeTable(kernel, shape, random);
      const pass = Uint8Array.from({ length: 12 }, (_, code) => (code === 5 || code === 7 ? 1 : 0));
      const cuts = [{ codes: table.codes[0]!, pass }];
      const [a, b, c] = table.codes.map((codes) => ({ codes, group: null, cardinality: codes.column.size }));
      const order = [{ by: "measure", index: 1, descending: true }] as const;
      const query = { filter: null, cuts: [], measures: table.numbers, order, first: 0, limit: 50 };
      const queries: TestQuery[] = [
        ...[[], [b!, a!], [c!, b!]].map((keys) => ({ ...query, keys })),
        ...[[], [a!], [c!], [c!, a!], [c!, b!, a!]].map((keys) => ({ ...query, keys, cuts })),
      ];
      for (const [at, each] of queries.entries()) {
        LARGE_PAGES[at] ??= obviousAggregate(table, each, BOUNDS);
        assert.deepEqual(kernel.aggregate(kernelQuery(table, each), BOUNDS), LARGE_PAGES[at]);
      }
      table.release();
    });

    it("returns short pages of many groups, even if more groups are equal than the estimated capacity", () => {
      const random = new Random(13);
      const size = 20_000;
      const codes = [{ width: 2, size }] as const;
      const numbers = [{ width: 4, bits: 31 }] as const;
      const table = makeTable(kernel, { rows: [30_000], codes, numbers, runs: true }, random);
      const keys = [{ codes: table.codes[0]!, group: null, cardinality: size }];
      const orders: TestQuery["order"] = [
        { by: "count", descending: true },
        { by: "count", descending: false },
        { by: "measure", index: 0, descending: true },
        { by: "key", key: 0, ranks: random.shuffle(size), descending: true },
        { by: "key", key: 0, ranks: new Uint32Array(size), descending: false },
      ];
      for (const order of orders) {
        for (const [first, limit] of [
          [0, 10],
          [3_000, 500],
          [9_990, 20],
        ] as const) {
          compare(
            kernel,
            table,
            { filter: null, cuts: [], keys, measures: table.numbers, order: [order], first, limit },
            BOUNDS,
          );
        }
      }
      table.release();
    });

    it("separates all combinations of keys, even if they exceed 64 bits", () => {
      const random = new Random(11);
      const codes = Array.from({ length: 10 }, () => ({ width: 4, size: 2 ** 20 }) as const);
      const shape = { rows: [700, 300], codes, numbers: [{ width: 8, bits: 40 }], runs: false } as const;
      const table = makeTable(kernel, shape, random);
      const keys = table.codes.map((one) => ({ codes: one, group: null, cardinality: 2 ** 20 }));
      const order = [
        { by: "key", key: 8, ranks: null, descending: true },
        { by: "key", key: 1, ranks: random.shuffle(2 ** 20), descending: false },
      ] as const;
      compare(
        kernel,
        table,
        { filter: null, cuts: [], keys, measures: table.numbers, order, first: 5, limit: 900 },
        BOUNDS,
      );
      table.release();
    });

    it("refuses one group above the limit, by cells and by hashing", () => {
      const random = new Random(3);
      const codes = [5, 70_000, 2 ** 22].map((size) => ({ width: 4, size }) as const);
      const table = makeTable(kernel, { rows: [500, 600], codes, numbers: [], runs: true }, random);
      for (const one of table.codes) {
        const keys = [{ codes: one, group: null, cardinality: one.column.size }];
        const query = { filter: null, cuts: [], keys, measures: [], order: [], first: 0, limit: 1 };
        const { numGroups } = kernel.aggregate(kernelQuery(table, query), BOUNDS);
        compare(kernel, table, query, { ...BOUNDS, maxGroups: numGroups });
        assert.throws(
          () => kernel.aggregate(kernelQuery(table, query), { ...BOUNDS, maxGroups: numGroups - 1 }),
          TooManyGroups,
        );
      }
      table.release();
    });

    it("stops after the deadline and answers the next query", () => {
      const random = new Random(5);
      const shape = { rows: [3_000], codes: [{ width: 1, size: 9 }], numbers: [], runs: false } as const;
      const table = makeTable(kernel, shape, random);
      const keys = [{ codes: table.codes[0]!, group: null, cardinality: 9 }];
      const query = { filter: null, cuts: [], keys, measures: [], order: [], first: 0, limit: 9 };
      assert.throws(() => kernel.aggregate(kernelQuery(table, query), { ...BOUNDS, deadline: 0 }), {
        name: "OutOfTime",
      });
      compare(kernel, table, query, BOUNDS);
      table.release();
    });
  });
}

function compare(kernel: Kernel, table: TestTable, query: TestQuery, bounds: KernelBounds): void {
  assert.deepEqual(kernel.aggregate(kernelQuery(table, query), bounds), obviousAggregate(table, query, bounds));
}
