import { type Bounds, throwIfCancelled } from "../engine/bounds.js";
import { gatherCells } from "../engine/collect-cells.js";
import type { AggregateResult, Cells, DistinctResult, Engine, Reader } from "../engine/engine.js";
import type { AnswerTrace } from "../engine/explain.js";
import { openReader } from "../engine/with-reader.js";
import { errorText } from "../errors/error-text.js";
import { InvalidQuery, TooManyCells } from "../errors/errors.js";
import { planOrder, sortRows } from "../figures/order-cells.js";
import { partitionBy, identitiesOf } from "../figures/partition.js";
import { decimalFigures, pickItems } from "../figures/column.js";
import type { Measure, UnitedModels, UnitedPart } from "../model/cube.js";
import { type DecimalColumn, packBigIntegers } from "../model/values/decimal-column.js";
import type { Decimal } from "../model/values/decimal.js";
import type { AggregateQuery, Key, Statistic } from "../query/aggregate/query.js";
import type { DistinctQuery } from "../query/distinct/query.js";
import { translateFilters, translateQuery } from "./translate-query.js";
import { findUnitedMedians, type PartAmounts } from "./find-medians.js";
import { isJoined, type PartCells, uniteCells, uniteTotals } from "./unite-cells.js";
import { listUnitedDatasets, type PartMembers, translateDistinct, unitePartMembers } from "./unite-members.js";

/** One dataset of a union, with the entries that it has. */
export interface UnionPart {
  readonly part: UnitedPart;
  readonly engine: Engine;
}

/** The entries of several datasets, as those of one. It aggregates and lists members; what needs single entries reads each dataset. */
export interface UnionEngine extends Engine {
  readonly parts: readonly UnionPart[];
}

/** Unite the entries of several datasets. Each stays where it is, and is read by its own engine. */
export function uniteEngines(united: UnitedModels, engines: readonly Engine[]): UnionEngine {
  const parts = united.parts.map((part, at): UnionPart => ({ part, engine: engines[at]! }));
  return {
    parts,
    numEntries: engines.reduce((sum, { numEntries }) => sum + numEntries, 0),
    numBytes: 0,
    amountForms: united.parts[0] ? formsOf(parts) : [],
    estimates: {
      aggregate: (query) =>
        parts.reduce((sum, { part, engine }) => {
          const own = translateQuery(united, part, query);
          return sum + (own ? (engine.estimates?.aggregate(own.query, part.model) ?? 0) : 0);
        }, 0),
      search: () => 0,
      distinct: (query) =>
        parts.reduce((sum, { part, engine }) => {
          const filters = query.dimension === united.datasets ? null : translateFilters(united, part, query.filters);
          const own = filters && translateDistinct(part, query, filters);
          return sum + (own ? (engine.estimates?.distinct(own, part.model) ?? 0) : 0);
        }, 0),
    },
    report: () => ({}),
    read: (bounds) => readUnion(united, parts, bounds),
    dispose() {},
  };
}

function formsOf(parts: readonly UnionPart[]): Engine["amountForms"] {
  const [{ part: first }] = parts as [UnionPart];
  return [...first.measureOf.keys()].map((measure) => {
    const own = parts.map(({ part, engine }) => engine.amountForms[part.measureOf.get(measure)!.index]!);
    return {
      scale: Math.max(...own.map(({ scale }) => scale)),
      mostDigits: Math.max(...own.map(({ mostDigits }) => mostDigits)),
    };
  });
}

function readUnion(united: UnitedModels, parts: readonly UnionPart[], bounds: Bounds): Reader {
  const opened = new Map<UnitedPart, Reader>();
  const readerOf = ({ part, engine }: UnionPart): Reader => {
    let reader = opened.get(part);
    if (!reader) opened.set(part, (reader = openReader({ engine, model: part.model }, bounds)));
    return reader;
  };
  const read = new UnionCells(united, parts, readerOf, bounds);
  const unknown = (): never => {
    throw new TypeError("A union of datasets is read by aggregations and lists of members only");
  };
  return {
    aggregate: (query, explain) => read.aggregate(query, explain),
    async countMembers(dimension) {
      let count = 0;
      for (const each of parts) {
        const own = dimension === united.datasets ? null : each.part.dimensionOf.get(dimension)!;
        count += own ? await readerOf(each).countMembers(own) : 1;
      }
      return count;
    },
    findMember: unknown,
    haveEntries: unknown,
    distinct: (query) => listMembers(united, parts, readerOf, query, bounds),
    suggest: unknown,
    nearWords: unknown,
    findEntry: unknown,
    search: unknown,
    countMatches: unknown,
    compare: unknown,
    matchRows: unknown,
    sumRows: unknown,
    readRows: unknown,
    entries: unknown,
    release() {
      for (const reader of opened.values()) reader.release();
    },
  };
}

