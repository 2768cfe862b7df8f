import { type Bounds, throwIfCancelled } from "../engine/bounds.js";
import { gatherCells } from "../engine/collect-cells.js";
import type { AggregateResult, Cells, CodedResult, Engine, Reader } from "../engine/engine.js";
import type { AnswerTrace } from "../engine/explain.js";
import { Pace } from "../engine/pace.js";
import { errorText } from "../errors/error-text.js";
import { InvalidQuery } from "../errors/errors.js";
import type { Measure, UnitedModels, UnitedPart } from "../model/cube.js";
import type { DecimalColumn } from "../model/values/decimal-column.js";
import type { Decimal } from "../model/values/decimal.js";
import type { AggregateQuery, Key, Statistic } from "../query/aggregate/query.js";
import { findUnitedMedians, matchGroups, type PartAmounts } from "./find-medians.js";
import { type MemberNumbers, NO_NUMBER, type UnionNumbers } from "./member-numbers.js";
import { pageOfGroups } from "./page-of-groups.js";
import { pickKeys, tellRenamed, type UnitedRows } from "./read-united.js";
import { type PartQuery, translateQuery } from "./translate-query.js";
import { isJoined, type PartCells, uniteCells, type UnitedGroups, uniteTotals } from "./unite-cells.js";

/** One dataset of a union, with the entries that it has. */
export interface UnionPart {
  readonly part: UnitedPart;
  readonly engine: Engine;
}

/** Aggregations of a union. Members are numbers until those of the page are read. */
export class UnionCells {
  constructor(
    readonly united: UnitedModels,
    readonly parts: readonly UnionPart[],
    readonly numbers: UnionNumbers,
    readonly readerOf: (part: UnionPart) => Reader,
    readonly bounds: Bounds,
  ) {}

