import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import type { CellKey, CellSums, SharedColumns } from "#src/engines/columnar/rollups/cells.js";
import { sizeOf } from "#src/engines/columnar/rollups/cells.js";
import { sumCells } from "#src/engines/columnar/rollups/sum-cells.js";
import { planPasses } from "#src/engines/columnar/rollups/sum-passes.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { CodeColumn } from "#src/engines/kernel/query/table.js";
import { Random } from "../../kernel/random.js";
import { makeTable, type TestTable } from "../../kernel/tables.js";

const kernel = Kernel.start();
after(() => kernel.close());

const ALL = { maxGroups: 10_000_000, deadline: Number.POSITIVE_INFINITY };
const random = new Random(11);
/** A table with several blocks in each segment, and more cells than one pass has. */
const table = makeTable(
  kernel,
  {
    rows: [300_000, 270_000],
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
  },
  random,
);
after(() => table.release());
const limbs = table.numbers.map(({ column }) => column);

function share({ segments }: TestTable): SharedColumns {
  return { segments: segments.map(({ memory, rows }) => ({ memory: memory.memory, rows })), limbs };
}

function byCodes(at: number): CellKey {
  return { codes: table.codes[at]!.column, ranks: null, members: null };
}

/** Group codes at random into a number of classes. */
function byRanks(at: number, classes: number): CellKey {
  const codes: CodeColumn = table.codes[at]!.column;
  const ranks = Uint32Array.from({ length: codes.size }, () => random.int(classes));
  return { codes, ranks, members: Uint32Array.from({ length: classes }, (_, rank) => ranks.indexOf(rank)) };
}

/** Print cells in the order of their keys, a line for each. */
function linesOf({ length, keys, sums, counts }: CellSums): readonly string[] {
  return Array.from({ length }, (_, cell) =>
    [...keys.map((key) => String(key[cell]).padStart(7)), ...sums.map((sum) => sum[cell]), counts[cell]].join(" "),
  ).toSorted();
}

describe("cells computed block by block", () => {
  const groupings: readonly [name: string, keys: readonly CellKey[]][] = [
    ["of nothing", []],
    ["of one key", [byCodes(0)]],
    ["of several passes", [byCodes(1), byCodes(2)]],
    ["of several passes by ranks", [byCodes(0), byRanks(2, 40_000), byCodes(1)]],
  ];
  for (const [name, keys] of groupings) {
    it(`equal those of one aggregation: ${name}`, () => {
      const found = sumCells(kernel, share(table), keys, limbs, ALL)!;
      const wanted = kernel.aggregate(
        {
          segments: table.segments,
          filter: null,
          cuts: [],
          keys: keys.map((key) => ({ column: key.codes, group: key.ranks, cardinality: sizeOf(key) })),
          measures: limbs,
          order: [],
          first: 0,
          limit: Number.MAX_SAFE_INTEGER,
        },
        ALL,
      );
      assert.equal(found.length, wanted.length);
      assert.deepEqual(linesOf(found), linesOf(wanted));
      for (const [maxGroups, isComplete] of [
        [found.length, true],
        [found.length - 1, false],
      ] as const) {
        if (maxGroups === 0) continue;
        const counted = sumCells(kernel, share(table), keys, [], { ...ALL, maxGroups });
        assert.equal(counted?.length ?? null, isComplete ? found.length : null, `${maxGroups}`);
      }
    });
  }

  it("have each code in one pass, and all codes of a rank in the same", () => {
    assert.deepEqual(planPasses([byCodes(0), byCodes(1)], 1_000_000), [null]);
    const ranked = byRanks(2, 40_000);
    const passes = planPasses([byCodes(1), ranked], 1_000_000);
    assert.equal(passes.length, 8);
    for (const pass of passes) assert.equal(pass!.key, 1);
    const passOf = new Map<number, number>();
    for (const [code, rank] of ranked.ranks!.entries()) {
      const own = passes.findIndex((pass) => pass!.pass[code] === 1);
      assert.equal(passes.filter((pass) => pass!.pass[code] === 1).length, 1);
      assert.equal(passOf.get(rank) ?? own, own);
      passOf.set(rank, own);
    }
  });
});
