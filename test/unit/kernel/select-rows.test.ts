import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import type { Kernel } from "#src/kernel/kernel.js";
import type { Selection } from "#src/kernel/query.js";
import { BUILDS } from "./builds.js";
import { obviousSelection } from "./obvious.js";
import { Random } from "./random.js";
import { randomPass, randomShape } from "./random-query.js";
import { startKernel } from "./start.js";
import { makeBitmap, makeTable, type TestTable } from "./tables.js";

for (const { name, runs, ...options } of BUILDS) {
  describe(`selectRows (${name})`, () => {
    let kernel: Kernel;
    before(async () => (kernel = await startKernel(options)));
    after(() => kernel.close());

    it("marks what looking at one entry after the other marks", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const random = new Random(seed);
          const table = makeTable(kernel, randomShape(random), random);
          const selection = randomSelection(random, table, 3);
          assert.deepEqual(
            kernel.selectRows(table.segments, selection),
            makeBitmap(table.segments, obviousSelection(table, selection)),
          );
          table.release();
        }),
        { numRuns: runs },
      );
    });
  });
}

function randomSelection(random: Random, table: TestTable, depth: number): Selection {
  const op = random.pick(
    depth > 0 ? (["cut", "rows", "and", "or", "not", "and"] as const) : (["cut", "rows"] as const),
  );
  switch (op) {
    case "cut": {
      const { column } = random.pick(table.codes);
      return { op, cut: { column, pass: randomPass(random, column.size) } };
    }
    case "rows": {
      const marked = Array.from({ length: table.rows }, () => random.chance(30));
      return { op, rows: makeBitmap(table.segments, marked) };
    }
    case "not":
      return { op, of: randomSelection(random, table, depth - 1) };
    case "and":
    case "or":
      return { op, of: Array.from({ length: random.int(4) }, () => randomSelection(random, table, depth - 1)) };
  }
}
