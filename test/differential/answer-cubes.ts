import { AMOUNT_STATISTICS, type AmountStatistic } from "#src/core/model/measure-functions.js";
import assert from "node:assert/strict";
import type { TableFormat, WriteCounts } from "#src/core/engine/storage.js";
import type { AggregateResult, Engine } from "#src/core/engine/engine.js";
import type { Entry } from "#src/core/engine/entry.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { UNBOUNDED } from "#src/core/engine/bounds.js";
import { type Readable, streamEntries, withReader } from "#src/core/engine/with-reader.js";
import { decimalText } from "#src/core/model/values/decimal.js";
import type { Model } from "#src/core/model/cube.js";
import { decimalAt, type DecimalColumn } from "#src/core/model/values/decimal-column.js";
import type { Statistic } from "#src/core/query/aggregate/query.js";
import { bindAggregate } from "#src/core/query/aggregate/bind.js";
import { type AttributeTest, listNamedClauses } from "#src/core/query/condition/value-clauses.js";
import { bindDistinct } from "#src/core/query/distinct/bind.js";
import { openCopy } from "../contract/serialize-suite.js";
import { queryParameters } from "../fixtures.js";
import type { RandomCube } from "./random-cube.js";

const BOUNDS = { maxCells: 1_000_000, deadline: Number.POSITIVE_INFINITY };

export interface LoadedCube {
  readonly engine: Engine;
  readonly outcomes: readonly Outcome[];
}

/** What writing the rows of one source came to, amounts as texts. */
interface Outcome extends WriteCounts {
  readonly repeats: readonly unknown[];
  readonly disagreements: readonly unknown[];
}

/**
 * Load a cube's rows.
 * @param isSerialized true to serialize and reopen each version before it is read and built upon
 */
export async function loadCube(
  { model, loads }: RandomCube,
  format: TableFormat,
  isSerialized: boolean,
): Promise<LoadedCube> {
  let engine: Engine | null = null;
  const outcomes: Outcome[] = [];
  for (const { source, rows } of loads) {
    const repeats: unknown[] = [];
    const builder = format.build(model, engine, source, {
      keepFirst: source % 2 === 0,
      onRepeat: ({ entry, earlier: { row, amounts } }) =>
        repeats.push([entry.row, row, amounts.map((each) => decimalText(each))]),
    });
    const numbered = rows.map((entry, at) => ({ ...entry, row: at + 1 }));
    const half = Math.floor(rows.length / 2);
    for (const batch of [numbered.slice(0, half), numbered.slice(half)]) await builder.write(batch);
    const disagreements = (await builder.disagreements()).map(({ amount, worst, ...rest }) => ({
      ...rest,
      amount: decimalText(amount),
      worst: { ...worst, amount: decimalText(worst.amount) },
    }));
    const { engine: next, ...counts } = await builder.finish();
    outcomes.push({ ...counts, repeats, disagreements });
    engine?.dispose();
    engine = next;
    if (!isSerialized) continue;
    const loaded = await openCopy(format, model, await format.serialize(engine));
    engine.dispose();
    engine = loaded;
  }
  return { engine: engine!, outcomes };
}

/** Convert a result for comparison: amounts become texts with all digits, independent of their stored scale. */
async function visible(result: AggregateResult): Promise<unknown> {
  const { totals, cells, statistics = [], ...rest } = await gatherCells(result);
  const textsOf = (column: DecimalColumn) =>
    Array.from({ length: cells.length }, (_, row) => decimalText(decimalAt(column, row)));
  const sums = cells.sums.map(textsOf);
  // Amounts of no entries are arbitrary.
  const described = cells.statistics?.map((column) =>
    textsOf(column).map((text, row) => (cells.numEntries[row] === 0 ? null : text)),
  );
  return {
    ...rest,
    cells: { ...cells, sums, statistics: described },
    totals: totals.map(decimalText),
    statistics: statistics.map((total) => total && decimalText(total)),
  };
}

