import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/engines/columnar/format.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { indexBudget } from "#src/engines/columnar/select/index-budget.js";
import { PostingLists } from "#src/engines/columnar/select/posting-lists.js";
import { openCodes } from "#src/engines/columnar/table/open-columns.js";
import type { DimensionColumn } from "#src/engines/columnar/table/table.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { loadRows } from "../../../../contract/sample.js";
import { spendingModel } from "../../../../fixtures.js";
import { Random } from "../../kernel/random.js";

const kernel = Kernel.start();
const COUNT = 3000;
const random = new Random(3);
const rows = Array.from({ length: COUNT }, (_, at) => ({
  id: `${at}`,
  paid: 1n,
  region: `${random.int(7)}`,
  code: `${random.int(300)}`,
  rate: random.int(40),
}));
const engine = loadRows(columnarFormat(kernel), spendingModel(), rows) as ColumnarEngine;
after(async () => {
  engine.dispose();
  await kernel.close();
});

const { table } = engine;
const ALWAYS = { rows: 0, members: 0, share: 1 };
const LIST = COUNT * 4;
const [region, rate, cofog1] = ["region", "rate", "cofog1"].map(columnNamed) as [
  DimensionColumn,
  DimensionColumn,
  DimensionColumn,
];

function columnNamed(name: string): DimensionColumn {
  return table.dimensions.find(({ dimension }) => dimension.name === name)!;
}

function startBytes({ attributes }: DimensionColumn): number {
  return (attributes[0]!.length + 1) * 4;
}

/** List the rows of members by reading all codes. */
function rowsOf(column: DimensionColumn, members: Uint32Array): Uint32Array {
  const codeOf = openCodes(table, column.codes);
  const all = Array.from({ length: COUNT }, (_, row) => row);
  return Uint32Array.from([...members].flatMap((member) => all.filter((row) => codeOf(row) === member)));
}

function bytesOf(lists: PostingLists): number {
  return table.dimensions.reduce((sum, column) => sum + lists.bytesOf(column), 0);
}

function want(lists: PostingLists, column: DimensionColumn, times: number): Uint32Array | null {
  let found: Uint32Array | null = null;
  for (let time = 0; time < times; time++) found = lists.list(column, Uint32Array.of(1));
  return found;
}

function countEntries(lists: PostingLists, column: DimensionColumn, members: Uint32Array): number {
  const entriesOf = lists.entriesOf(column, () => {});
  return members.reduce((sum, member) => sum + entriesOf(member), 0);
}

