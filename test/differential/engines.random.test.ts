import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import { columnarFormat } from "#src/columnar/format.js";
import type { WriteCounts } from "#src/engine/storage.js";
import type { AggregateResult, Engine } from "#src/engine/engine.js";
import type { Entry } from "#src/engine/entry.js";
import { gatherCells } from "#src/engine/collect-cells.js";
import { UNBOUNDED } from "#src/engine/bounds.js";
import { streamEntries, withReader } from "#src/engine/with-reader.js";
import { Kernel } from "#src/kernel/kernel.js";
import { decimalText } from "#src/model/values/decimal.js";
import { plainFormat } from "../reference/builder.js";
import { decimalAt } from "#src/model/values/decimal-column.js";
import { bindAggregate } from "#src/query/aggregate/bind.js";
import { bindDistinct } from "#src/query/distinct/bind.js";
import { loadCopy } from "../contract/freeze-suite.js";
import type { LocalFormat } from "../contract/sample.js";
import { queryParameters } from "../fixtures.js";
import { asItIs, lookUp, lookUpSliced } from "./look-up.js";
import { sumUpAsked, sumUpPairs } from "./sum-up-asked.js";
import { sumUp } from "./sum-up.js";
import { randomRuns } from "../full.js";
import { type RandomCube, randomCube } from "./random-cube.js";

/** `DIFFERENTIAL_RUNS=100000 npm test` looks longer. */
const RUNS = Number(process.env["DIFFERENTIAL_RUNS"] ?? randomRuns(60, 1000));
const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };

/** Entries are put beside others like them however few there are. */
const CLUSTERED = { rows: 0, clusterRows: 0 };
const AS_LOADED = { rows: Number.POSITIVE_INFINITY, clusterRows: 0 };

type Open = (kernel: Kernel, engine: Engine, cube: RandomCube) => Engine | Promise<Engine>;

const kernels: readonly (readonly [string, Kernel, number | undefined, boolean, Open, typeof CLUSTERED?])[] = [
  ["one thread, checked", Kernel.start({ threads: 1, checked: true }), undefined, false, asItIs],
  ["two threads", Kernel.start({ threads: 2 }), undefined, false, asItIs],
  ["blocks judged, checked", Kernel.start({ threads: 1, checked: true, zonedEntries: 0 }), undefined, false, asItIs],
  ["several memories, frozen and thawed", Kernel.start({ threads: 1 }), 4096, true, asItIs],
  [
    "several memories, blocks judged, entries looked up",
    Kernel.start({ threads: 1, zonedEntries: 0 }),
    4096,
    false,
    lookUpSliced,
  ],
  ["room elsewhere, several memories", Kernel.start({ maxGrowth: 0, zonedEntries: 0 }), 4096, false, asItIs, CLUSTERED],
  ["cuboids, checked", Kernel.start({ threads: 1, checked: true }), undefined, false, sumUp],
  [
    "cuboids, blocks judged, two threads",
    Kernel.start({ threads: 2, parallelEntries: 0, zonedEntries: 0 }),
    undefined,
    false,
    sumUp,
  ],
  ["cuboids of several memories, frozen and thawed", Kernel.start({ threads: 1 }), 4096, true, sumUp],
  ["clusters, checked", Kernel.start({ checked: true }), undefined, false, asItIs, CLUSTERED],
  ["clusters, blocks judged, frozen and thawed", Kernel.start({ zonedEntries: 0 }), undefined, true, asItIs, CLUSTERED],
  [
    "clusters of several memories, blocks judged, entries looked up",
    Kernel.start({ zonedEntries: 0 }),
    4096,
    true,
    lookUp,
    CLUSTERED,
  ],
  [
    "clusters and cuboids of several memories, blocks judged",
    Kernel.start({ zonedEntries: 0 }),
    4096,
    false,
    sumUp,
    CLUSTERED,
  ],
  [
    "clusters of several memories, blocks judged, serialized and opened",
    Kernel.start({ zonedEntries: 0 }),
    4096,
    true,
    asItIs,
    CLUSTERED,
  ],
  ["cuboids of what is asked, checked", Kernel.start({ threads: 1, checked: true }), undefined, false, sumUpAsked],
  [
    "cuboids of what is asked, several memories",
    Kernel.start({ threads: 2, parallelEntries: 0, zonedEntries: 0 }),
    4096,
    false,
    sumUpPairs,
    CLUSTERED,
  ],
];

