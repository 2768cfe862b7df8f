import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import { OutOfTime } from "#src/engines/kernel/memory/errors.js";
import type { EntryQuery } from "#src/engines/kernel/query/query.js";
import { randomRuns } from "../../../full.js";
import { BUILDS } from "./builds.js";
import { Random } from "./random.js";
import { randomMarks, randomPass, randomShape } from "./random-query.js";
import { startKernel } from "./start.js";
import { FAR, makeBitmap, makeList, makeTable, type Shape, type TestCodes, type TestTable } from "./tables.js";

const BOUNDS = { deadline: Number.POSITIVE_INFINITY };

for (const { name, runs, ...options } of BUILDS) {
  describe(`markCodes (${name})`, () => {
    let kernel: Kernel;
    before(async () => (kernel = await startKernel(options)));
    after(() => kernel.close());

    /** Mark the codes of every column of a random table under random cuts, and look at one entry after the other. */
    const compare = (seed: number, more: Partial<Shape> = {}): void => {
      const random = new Random(seed);
      const table = makeTable(kernel, { ...randomShape(random), ...more }, random);
      const { query, selected } = randomEntries(random, table);
      for (const { column, values } of table.codes) {
        const marks = new Uint8Array(column.size);
        values.forEach((code, row) => {
          if (selected[row]) marks[code] = 1;
        });
        const count = marks.filter((mark) => mark === 1).length;
        assert.deepEqual(kernel.markCodes(query, column, BOUNDS), { marks, count });
      }
      table.release();
    };

    it("marks the same codes as reading one entry after the other", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => compare(seed)),
        { numRuns: runs },
      );
    });

    it("works in the upper half of a memory, where pointers are negative", () => {
      for (let seed = 0; seed < randomRuns(2, 6); seed++) compare(seed, { before: FAR });
    });

    it("stops after the deadline", () => {
      const table = makeTable(
        kernel,
        { rows: [500], codes: [{ width: 1, size: 7 }], numbers: [], runs: false },
        new Random(1),
      );
      const query = { segments: table.segments, filter: null, cuts: [] };
      assert.throws(() => kernel.markCodes(query, table.codes[0]!.column, { deadline: 0 }), OutOfTime);
      table.release();
    });
  });
}

interface RandomEntries {
  readonly query: EntryQuery;
  /** The same, entry by entry. */
  readonly selected: readonly boolean[];
}

function randomEntries(random: Random, table: TestTable): RandomEntries {
  const marked = random.chance(50) ? randomMarks(random, table.rows) : null;
  const cuts = table.codes
    .filter(() => random.chance(40))
    .map((codes) => ({ codes, pass: randomPass(random, codes.column.size) }));
  const filter = marked && (random.chance(50) ? makeList(marked) : makeBitmap(table.segments, marked));
  const passes =
    (row: number) =>
    ({ codes, pass }: { codes: TestCodes; pass: Uint8Array }) =>
      pass[codes.values[row]!] === 1;
  return {
    query: { segments: table.segments, filter, cuts: cuts.map(({ codes: { column }, pass }) => ({ column, pass })) },
    selected: Array.from({ length: table.rows }, (_, row) => (marked?.[row] ?? true) && cuts.every(passes(row))),
  };
}