/** List the members of a union's dimension. @throws TooManyCells for more members than a query may have cells */
async function listMembers(
  united: UnitedModels,
  parts: readonly UnionPart[],
  readerOf: (part: UnionPart) => Reader,
  query: DistinctQuery,
  bounds: Bounds,
): Promise<DistinctResult> {
  const found: PartMembers[] = [];
  const datasets: UnitedPart[] = [];
  let count = 0;
  for (const each of parts) {
    throwIfCancelled(bounds);
    const { part, engine } = each;
    const filters = translateFilters(united, part, query.filters);
    if (filters === null) continue;
    if (query.dimension === united.datasets) {
      const where = { filters, keys: [], measures: [], order: [], first: 0, limit: 0 };
      const numEntries = filters.length === 0 ? engine.numEntries : (await readerOf(each).aggregate(where)).numEntries;
      if (numEntries > 0) datasets.push(part);
      continue;
    }
    const own = {
      ...translateDistinct(part, query, filters),
      limit: Math.min(bounds.maxCells, Number.MAX_SAFE_INTEGER),
    };
    const result = await readerOf(each).distinct(own);
    if ((count += result.count) > bounds.maxCells) throw new TooManyCells(bounds.maxCells);
    found.push({ part, members: result.members });
  }
  return query.dimension === united.datasets
    ? listUnitedDatasets(united, datasets, query)
    : unitePartMembers(found, query);
}

/** Aggregations of a union. */
class UnionCells {
  constructor(
    readonly united: UnitedModels,
    readonly parts: readonly UnionPart[],
    readonly readerOf: (part: UnionPart) => Reader,
    readonly bounds: Bounds,
  ) {}

  /** Aggregate each dataset, put the cells together, and take the page of them. Exact. */
  async aggregate(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<AggregateResult> {
    const found: PartCells[] = [];
    const results: AggregateResult[] = [];
    const traces: AnswerTrace[] = [];
    for (const each of this.parts) {
      throwIfCancelled(this.bounds);
      const own = translateQuery(this.united, each.part, query);
      if (!own) continue;
      const result = await this.readerOf(each).aggregate(own.query, explain && ((work) => traces.push(work)));
      results.push(result);
      // The whole is a cell, also without entries.
      const isEmpty = query.keys.length > 0 && result.numEntries === 0;
      if (!isEmpty) found.push({ part: each.part, cells: (await gatherCells(result)).cells, keyOf: own.keyOf });
    }
    explain?.(joinTraces(traces));
    const { cells: united, renamed } = uniteCells(this.united, found, query, this.bounds.maxCells);
    const totals = uniteTotals(results, query);
    const apart: FoundApart[] = [];
    for (const statistic of query.statistics ?? []) {
      if (!isJoined(statistic)) apart.push(await this.#findApart(query, statistic, united));
    }
    const cells = withFound(query, united, apart);
    const page = pageOf(query, cells);
    return {
      ...totals,
      statistics: withTotals(query, totals.statistics ?? [], apart),
      numCells: cells.length,
      renamed,
      cells: {
        async *[Symbol.asyncIterator]() {
          yield page;
        },
      },
    };
  }

  /** Find a statistic of each cell, and of all entries, that those of the datasets do not give. */
  #findApart(query: AggregateQuery, statistic: Statistic, cells: Cells): Promise<FoundApart> {
    return statistic.is === "count"
      ? this.#countMembers(query, statistic.of, cells)
      : this.#findMedians(query, statistic.measure, cells);
  }

  /** Count the different members of each cell, and of all entries. */
  async #countMembers(query: AggregateQuery, of: Key, cells: Cells): Promise<FoundApart> {
    const members = await this.#listMembers({ ...query, keys: [...query.keys, of] });
    const reads = query.keys.map((key, at) => {
      const [mine, theirs] = [identitiesOf(cells.keys[at]!, key), identitiesOf(members.keys[at]!, key)];
      return (row: number) => (row < cells.length ? mine(row) : theirs(row - cells.length));
    });
    const { groupOf } = partitionBy(cells.length + members.length, reads);
    const counts = new Float64Array(cells.length);
    const identityOf = identitiesOf(members.keys.at(-1)!, of);
    const all = new Set<unknown>();
    for (let row = 0; row < members.length; row++) {
      const identity = identityOf(row);
      if (identity === null) continue;
      counts[query.keys.length === 0 ? 0 : groupOf[cells.length + row]!]!++;
      all.add(identity);
    }
    return { cells: { unscaled: counts, scale: 0 }, total: { unscaled: BigInt(all.size), scale: 0 } };
  }