  /** Aggregate each dataset, put the cells together, and take the page of them. Exact. */
  async aggregate(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<AggregateResult> {
    const pace = new Pace(this.bounds);
    const keys = query.keys.map((key) => this.numbers.of(key));
    const { groups, parts, results } = await this.#group(query, keys, pace, explain);
    const totals = uniteTotals(results, query);
    const apart: FoundApart[] = [];
    for (const statistic of query.statistics ?? []) {
      if (!isJoined(statistic)) apart.push(await this.#findApart(query, statistic, keys, groups, pace));
    }
    const rows: UnitedRows = { united: this.united, parts, keys, joined: groups.joined };
    const page = await pageOfGroups(query, withFound(query, groups, apart), rows, pace);
    const renamed = await tellRenamed(rows, query.keys);
    pace.end();
    for (const each of keys) this.numbers.keep(each);
    return {
      ...totals,
      statistics: withTotals(query, totals.statistics ?? [], apart),
      numCells: groups.length,
      renamed,
      cells: {
        async *[Symbol.asyncIterator]() {
          yield page;
        },
      },
    };
  }

  /** Find a statistic of each cell, and of all entries, that those of the datasets do not give. */
  #findApart(
    query: AggregateQuery,
    statistic: Statistic,
    keys: readonly MemberNumbers[],
    cells: UnitedGroups,
    pace: Pace,
  ): Promise<FoundApart> {
    return statistic.is === "count"
      ? this.#countMembers(query, statistic.of, keys, cells, pace)
      : this.#findMedians(query, statistic.measure, keys, cells);
  }

  /** Count the different members of each cell, and of all entries. */
  async #countMembers(
    { filters, keys: by }: AggregateQuery,
    of: Key,
    keys: readonly MemberNumbers[],
    cells: UnitedGroups,
    pace: Pace,
  ): Promise<FoundApart> {
    const query = { filters, keys: [...by, of], measures: [], order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
    const counted = this.numbers.of(of);
    const { groups } = await this.#group(query, [...keys, counted], pace);
    const into = matchGroups(cells, { length: groups.length, numbers: groups.numbers.slice(0, -1) });
    const counts = new Float64Array(cells.length);
    const own = groups.numbers.at(-1)!;
    const all = new Uint8Array(counted.length);
    for (let row = 0; row < groups.length; row++) {
      if (own[row] === NO_NUMBER) continue;
      counts[into[row]!]!++;
      all[own[row]!] = 1;
    }
    const total = all.reduce((sum, each) => sum + each, 0);
    return { cells: { unscaled: counts, scale: 0 }, total: { unscaled: BigInt(total), scale: 0 } };
  }

  /** @throws InvalidQuery if the amounts of a dataset are not on this machine */
  async #findMedians(
    query: AggregateQuery,
    measure: Measure,
    keys: readonly MemberNumbers[],
    cells: UnitedGroups,
  ): Promise<FoundApart> {
    const found: PartAmounts[] = [];
    for (const [at, each] of this.parts.entries()) {
      throwIfCancelled(this.bounds);
      const own = translateQuery(this.united, each.part, { ...query, measures: [measure], statistics: [] });
      if (!own) continue;
      const reader = this.readerOf(each);
      if (!reader.listAmounts) throw new InvalidQuery(`measure: ${errorText("median_of_datasets")}`);
      const [first] = own.query.measures as [Measure];
      const listed = await reader.listAmounts({ filters: own.query.filters, keys: own.query.keys, measure: first });
      if (listed.amounts.unscaled.length === 0) continue;
      const numbers = keys.map((key, index) => this.#numberItems(key, at, own.keyOf[index]!, listed));
      found.push({ listed, numbers });
    }
    return findUnitedMedians(found, cells);
  }

  /** Aggregate each dataset, and put the cells together. */
  async #group(
    query: AggregateQuery,
    keys: readonly MemberNumbers[],
    pace: Pace,
    explain?: (work: AnswerTrace) => void,
  ): Promise<GroupedParts> {
    const parts: PartCells[] = [];
    const results: GroupedParts["results"][number][] = [];
    const traces: AnswerTrace[] = [];
    for (const [at, each] of this.parts.entries()) {
      await pace.step();
      const own = translateQuery(this.united, each.part, query);
      if (!own) continue;
      const reader = this.readerOf(each);
      const trace = explain && ((work: AnswerTrace) => traces.push(work));
      const result = (await reader.aggregateCodes?.(own.query, trace)) ?? (await reader.aggregate(own.query, trace));
      results.push(result);
      // The whole is a cell, also without entries.
      if (query.keys.length > 0 && result.numEntries === 0) continue;
      const isCoded = !(Symbol.asyncIterator in result.cells);
      parts.push(
        await (isCoded
          ? this.#numberCodes(reader, at, own, result as CodedResult, keys, pace)
          : this.#numberCells(at, own, result as AggregateResult, keys)),
      );
    }
    explain?.(joinTraces(traces));
    const ends = keys.map(({ length }) => length);
    return { groups: await uniteCells(parts, ends, query, pace), parts, results };
  }

  /** Number the members and values of coded cells. @param at position of the dataset */
  async #numberCodes(
    reader: Reader,
    at: number,
    { query, keyOf }: PartQuery,
    { cells }: CodedResult,
    keys: readonly MemberNumbers[],
    pace: Pace,
  ): Promise<PartCells> {
    const numbers: Int32Array[] = [];
    const readCodes = async (from: number, codes: Uint32Array): Promise<Cells["keys"][number]> => {
      // To number all members of a dataset for the first time takes long.
      await pace.step();
      return reader.readCodes!(query.keys[from]!, codes);
    };
    for (const [index, key] of keys.entries()) {
      const from = keyOf[index]!;
      numbers.push(
        from < 0
          ? new Int32Array(cells.length).fill(key.ofDataset(at, this.united))
          : await key.ofCodes(at, cells.keys[from]!, (codes) => readCodes(from, codes)),
      );
    }
    const read: PartCells["read"] = (index, rows) => {
      const from = keyOf[index]!;
      return readCodes(
        from,
        rows.map((row) => cells.keys[from]![row]!),
      );
    };
    return { part: at, cells, numbers, read };
  }

  /** Number the members and values of cells that have no codes. */
  async #numberCells(
    at: number,
    { keyOf }: PartQuery,
    result: AggregateResult,
    keys: readonly MemberNumbers[],
  ): Promise<PartCells> {
    const { cells } = await gatherCells(result);
    const numbers = keys.map((key, index) => {
      const from = keyOf[index]!;
      return this.#numberItems(key, at, from, { keys: cells.keys, ends: cells.numEntries });
    });
    return { part: at, cells, numbers, read: (index, rows) => pickKeys(cells.keys[keyOf[index]!]!, rows) };
  }

  /** Number the members or values of groups. @param from their key; -1 for the dataset itself */
  #numberItems(
    key: MemberNumbers,
    at: number,
    from: number,
    { keys, ends }: { readonly keys: Cells["keys"]; readonly ends: ArrayLike<number> },
  ): Int32Array {
    return from < 0 ? new Int32Array(ends.length).fill(key.ofDataset(at, this.united)) : key.ofItems(at, keys[from]!);
  }
}

/** The cells of the datasets, and of all of them. */
interface GroupedParts {
  readonly groups: UnitedGroups;
  readonly parts: readonly PartCells[];
  readonly results: readonly Pick<AggregateResult, "totals" | "statistics" | "numEntries">[];
}

/** A statistic of each cell and of all entries. */
interface FoundApart {
  readonly cells: DecimalColumn;
  readonly total: Decimal | null;
}

function withFound(
  { statistics = [] }: AggregateQuery,
  cells: UnitedGroups,
  apart: readonly FoundApart[],
): UnitedGroups {
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
