import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import fc from "fast-check";
import type { Kernel } from "#src/engines/kernel/kernel.js";
import type { CodeCut, NumberCut, Selection, Visit } from "#src/engines/kernel/query/query.js";
import { obviousAggregate, obviousSelection, type TestQuery } from "../obvious.js";
import { Random } from "../random.js";
import { kernelQuery, randomMarks, randomPass } from "../random-query.js";
import { startKernel } from "../start.js";
import { makeBitmap, makeList, makeTable, type Shape, type TestTable } from "../tables.js";

const KERNELS = [
  { name: "release, two threads", threads: 2, parallelEntries: 0, zonedEntries: 0 },
  { name: "release, two threads for many blocks", threads: 2, parallelEntries: 3 * 2048, zonedEntries: 0 },
  { name: "checked", checked: true, zonedEntries: 0 },
];
const BLOCK = 2048;

for (const { name, ...options } of KERNELS) {
  describe(`pruning of blocks by zone maps (${name})`, () => {
    let kernel: Kernel;
    before(async () => (kernel = await startKernel(options)));
    after(() => kernel.close());

    it("changes no answer, in any order of entries", () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const random = new Random(seed);
          const table = makeTable(kernel, randomBlocks(random), random);
          const cuts = table.codes
            .filter(() => random.chance(60))
            .map((codes) => ({ codes, pass: randomPass(random, codes.column.size) }));
          const query = sumUp(table, {
            cuts,
            filter: random.chance(40) ? randomMarks(random, table.rows) : null,
          });
          const bounds = { maxGroups: 1_000_000, deadline: Infinity };
          for (let time = 0; time < 2; time++) {
            assert.deepEqual(
              kernel.aggregate(kernelQuery(table, query), bounds),
              obviousAggregate(table, query, bounds),
            );
          }
          const selection: Selection = {
            op: random.pick(["and", "or"] as const),
            of: [
              ...cuts.map(({ codes, pass }): Selection => ({ op: "cut", cut: { column: codes.column, pass } })),
              { op: "not", of: { op: "cut", cut: near(random, table) } },
              { op: "cut", cut: near(random, table) },
            ],
          };
          assert.deepEqual(
            kernel.selectRows(table.segments, selection),
            makeBitmap(table.segments, obviousSelection(table, selection)),
          );
          table.release();
        }),
        { numRuns: 40 },
      );
    });

    it("skips blocks without a passing code, and does not test blocks in which all codes pass", () => {
      const table = ordered(kernel, 16);
      const read = (codes: readonly number[], other: readonly number[] = [0, 1]): Visit => {
        const visit = { blocks: 0, skipped: 0 };
        const query = sumUp(table, {
          cuts: [
            { codes: table.codes[0]!, pass: passOf(table, 0, codes) },
            { codes: table.codes[1]!, pass: passOf(table, 1, other) },
          ],
          filter: null,
        });
        const bounds = { maxGroups: 100, deadline: Infinity };
        assert.deepEqual(
          kernel.aggregate(kernelQuery(table, query), { ...bounds, visit }),
          obviousAggregate(table, query, bounds),
        );
        return visit;
      };
      assert.deepEqual(read([5]), { blocks: 16, skipped: 15 });
      assert.deepEqual(read([0, 15]), { blocks: 16, skipped: 14 });
      assert.deepEqual(read([]), { blocks: 16, skipped: 16 });
      table.release();
    });

    it("visits no blocks for a list of entries", () => {
      const table = ordered(kernel, 16);
      const visit = { blocks: 0, skipped: 0 };
      const marked = Array.from({ length: table.rows }, (_, row) => row === 5 || row === 3 * BLOCK || row === 5000);
      const query = sumUp(table, { cuts: [], filter: marked });
      const bounds = { maxGroups: 100, deadline: Infinity };
      assert.deepEqual(
        kernel.aggregate({ ...kernelQuery(table, query), filter: makeList(marked) }, { ...bounds, visit }),
        obviousAggregate(table, query, bounds),
      );
      assert.deepEqual(visit, { blocks: 1, skipped: 0 });
      table.release();
    });

    it("respects numbers that differ but are equal as doubles", () => {
      const table = ordered(kernel, 3);
      const { column } = table.numbers[0]!;
      const numbers = table.segments[0]!.memory.i64(column.pointers[0]!, table.rows);
      const beyond = 2n ** 53n;
      for (let row = 0; row < table.rows; row++) numbers[row] = beyond + BigInt(Math.floor(row / BLOCK));
      const count = (low: bigint, high: bigint): number =>
        kernel.selectRows(table.segments, { op: "cut", cut: { numbers: column, low, high } }).count;
      assert.equal(count(beyond + 1n, beyond + 1n), BLOCK);
      assert.equal(count(beyond + 1n, beyond + 2n), 2 * BLOCK);
      assert.equal(count(0n, beyond), BLOCK);
      assert.equal(count(0n, beyond - 1n), 0);
      assert.equal(kernel.zones.bytesOf(column), 3 * 16);
      table.release();
    });

    it("costs 4 to 32 bytes per block, and none if all blocks are alike", () => {
      const table = ordered(kernel, 16);
      const pass = (at: number): CodeCut => ({ column: table.codes[at]!.column, pass: passOf(table, at, [1]) });
      const bytesOf = (at: number): number => kernel.zones.bytesOf(table.codes[at]!.column);
      assert.deepEqual([bytesOf(0), bytesOf(1), bytesOf(2)], [0, 0, 0]);
      kernel.selectRows(table.segments, { op: "and", of: [0, 1, 2].map((at) => ({ op: "cut", cut: pass(at) })) });
      assert.deepEqual([bytesOf(0), bytesOf(1), bytesOf(2)], [16 * 4, 0, 16 * 32]);
      table.release();
    });
  });
}

