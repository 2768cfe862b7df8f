import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { reportMemory } from "#src/engines/columnar/memory-report.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { chooseKeys } from "#src/engines/columnar/clustering/choose-keys.js";
import { clusterRows } from "#src/engines/columnar/clustering/cluster-rows.js";
import { rowsInLoadOrder } from "#src/engines/columnar/table/rows-in-load-order.js";
import type { ColumnarEngine } from "#src/engines/columnar/engine.js";
import { openCodes } from "#src/engines/columnar/table/open-columns.js";
import { PostingLists } from "#src/engines/columnar/select/posting-lists.js";
import type { TableHeader } from "#src/engines/columnar/table/table-header.js";
import { DamagedStore } from "#src/core/errors/errors.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import type { Model } from "#src/core/model/cube.js";
import { loadCopy } from "../../../../contract/serialize-suite.js";
import { loadRows } from "../../../../contract/sample.js";
import { type Row, spendingModel } from "../../../../fixtures.js";
import { Random } from "../../kernel/random.js";

const model = spendingModel();
const kernel = Kernel.start({ zonedEntries: 0 });
after(() => kernel.close());

const ALWAYS = { rows: 0, clusterRows: 0 };
const COUNT = 20_000;
const random = new Random(1);
const ROWS: readonly Row[] = Array.from({ length: COUNT }, (_, at) => ({
  id: String(at),
  paid: BigInt(at),
  region: `region ${random.int(5)}`,
  code: String(random.int(9)),
  date: `20${10 + random.int(4)}-0${1 + random.int(9)}-01`,
}));

function clustered(memoryBytes?: number): ColumnarEngine {
  return loadRows(columnarFormat(kernel, memoryBytes, ALWAYS), model, ROWS) as ColumnarEngine;
}

/** A model with some dimensions as facets, and no others. */
function withFacets(...names: readonly string[]): Model {
  const dimensions = model.dimensions.map((each) => ({
    ...each,
    facet: names.includes(each.name),
    attributes: each.attributes.map((attribute) => ({ ...attribute, facet: false })),
  }));
  return { ...model, dimensions, views: [] };
}

describe("clustering keys", () => {
  const choose = (of: Model, groups: Readonly<Record<string, number>>, rows: number): readonly string[] => {
    const candidates = of.dimensions.map(({ name, index }) => ({
      dimension: index,
      groupOf: new Uint32Array(0),
      groups: groups[name] ?? 1000,
    }));
    const keys = chooseKeys(of, rows, candidates, { clusterRows: 10 });
    return keys.map(({ dimension }) => of.dimensions[dimension]!.name);
  };
  it("are time, then facets, then the dimensions with the fewest members", () => {
    const groups = { time: 10, region: 4, cofog1: 9 };
    assert.deepEqual(choose(withFacets("cofog1"), groups, 100_000), ["time", "cofog1", "region"]);
    assert.deepEqual(choose(withFacets(), groups, 100_000), ["time", "region", "cofog1"]);
  });

  it("leave out dimensions that make clusters too small or have a single group", () => {
    assert.deepEqual(choose(withFacets(), { time: 10, region: 4, cofog1: 9 }, 900), ["time", "region"]);
    assert.deepEqual(choose(withFacets(), { time: 1, region: 1, cofog1: 9 }, 900), ["cofog1"]);
    assert.deepEqual(choose(withFacets(), { region: 4 }, 39), []);
  });
});

