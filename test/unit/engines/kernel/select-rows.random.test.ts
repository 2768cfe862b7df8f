import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import type { NumberCut, Selection } from "#src/engines/kernel/query/query.js";
import { randomRuns } from "../../../full.js";
import { BUILDS } from "./builds.js";
import { obviousSelection } from "./obvious.js";
import { Random } from "./random.js";
import { randomPass, randomShape } from "./random-query.js";
import { startKernel } from "./start.js";
import { FAR, makeBitmap, makeList, makeTable, type TestTable } from "./tables.js";

for (const { name, runs, ...options } of BUILDS) {
  describe(`selectRows (${name})`, () => {
    let kernel: Kernel;
    before(async () => (kernel = await startKernel(options)));
    after(() => kernel.close());

    it("marks the same entries as testing one after the other", () => {
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

    it("works in the upper half of a memory, where pointers are negative", () => {
      for (let seed = 0; seed < randomRuns(2, 6); seed++) {
        const random = new Random(seed);
        const table = makeTable(kernel, { ...randomShape(random), before: FAR }, random);
        const selection = randomSelection(random, table, 3);
        assert.deepEqual(
          kernel.selectRows(table.segments, selection),
          makeBitmap(table.segments, obviousSelection(table, selection)),
        );
        table.release();
      }
    });
  });
}

function randomSelection(random: Random, table: TestTable, depth: number): Selection {
  const op = random.pick(
    depth > 0 ? (["cut", "rows", "and", "or", "not", "and"] as const) : (["cut", "rows"] as const),
  );
  switch (op) {
    case "cut": {
      if (table.numbers.length > 0 && random.chance(30)) return { op, cut: randomNumberCut(random, table) };
      const { column } = random.pick(table.codes);
      return { op, cut: { column, pass: randomPass(random, column.size) } };
    }
    case "rows": {
      const marked = Array.from({ length: table.rows }, () => random.chance(30));
      return { op, rows: random.chance(50) ? makeList(marked) : makeBitmap(table.segments, marked) };
    }
    case "not":
      return { op, of: randomSelection(random, table, depth - 1) };
    case "and":
    case "or":
      return { op, of: Array.from({ length: random.int(4) }, () => randomSelection(random, table, depth - 1)) };
  }
}

/** Generate bounds: numbers of the column, numbers next to them, or the column's limits. */
function randomNumberCut(random: Random, table: TestTable): NumberCut {
  const { column, values } = random.pick(table.numbers);
  const least = -(2n ** BigInt(column.width * 8 - 1));
  const bounds = [0, 0]
    .map(() => {
      const number =
        values.length === 0 || random.chance(20) ? random.pick([least, -least - 1n, 0n]) : random.pick(values);
      const near = number + BigInt(random.int(3)) - 1n;
      return near < least ? least : near > -least - 1n ? -least - 1n : near;
    })
    .toSorted((a, b) => (a < b ? -1 : 1));
  return { numbers: column, low: bounds[0]!, high: bounds[1]! };
}