describe("posting lists", () => {
  it("list the right entries and stay within any budget", () => {
    const columns = table.dimensions;
    for (const budget of [0, 100, LIST, LIST + 400, 2.5 * LIST, Infinity]) {
      const lists = new PostingLists(table, ALWAYS, budget);
      const queries = new Random(budget === Infinity ? 1 : budget);
      for (let query = 0; query < 200; query++) {
        const column = queries.pick(columns);
        const size = column.attributes[0]!.length;
        const members = Uint32Array.from(new Set([queries.int(size), queries.int(size)]));
        const expected = rowsOf(column, members);
        const count = lists.numListed(column, members);
        assert.ok(count === null || count === expected.length);
        const listed = lists.list(column, members);
        if (listed) assert.deepEqual(listed, expected);
        assert.equal(countEntries(lists, column, members), expected.length);
        assert.ok(bytesOf(lists) <= budget, `${bytesOf(lists)} of ${budget}`);
      }
    }
  });

  it("are cached for the dimensions that are requested most", () => {
    const lists = new PostingLists(table, ALWAYS, LIST + 2000);
    assert.ok(want(lists, region, 10));
    assert.equal(want(lists, cofog1, 19), null);
    assert.ok(want(lists, region, 1));
    assert.ok(want(lists, cofog1, 3));
    assert.equal(want(lists, region, 1), null);
    assert.ok(want(lists, cofog1, 1));
  });

  it("report a number of rows only if they will list them", () => {
    const lists = new PostingLists(table, ALWAYS, LIST + 2000);
    want(lists, region, 10);
    assert.equal(lists.numListed(cofog1, Uint32Array.of(1)), null);
    assert.equal(lists.numListed(region, Uint32Array.of(1)), rowsOf(region, Uint32Array.of(1)).length);
  });

  it("are evicted for rollups, those requested least first", () => {
    const lists = new PostingLists(table, ALWAYS, 4 * LIST);
    want(lists, region, 9);
    want(lists, rate, 5);
    want(lists, cofog1, 7);
    lists.leave(4 * LIST - 2 * LIST - startBytes(region) - startBytes(rate) - startBytes(cofog1));
    assert.deepEqual(
      [region, rate, cofog1].map((column) => lists.bytesOf(column)),
      [LIST + startBytes(region), startBytes(rate), LIST + startBytes(cofog1)],
    );
    lists.leave(5 * LIST);
    assert.equal(bytesOf(lists), 0);
    lists.leave(0);
    assert.deepEqual(want(lists, rate, 1), rowsOf(rate, Uint32Array.of(1)));
  });

  it("are built slice by slice, and queries go on without them meanwhile", async () => {
    const lists = new PostingLists(table, ALWAYS, Infinity, 100);
    const members = Uint32Array.of(1, 5);
    const expected = rowsOf(cofog1, members);
    assert.equal(lists.numListed(cofog1, members), null);
    assert.equal(lists.list(cofog1, members), null);
    assert.equal(lists.bytesOf(cofog1), 0);
    await lists.settle();
    assert.equal(lists.bytesOf(cofog1), startBytes(cofog1));
    assert.equal(lists.numListed(cofog1, members), expected.length);
    assert.equal(lists.list(cofog1, members), null);
    assert.equal(lists.bytesOf(cofog1), startBytes(cofog1));
    // Lists of another dimension wait until this build ends.
    assert.equal(want(lists, region, 3), null);
    await lists.settle();
    assert.deepEqual(lists.list(cofog1, members), expected);
    want(lists, region, 1);
    await lists.settle();
    want(lists, region, 1);
    await lists.settle();
    assert.deepEqual(want(lists, region, 1), rowsOf(region, Uint32Array.of(1)));
  });

  it("count at once, even during a build", async () => {
    const lists = new PostingLists(table, ALWAYS, Infinity, 100);
    lists.list(cofog1, Uint32Array.of(1));
    assert.equal(countEntries(lists, cofog1, Uint32Array.of(1)), rowsOf(cofog1, Uint32Array.of(1)).length);
    await lists.settle();
    assert.equal(lists.bytesOf(cofog1), startBytes(cofog1));
  });

  it("are not cached if the budget shrank during the build", async () => {
    const lists = new PostingLists(table, ALWAYS, LIST + 2000, 100);
    lists.list(cofog1, Uint32Array.of(1));
    lists.leave(LIST + 1900);
    await lists.settle();
    assert.equal(bytesOf(lists), 0);
  });

  it("are dropped with their table", async () => {
    const other = loadRows(columnarFormat(kernel), spendingModel(), rows) as ColumnarEngine;
    const lists = new PostingLists(other.table, ALWAYS, Infinity, 100);
    const column = other.table.dimensions[cofog1.dimension.index]!;
    lists.list(column, Uint32Array.of(1));
    other.dispose();
    await lists.settle();
    assert.equal(lists.bytesOf(column), 0);
  });

  it("have a budget of two fifths of columns and ids, less load order and zone maps", () => {
    const widths = [
      ...table.dimensions.map(({ codes }) => codes.width),
      ...table.measures.flatMap(({ limbs }) => limbs.map(({ width }) => width)),
    ].reduce<number>((sum, width) => sum + width, 20);
    const zoneMaps = 2 * (table.dimensions.length * 32 + 2 * 16);
    assert.equal(indexBudget(table), Math.floor(COUNT * widths * 0.4) - zoneMaps);
  });
});