after(() => Promise.all(kernels.map(([, kernel]) => kernel.close())));

interface Loaded {
  readonly engine: Engine;
  readonly outcomes: readonly WriteCounts[];
}

/**
 * @param isFrozen whether each version goes through its bytes before it is read and built upon
 */
async function load({ model, loads }: RandomCube, format: LocalFormat, isFrozen: boolean): Promise<Loaded> {
  let engine: Engine | null = null;
  const outcomes: WriteCounts[] = [];
  for (const { source, rows } of loads) {
    const builder = format.build(model, engine, source);
    await builder.write(rows);
    const { engine: next, ...counts } = await builder.finish();
    outcomes.push(counts);
    engine?.dispose();
    engine = next;
    if (!isFrozen) continue;
    const loaded = loadCopy(format, model, format.serialize(engine));
    engine.dispose();
    engine = loaded;
  }
  return { engine: engine!, outcomes };
}

/** What readers see, amounts to their last digit whatever the scale they are kept in. */
async function visible(result: AggregateResult): Promise<unknown> {
  const { totals, cells, ...rest } = await gatherCells(result);
  const sums = cells.sums.map((column) =>
    Array.from({ length: cells.length }, (_, row) => decimalText(decimalAt(column, row))),
  );
  return { ...rest, cells: { ...cells, sums }, totals: totals.map(decimalText) };
}

function visibleEntry(entry: Entry): unknown {
  return { ...entry, amounts: entry.amounts.map((each) => decimalText(each)) };
}

async function entriesOf(engine: Engine): Promise<unknown[]> {
  const entries: unknown[] = [];
  for await (const batch of streamEntries(engine)) entries.push(...batch.map(visibleEntry));
  return entries;
}

/** What the calls beside `aggregate` say: of every dimension, of every member, and about the cuts of every query. */
async function lookupsOf(engine: Engine, { model, queries, prefixes }: RandomCube): Promise<unknown> {
  const found: unknown[] = [];
  for (const dimension of model.dimensions) {
    found.push(await withReader(engine, UNBOUNDED, (reader) => reader.countMembers(dimension)));
    for (const text of queries) {
      const cut = queryParameters(text).get("cut") ?? "";
      for (const [at, prefix] of prefixes.entries()) {
        const parameters = new URLSearchParams({ cut, q: prefix, page: `${1 + at / 5}`, pagesize: "5" }).toString();
        const { query } = bindDistinct(model, dimension, queryParameters(parameters), 1024);
        const { members, count } = await withReader(engine, BOUNDS, (reader) => reader.distinct(query));
        found.push(count, members);
        for (const { values } of members) {
          const identity = values[dimension.identity.index] ?? null;
          if (identity !== null)
            found.push(await withReader(engine, UNBOUNDED, (reader) => reader.findMember(dimension, identity)));
        }
      }
    }
  }
  for await (const entries of streamEntries(engine)) {
    for (const { id } of entries.slice(0, 12))
      found.push(visibleEntry((await withReader(engine, UNBOUNDED, (reader) => reader.findEntry(id)))!));
  }
  return found;
}

describe("the columnar engine", () => {
  for (const [name, kernel, memoryBytes, isFrozen, open, layout = AS_LOADED] of kernels) {
    it(`answers as the plain one does: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(randomCube, async (cube) => {
          const plain = await load(cube, plainFormat, false);
          const loaded = await load(cube, columnarFormat(kernel, memoryBytes, layout), isFrozen);
          const columnar = { ...loaded, engine: await open(kernel, loaded.engine, cube) };
          try {
            assert.deepEqual(columnar.outcomes, plain.outcomes);
            assert.deepEqual(await entriesOf(columnar.engine), await entriesOf(plain.engine));
            assert.deepEqual(await lookupsOf(columnar.engine, cube), await lookupsOf(plain.engine, cube));
            for (const text of cube.queries) {
              const { query } = bindAggregate(cube.model, queryParameters(text), 1024);
              const [wanted, got] = [
                await withReader(plain.engine, BOUNDS, (reader) => reader.aggregate(query)),
                await withReader(columnar.engine, BOUNDS, (reader) => reader.aggregate(query)),
              ];
              assert.deepEqual(await visible(got), await visible(wanted), text);
            }
          } finally {
            columnar.engine.dispose();
          }
        }),
        { numRuns: RUNS },
      );
    });
  }
});
