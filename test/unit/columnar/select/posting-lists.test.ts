import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { columnarFormat } from "#src/columnar/format.js";
import type { ColumnarEngine } from "#src/columnar/engine.js";
import { indexBudget } from "#src/columnar/select/index-budget.js";
import { PostingLists } from "#src/columnar/select/posting-lists.js";
import { openCodes } from "#src/columnar/table/open-columns.js";
import type { DimensionColumn } from "#src/columnar/table/table.js";
import { Kernel } from "#src/kernel/kernel.js";
import { loadRows } from "../../../contract/sample.js";
import { spendingModel } from "../../../fixtures.js";
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

/** Member by member, the obvious way. */
function rowsOf(column: DimensionColumn, members: Uint32Array): Uint32Array {
  const codeOf = openCodes(table, column.codes);
  const all = Array.from({ length: COUNT }, (_, row) => row);
  return Uint32Array.from([...members].flatMap((member) => all.filter((row) => codeOf(row) === member)));
}

function bytesOf(entries: PostingLists): number {
  return table.dimensions.reduce((sum, column) => sum + entries.bytesOf(column), 0);
}

function want(entries: PostingLists, column: DimensionColumn, times: number): Uint32Array | null {
  let found: Uint32Array | null = null;
  for (let time = 0; time < times; time++) found = entries.list(column, Uint32Array.of(1));
  return found;
}

describe("the entries of members", () => {
  it("are those that have them, however little room there is, and take no more than that", () => {
    const columns = table.dimensions;
    for (const room of [0, 100, LIST, LIST + 400, 2.5 * LIST, Infinity]) {
      const entries = new PostingLists(table, ALWAYS, room);
      const queries = new Random(room === Infinity ? 1 : room);
      for (let query = 0; query < 200; query++) {
        const column = queries.pick(columns);
        const size = column.attributes[0]!.length;
        const members = Uint32Array.from(new Set([queries.int(size), queries.int(size)]));
        const expected = rowsOf(column, members);
        const told = entries.numListed(column, members);
        assert.ok(told === null || told === expected.length);
        const listed = entries.list(column, members);
        if (listed) assert.deepEqual(listed, expected);
        assert.equal(entries.count(column, members), expected.length);
        assert.ok(bytesOf(entries) <= room, `${bytesOf(entries)} of ${room}`);
      }
    }
  });

  it("are kept of the dimensions that are wanted most", () => {
    const entries = new PostingLists(table, ALWAYS, LIST + 2000);
    assert.ok(want(entries, region, 10));
    assert.equal(want(entries, cofog1, 19), null);
    assert.ok(want(entries, region, 1));
    assert.ok(want(entries, cofog1, 3));
    assert.equal(want(entries, region, 1), null);
    assert.ok(want(entries, cofog1, 1));
  });

  it("are told to be found only where they will be", () => {
    const entries = new PostingLists(table, ALWAYS, LIST + 2000);
    want(entries, region, 10);
    assert.equal(entries.numListed(cofog1, Uint32Array.of(1)), null);
    assert.equal(entries.numListed(region, Uint32Array.of(1)), rowsOf(region, Uint32Array.of(1)).length);
  });

  it("make way for others, those first that are wanted least", () => {
    const entries = new PostingLists(table, ALWAYS, 4 * LIST);
    want(entries, region, 9);
    want(entries, rate, 5);
    want(entries, cofog1, 7);
    entries.leave(4 * LIST - 2 * LIST - startBytes(region) - startBytes(rate) - startBytes(cofog1));
    assert.deepEqual(
      [region, rate, cofog1].map((column) => entries.bytesOf(column)),
      [LIST + startBytes(region), startBytes(rate), LIST + startBytes(cofog1)],
    );
    entries.leave(5 * LIST);
    assert.equal(bytesOf(entries), 0);
    entries.leave(0);
    assert.deepEqual(want(entries, rate, 1), rowsOf(rate, Uint32Array.of(1)));
  });

  it("are made a slice after the other, and queries go on without them meanwhile", async () => {
    const entries = new PostingLists(table, ALWAYS, Infinity, 100);
    const members = Uint32Array.of(1, 5);
    const expected = rowsOf(cofog1, members);
    assert.equal(entries.numListed(cofog1, members), null);
    assert.equal(entries.list(cofog1, members), null);
    assert.equal(entries.bytesOf(cofog1), 0);
    await entries.settle();
    assert.equal(entries.bytesOf(cofog1), startBytes(cofog1));
    assert.equal(entries.numListed(cofog1, members), expected.length);
    assert.equal(entries.list(cofog1, members), null);
    assert.equal(entries.bytesOf(cofog1), startBytes(cofog1));
    // What is asked about others meanwhile waits for its turn.
    assert.equal(want(entries, region, 3), null);
    await entries.settle();
    assert.deepEqual(entries.list(cofog1, members), expected);
    want(entries, region, 1);
    await entries.settle();
    want(entries, region, 1);
    await entries.settle();
    assert.deepEqual(want(entries, region, 1), rowsOf(region, Uint32Array.of(1)));
  });

  it("are counted at once, whatever is being made", async () => {
    const entries = new PostingLists(table, ALWAYS, Infinity, 100);
    entries.list(cofog1, Uint32Array.of(1));
    assert.equal(entries.count(cofog1, Uint32Array.of(1)), rowsOf(cofog1, Uint32Array.of(1)).length);
    await entries.settle();
    assert.equal(entries.bytesOf(cofog1), startBytes(cofog1));
  });

  it("are not kept where the room went while they were made", async () => {
    const entries = new PostingLists(table, ALWAYS, LIST + 2000, 100);
    entries.list(cofog1, Uint32Array.of(1));
    entries.leave(LIST + 1900);
    await entries.settle();
    assert.equal(bytesOf(entries), 0);
  });

  it("are given up when their table is", async () => {
    const other = loadRows(columnarFormat(kernel), spendingModel(), rows) as ColumnarEngine;
    const entries = new PostingLists(other.table, ALWAYS, Infinity, 100);
    const column = other.table.dimensions[cofog1.dimension.index]!;
    entries.list(column, Uint32Array.of(1));
    other.dispose();
    await entries.settle();
    assert.equal(entries.bytesOf(column), 0);
  });

  it("have what the order of loading and the blocks leave of two fifths of columns and ids", () => {
    const widths = [
      ...table.dimensions.map(({ codes }) => codes.width),
      ...table.measures.flatMap(({ limbs }) => limbs.map(({ width }) => width)),
    ].reduce<number>((sum, width) => sum + width, 20);
    const blocks = 2 * (table.dimensions.length * 32 + 2 * 16);
    assert.equal(indexBudget(table), Math.floor(COUNT * widths * 0.4) - blocks);
  });
});