const AMOUNT_STATISTIC_NAMES = Object.keys(AMOUNT_STATISTICS) as readonly AmountStatistic[];

/** List statistics of all measures, and of an attribute of each dimension. */
function listStatistics({ measures, dimensions }: Model, at: number): readonly Statistic[] {
  return [
    ...measures.flatMap((measure) => AMOUNT_STATISTIC_NAMES.map((is) => ({ is, measure }))),
    ...dimensions.map((dimension): Statistic => {
      const attribute = dimension.attributes[at % (dimension.attributes.length + 1)] ?? null;
      return { is: "count", of: { dimension, attribute } };
    }),
  ];
}

function visibleEntry(entry: Entry): unknown {
  return { ...entry, amounts: entry.amounts.map((each) => decimalText(each)) };
}

async function entriesOf(version: Readable): Promise<unknown[]> {
  const entries: unknown[] = [];
  for await (const batch of streamEntries(version)) entries.push(...batch.map(visibleEntry));
  return entries;
}

/**
 * Collect the results of all calls except `aggregate`: for every dimension, every member, and the cuts of every query.
 */
async function lookupsOf(version: Readable, { model, queries, prefixes }: RandomCube): Promise<unknown> {
  const found: unknown[] = [];
  for (const dimension of model.dimensions) {
    found.push(await withReader(version, UNBOUNDED, (reader) => reader.countMembers(dimension)));
    for (const text of queries) {
      const cut = queryParameters(text).get("cut") ?? "";
      for (const [at, prefix] of prefixes.entries()) {
        const parameters = new URLSearchParams({ cut, q: prefix, page: `${1 + at / 5}`, pagesize: "5" }).toString();
        const { query } = bindDistinct(model, dimension, queryParameters(parameters), 1024);
        const { members, count } = await withReader(version, BOUNDS, (reader) => reader.distinct(query));
        found.push(count, members);
        for (const { values } of members) {
          const identity = values[dimension.identity.index] ?? null;
          if (identity !== null)
            found.push(await withReader(version, UNBOUNDED, (reader) => reader.findMember(dimension, identity)));
        }
      }
    }
  }
  for (const text of queries) {
    const { cutConditions } = bindAggregate(model, queryParameters(text), 1024);
    const clauses = listNamedClauses(cutConditions).map(({ test }) => test as AttributeTest);
    found.push(await withReader(version, UNBOUNDED, (reader) => reader.haveEntries(clauses)));
  }
  for await (const entries of streamEntries(version)) {
    for (const { id } of entries.slice(0, 12))
      found.push(visibleEntry((await withReader(version, UNBOUNDED, (reader) => reader.findEntry(id)))!));
  }
  return found;
}

/**
 * Check that two versions of a cube were built alike and answer alike.
 * @param shown shows data that is compared
 */
export async function assertSameAnswers(
  cube: RandomCube,
  loaded: LoadedCube,
  expected: LoadedCube,
  shown: (data: unknown) => unknown = (data) => data,
): Promise<void> {
  assert.deepEqual(loaded.outcomes, expected.outcomes);
  const { model } = cube;
  const [own, reference] = [loaded, expected].map(({ engine }): Readable => ({ engine, model })) as [
    Readable,
    Readable,
  ];
  assert.deepEqual(shown(await entriesOf(own)), shown(await entriesOf(reference)));
  assert.deepEqual(shown(await lookupsOf(own, cube)), shown(await lookupsOf(reference, cube)));
  for (const [at, text] of cube.queries.entries()) {
    const { query } = bindAggregate(model, queryParameters(text), 1024);
    for (const asked of [query, { ...query, statistics: listStatistics(model, at) }]) {
      const [wanted, got] = [
        await withReader(reference, BOUNDS, (reader) => reader.aggregate(asked)),
        await withReader(own, BOUNDS, (reader) => reader.aggregate(asked)),
      ];
      assert.deepEqual(shown(await visible(got)), shown(await visible(wanted)), text);
    }
  }
}