  /** @throws InvalidQuery if the amounts of a dataset are not on this machine */
  async #findMedians(query: AggregateQuery, measure: Measure, cells: Cells): Promise<FoundApart> {
    const { filters, keys } = query;
    const found: PartAmounts[] = [];
    for (const each of this.parts) {
      throwIfCancelled(this.bounds);
      const { part } = each;
      const own = translateQuery(this.united, part, { ...query, filters, measures: [measure], statistics: [] });
      if (!own) continue;
      const reader = this.readerOf(each);
      if (!reader.listAmounts) throw new InvalidQuery(`measure: ${errorText("median_of_datasets")}`);
      const [first] = own.query.measures as [Measure];
      const listed = await reader.listAmounts({ filters: own.query.filters, keys: own.query.keys, measure: first });
      if (listed.amounts.unscaled.length > 0) found.push({ part, listed, keyOf: own.keyOf });
    }
    return findUnitedMedians(this.united, found, keys, cells);
  }

  async #listMembers({ filters, keys }: AggregateQuery): Promise<Cells> {
    const query = { filters, keys, measures: [], order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
    return (await gatherCells(await this.aggregate(query))).cells;
  }
}

/** A statistic of each cell and of all entries. */
interface FoundApart {
  readonly cells: DecimalColumn;
  readonly total: Decimal | null;
}

function withFound({ statistics = [] }: AggregateQuery, cells: Cells, apart: readonly FoundApart[]): Cells {
  const found = apart.map(({ cells: column }) => column);
  return { ...cells, statistics: interleave(statistics, cells.statistics ?? [], found) };
}

function withTotals(
  { statistics = [] }: AggregateQuery,
  amounts: readonly (Decimal | null)[],
  apart: readonly FoundApart[],
): readonly (Decimal | null)[] {
  return interleave(
    statistics,
    amounts,
    apart.map(({ total }) => total),
  );
}

/** Put what was joined and what was found apart in the order of the statistics. */
function interleave<T>(statistics: readonly Statistic[], joined: readonly T[], apart: readonly T[]): readonly T[] {
  const [ofJoined, ofApart] = [joined.values(), apart.values()];
  return statistics.map((each) => (isJoined(each) ? ofJoined : ofApart).next().value as T);
}

/** Sort all cells, and take those of the page. */
function pageOf({ order, keys, first, limit }: AggregateQuery, cells: Cells): Cells {
  if (order.length === 0 && first === 0 && limit >= cells.length) return cells;
  const rows = Uint32Array.from({ length: cells.length }, (_, row) => row);
  const compare = planOrder(order, keys, cells, cells.sums.map(decimalFigures), () => {});
  const picked = sortRows(rows, compare).subarray(first, Math.min(cells.length, first + limit));
  const pick = ({ unscaled, scale }: DecimalColumn): DecimalColumn =>
    unscaled instanceof Float64Array
      ? { unscaled: Float64Array.from(picked, (row) => unscaled[row]!), scale }
      : packBigIntegers(pickItems<bigint>(unscaled, picked), scale);
  return {
    length: picked.length,
    keys: cells.keys.map((column) => pickItems<unknown>(column, picked)) as unknown as Cells["keys"],
    sums: cells.sums.map(pick),
    ...(cells.statistics && { statistics: cells.statistics.map(pick) }),
    numEntries: Float64Array.from(picked, (row) => cells.numEntries[row]!),
  };
}

function joinTraces(traces: readonly AnswerTrace[]): AnswerTrace {
  const add = (of: (trace: AnswerTrace) => number): number => traces.reduce((sum, trace) => sum + of(trace), 0);
  return {
    table: traces.every(({ table }) => table === "rollup") ? "rollup" : "entries",
    dimensions: null,
    rows: add(({ rows }) => rows),
    visited: add(({ visited }) => visited),
    blocks: add(({ blocks }) => blocks),
    blocksSkipped: add(({ blocksSkipped }) => blocksSkipped),
    steps: traces.flatMap(({ steps }) => steps),
  };
}
