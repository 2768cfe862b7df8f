import assert from "node:assert/strict";
import { after, describe, it, mock } from "node:test";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { OverflowMemory } from "#src/engines/kernel/memory/overflow-memory.js";
import type { CubeMemory } from "#src/engines/kernel/memory/cube-memory.js";
import { Random } from "../random.js";
import { makeTable, type TestTable } from "../tables.js";

const BOUNDS = { maxGroups: 1_000_000, deadline: Number.POSITIVE_INFINITY };
const MOST = 2 ** 20;

const kernel = Kernel.start({ maxGrowth: MOST });
after(() => kernel.close());

function tableOf(size: number): TestTable {
  return makeTable(kernel, { rows: [3000], codes: [{ width: 4, size }], numbers: [], runs: false }, new Random(1));
}

/** Count entries by the table's only column. */
function count(table: TestTable): number {
  const { column } = table.codes[0]!;
  const keys = [{ column, group: null, cardinality: column.size }];
  const query = { segments: table.segments, filter: null, cuts: [], keys, measures: [], order: [], first: 0, limit: 9 };
  return kernel.aggregate(query, BOUNDS).numGroups;
}

describe("overflow memory for large queries", () => {
  it("is separate from the table, and counts for the table of the last query", () => {
    const [small, large] = [tableOf(100), tableOf(100_000)];
    const memoryOf = ({ segments }: TestTable): CubeMemory => segments[0]!.memory;
    const before = memoryOf(large).byteLength;
    assert.equal(count(small), new Set(small.codes[0]!.values).size);
    assert.equal(kernel.overflowBytesOf(memoryOf(small)), 0);
    assert.equal(count(large), new Set(large.codes[0]!.values).size);
    assert.ok(memoryOf(large).byteLength <= before + 2 * MOST);
    assert.ok(kernel.overflowBytesOf(memoryOf(large)) > MOST);
    const other = tableOf(100_000);
    const held = kernel.overflowBytesOf(memoryOf(large));
    count(other);
    assert.equal(kernel.overflowBytesOf(memoryOf(large)), 0);
    assert.equal(kernel.overflowBytesOf(memoryOf(other)), held);
    for (const table of [small, large, other]) table.release();
  });

  it("does not count blocks twice", () => {
    const table = tableOf(100_000);
    const { column } = table.codes[0]!;
    const keys = [{ column, group: null, cardinality: column.size }];
    const visit = { blocks: 0, skipped: 0 };
    const query = {
      segments: table.segments,
      filter: null,
      cuts: [],
      keys,
      measures: [],
      order: [],
      first: 0,
      limit: 9,
    };
    kernel.aggregate(query, { ...BOUNDS, visit });
    assert.deepEqual(visit, { blocks: 2, skipped: 0 });
    table.release();
  });

  it("is released after half a minute without use, at a quiet moment", () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const waiting: (() => void)[] = [];
      const made: CubeMemory[] = [];
      const room = new OverflowMemory(
        () => {
          const memory = kernel.newMemory(64);
          made.push(memory);
          return memory;
        },
        (act) => waiting.push(act),
      );
      const table = tableOf(10);
      const [{ memory }] = table.segments as [(typeof table.segments)[0]];
      room.open(table.segments);
      mock.timers.tick(20_000);
      room.open(table.segments);
      mock.timers.tick(20_000);
      assert.equal(waiting.length, 0);
      mock.timers.tick(10_000);
      assert.equal(waiting.length, 1);
      // A query used it meanwhile.
      room.open(table.segments);
      waiting[0]!();
      assert.ok(room.bytesFor(memory) > 0);
      mock.timers.tick(30_000);
      waiting[1]!();
      assert.equal(room.bytesFor(memory), 0);
      assert.deepEqual(
        made.map(({ released }) => released),
        [true],
      );
      table.release();
    } finally {
      mock.timers.reset();
    }
  });
});