describe("clusters", () => {
  it("group equal codes, keep load order within a cluster, and differ in one key from the next cluster", () => {
    const columns = [Array.from({ length: 60 }, () => random.int(2)), Array.from({ length: 60 }, () => random.int(3))];
    const keys = [2, 3].map((groups, dimension) => ({ dimension, groups, groupOf: Uint32Array.from([0, 1, 2]) }));
    const { ranks, starts } = clusterRows(60, keys, (dimension, place) => columns[dimension]![place]!)!;
    const places = new Uint32Array(60).fill(60);
    ranks.forEach((row, place) => (places[row] = place));
    assert.ok(!places.includes(60));
    const clusters = starts.map((start, at) => [...places.subarray(start, starts[at + 1])]);
    for (const own of clusters)
      assert.deepEqual(
        own,
        own.toSorted((a, b) => a - b),
      );
    const codes = clusters.map((own) => new Set(own.map((place) => columns.map((column) => column[place]).join())));
    assert.deepEqual(
      codes.map((each) => [...each].join(" ")),
      ["0,0", "0,1", "0,2", "1,2", "1,1", "1,0"],
    );
  });

  it("are `null` if the entries are in that order already", () => {
    const keys = [{ dimension: 0, groups: 4, groupOf: Uint32Array.from([0, 1, 2, 3]) }];
    assert.equal(
      clusterRows(40, keys, (_, place) => Math.floor(place / 10)),
      null,
    );
    assert.notEqual(
      clusterRows(40, keys, (_, place) => place % 4),
      null,
    );
  });

  for (const [name, memoryBytes] of [
    ["one memory", undefined],
    ["several memories", 2 ** 16],
  ] as const) {
    it(`find the entries at any place in load order: ${name}`, () => {
      const engine = clustered(memoryBytes);
      const { table } = engine;
      assert.ok(table.order);
      const rows = rowsInLoadOrder(table, 0, COUNT);
      assert.notDeepEqual(
        [...rows],
        [...rows].toSorted((a, b) => a - b),
      );
      for (const [first, count] of [
        [0, 7],
        [13_000, 300],
        [COUNT - 1, 1],
        [5, 0],
      ] as const) {
        assert.deepEqual(rowsInLoadOrder(table, first, count), rows.subarray(first, first + count));
      }
      engine.dispose();
    });
  }

  it("find the entries of a dimension with a different member in each entry", () => {
    const own = loadRows(columnarFormat(kernel, undefined, ALWAYS), model, ROWS.slice(0, 500)) as ColumnarEngine;
    const { table } = own;
    assert.ok(table.order);
    const column = table.dimensions.find(({ attributes }) => attributes[0]!.length === table.rows)!;
    const entries = new PostingLists(table, { rows: 0, members: 0, share: 1 });
    const members = Uint32Array.of(0, 250, 499);
    assert.deepEqual(
      entries.list(column, members),
      members.map((place) => rowsInLoadOrder(table, place, 1)[0]!),
    );
    own.dispose();
  });

  it("let cuts skip blocks", () => {
    const engine = clustered();
    const { segments, dimensions } = engine.table;
    const { codes } = dimensions.find(({ dimension }) => dimension.name === "time")!;
    const pass = new Uint8Array(codes.size);
    pass[0] = 1;
    const visit = { blocks: 0, skipped: 0 };
    const query = { segments, filter: null, keys: [], measures: [], order: [], first: 0, limit: 1 };
    const { numEntries } = kernel.aggregate(
      { ...query, cuts: [{ column: codes, pass }] },
      { maxGroups: 1, deadline: Infinity, visit },
    );
    assert.equal(numEntries, ROWS.filter(({ date }) => date === ROWS[0]!.date).length);
    assert.ok(visit.skipped > visit.blocks / 2, `${visit.skipped} of ${visit.blocks} blocks skipped`);
    engine.dispose();
  });

  it("report the bytes of the load order, and give each row its place in it", () => {
    const engine = clustered();
    const order = reportMemory(engine).find(({ purpose }) => purpose === "load order");
    assert.equal(order!.bytes, COUNT * 2);
    const placeOf = openCodes(engine.table, engine.table.order!.places);
    assert.deepEqual(
      [...rowsInLoadOrder(engine.table, 0, 50)].map((row) => placeOf(row)),
      [...Array(50).keys()],
    );
    engine.dispose();
  });

  it("read their keys from the header, or `null` from a header without keys", () => {
    const format = columnarFormat(kernel, undefined, ALWAYS);
    const engine = clustered();
    const { header, parts } = format.serialize(engine);
    assert.deepEqual(engine.table.order!.keys, [0, 3, 5]);
    const keysOf = (of: unknown): readonly number[] | null => {
      const loaded = loadCopy(format, model, { header: of, parts }) as ColumnarEngine;
      loaded.dispose();
      return loaded.table.order!.keys;
    };
    assert.deepEqual(keysOf(header), [0, 3, 5]);
    const { keys: _, ...order } = (header as TableHeader).order!;
    assert.equal(keysOf({ ...(header as TableHeader), order }), null);
    engine.dispose();
  });

  it("reject a header with an invalid order", () => {
    const format = columnarFormat(kernel, undefined, ALWAYS);
    const engine = clustered();
    const { header, parts } = format.serialize(engine);
    const own = header as { readonly order: { readonly starts: readonly number[] } };
    loadCopy(format, model, { header, parts }).dispose();
    for (const order of [
      {},
      ...[0, [-1], [6], ["time"]].map(keys),
      { ...own.order, starts: [] },
      ...[[1], [0, 0], [0, COUNT], [0, 5, 3]].map(starts),
    ]) {
      const lengths = parts.map(({ length }) => length);
      assert.throws(() => format.open(model, { ...own, order }, lengths).dispose(), DamagedStore);
    }
    function keys(of: unknown): unknown {
      return { ...own.order, keys: of };
    }
    function starts(of: readonly number[]): unknown {
      return { ...own.order, starts: of };
    }
    engine.dispose();
  });
});