/** Generate segments of several blocks and a partial one, with one column optionally sorted. */
function randomBlocks(random: Random): Shape {
  const rows = Array.from({ length: 1 + random.int(2) }, () => random.int(5) * BLOCK + random.int(40));
  const runs = random.chance(60);
  return {
    rows,
    codes: [
      { width: 1, size: random.pick([2, 9, 40, 256]) },
      { width: 2, size: random.pick([3, 257, 6_000]) },
      { width: 4, size: random.pick([7, 100_000]) },
    ],
    numbers: [
      { width: 4, bits: 31 },
      { width: 8, bits: 49 },
    ],
    runs,
  };
}

/** Build columns: one code per block; two alternating codes; many codes, each in one block; numbers. */
function ordered(kernel: Kernel, blocks: number): TestTable {
  const random = new Random(1);
  const rows = blocks * BLOCK;
  const columns = [(row: number) => Math.floor(row / BLOCK), (row: number) => row % 2, (row: number) => row];
  const table = makeTable(
    kernel,
    {
      rows: [rows],
      codes: [
        { width: 1, size: blocks },
        { width: 1, size: 2 },
        { width: 4, size: rows },
      ],
      numbers: [{ width: 8, bits: 49 }],
      runs: false,
    },
    random,
  );
  const { memory } = table.segments[0]!;
  const codes = table.codes.map(({ column }, at) => {
    const values = Array.from({ length: rows }, (_, row) => columns[at]!(row));
    const [pointer] = column.pointers;
    (column.width === 1 ? memory.u8(pointer!, rows) : memory.u32(pointer!, rows)).set(values);
    return { column, values };
  });
  return { ...table, codes };
}

function passOf({ codes }: TestTable, column: number, passing: readonly number[]): Uint8Array {
  const pass = new Uint8Array(codes[column]!.column.size);
  for (const code of passing) pass[code] = 1;
  return pass;
}

function sumUp(table: TestTable, { cuts, filter }: Pick<TestQuery, "cuts" | "filter">): TestQuery {
  const [codes] = table.codes;
  const keys = [{ codes: codes!, group: null, cardinality: codes!.column.size }];
  return { cuts, filter, keys, measures: table.numbers, order: [], first: 0, limit: 1_000_000 };
}

/** Generate bounds next to numbers of the column. */
function near(random: Random, { numbers }: TestTable): NumberCut {
  const { column, values } = random.pick(numbers);
  const bounds = [0, 0].map(() => (values.length === 0 ? 0n : random.pick(values)) + BigInt(random.int(3)) - 1n);
  const [low, high] = bounds
    .map((bound) => BigInt.asIntN(column.width * 8, bound))
    .toSorted((a, b) => (a < b ? -1 : 1));
  return { numbers: column, low: low!, high: high! };
}
