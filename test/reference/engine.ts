import type { ChangedRows } from "#src/core/engine/changed-rows.js";
import { compareValues } from "#src/core/engine/compare.js";
import { type Bounds, throwIfCancelled } from "#src/core/engine/bounds.js";
import { gatherCells } from "#src/core/engine/collect-cells.js";
import { compareDecimals } from "#src/core/model/values/decimal.js";
import type {
  AggregateResult,
  AmountForm,
  Cells,
  DistinctResult,
  Engine,
  EngineReport,
  ListedAmounts,
  Reader,
} from "#src/core/engine/engine.js";
import type { Entry, Member } from "#src/core/engine/entry.js";
import type { SearchResult } from "#src/core/engine/search.js";
import type { NearWord, SuggestedMember } from "#src/core/engine/suggest.js";
import { timeSteps, type AnswerTrace } from "#src/core/engine/explain.js";
import { OverCapacity, TooManyCells } from "#src/core/errors/errors.js";
import type { Dimension, Measure, Model } from "#src/core/model/cube.js";
import type { SharedFields } from "#src/core/model/shared-fields.js";
import type { Value } from "#src/core/model/values/value.js";
import { addDecimals, countDigits, type Decimal, ZERO } from "#src/core/model/values/decimal.js";
import { packBigIntegers } from "#src/core/model/values/decimal-column.js";
import type { AggregateQuery, AmountListQuery, Criterion, Key } from "#src/core/query/aggregate/query.js";
import type { DistinctQuery } from "#src/core/query/distinct/query.js";
import { type Condition, filterClause } from "#src/core/query/condition/condition.js";
import type { AttributeTest } from "#src/core/query/condition/value-clauses.js";
import type { SearchQuery } from "#src/core/query/search/query.js";
import type { SuggestQuery } from "#src/core/query/suggest/query.js";
import { comparePlain } from "./changes.js";
import { describeRows } from "./describe-rows.js";
import { findDistinct } from "./distinct.js";
import { planCondition } from "./pass-condition.js";
import { countPlain, searchPlain } from "./search.js";
import { listPlainAmounts } from "./list-amounts.js";
import { findNearPlain, suggestPlain } from "./suggest.js";
import { entryAt, memberAt, type PlainDimension, type PlainMeasure, type PlainTable } from "./table.js";
import { viewPlain } from "./view.js";

/** Entries between two checks of the deadline, and per batch. */
const STRIDE = 65_536;

/**
 * Reference engine: it reads one entry after the other and sums big integers. It is slow but simple enough to be
 * trusted; tests compare the fast engines with it.
 */
export class PlainEngine implements Engine {
  constructor(readonly table: PlainTable) {}

  get numEntries(): number {
    return this.table.ids.length;
  }

  /** Always 0: the table is on the heap. */
  get numBytes(): number {
    return 0;
  }

  get amountForms(): readonly AmountForm[] {
    return this.table.measures.map(({ scale, unscaled }) => ({
      scale,
      mostDigits: unscaled.reduce((most, each) => Math.max(most, countDigits(each)), 1),
    }));
  }

  report(): EngineReport {
    return {};
  }

  read(bounds: Bounds, model?: Model): Reader {
    return new PlainReader(viewPlain(this.table, model ?? this.table.model), bounds);
  }

  dispose(): void {}
}

class PlainReader implements Reader {
  constructor(
    readonly table: PlainTable,
    readonly bounds: Bounds,
  ) {}

  async aggregate(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<AggregateResult> {
    this.check();
    const { bounds } = this;
    const numEntries = this.table.ids.length;
    const { end, steps } = timeSteps();
    const matches = this.timed(planCondition(this.table, { is: "all", of: query.filters }));
    const groupOf = planKeys(this.table, query.keys);
    const measures = query.measures.map(({ index }) => this.table.measures[index]!);
    const total = newGroup([], measures);
    const groups = new Map<string, Group>();
    for (let row = 0; row < numEntries; row++) {
      if (!matches(row)) continue;
      addEntry(total, measures, row);
      if (query.keys.length === 0) continue;
      const codes = groupOf(row);
      const name = codes.join();
      let group = groups.get(name);
      if (!group) {
        if (groups.size >= bounds.maxCells) throw new TooManyCells(bounds.maxCells);
        group = newGroup(codes, measures);
        groups.set(name, group);
      }
      addEntry(group, measures, row);
    }
    const cells = query.keys.length === 0 ? [total] : [...groups.values()];
    const page = cells
      .toSorted((a, b) => compareGroups(this.table, query, a, b))
      .slice(query.first, query.first + query.limit);
    end("group");
    explain?.({
      table: "entries",
      dimensions: null,
      rows: numEntries,
      visited: numEntries,
      blocks: 0,
      blocksSkipped: 0,
      steps,
    });
    const statistics = query.statistics && {
      statistics: query.statistics.map((each) => describeRows(this.table, each, total.rows)),
    };
    return {
      ...statistics,
      totals: measures.map(({ scale }, index) => finishSum(total.sums[index]!, scale)),
      numEntries: countOf(total),
      numCells: cells.length,
      cells: { [Symbol.asyncIterator]: () => inOneBatch(makeCells(this.table, query, measures, page)) },
    };
  }

  async listAmounts(query: AmountListQuery): Promise<ListedAmounts> {
    const { filters, keys } = query;
    const cells = { filters, keys, measures: [], order: [], first: 0, limit: Number.MAX_SAFE_INTEGER };
    return listPlainAmounts(this.table, query, (await gatherCells(await this.aggregate(cells))).cells, planKeys);
  }

  async countMembers(dimension: Dimension): Promise<number> {
    this.check();
    const column = this.table.dimensions[dimension.index]!;
    return column.members.filter((_, code) => memberAt(column, code) !== null).length;
  }

  async findMember(dimension: Dimension, identity: string | number): Promise<Member | null> {
    this.check();
    const column = this.table.dimensions[dimension.index]!;
    const code = column.members.findIndex((member) => member[dimension.identity.index] === identity);
    return code < 0 ? null : memberAt(column, code);
  }

  async haveEntries(tests: readonly AttributeTest[]): Promise<readonly boolean[]> {
    this.check();
    return tests.map((test) => [...this.table.ids.keys()].some(planCondition(this.table, filterClause(test))));
  }

  async distinct(query: DistinctQuery): Promise<DistinctResult> {
    this.check();
    return findDistinct(this.table, query, this.timed(planCondition(this.table, { is: "all", of: query.filters })));
  }

  async suggest(query: SuggestQuery): Promise<readonly SuggestedMember[]> {
    this.check();
    return suggestPlain(this.table, query);
  }

  async nearWords(dimension: Dimension, word: string, limit: number): Promise<readonly NearWord[]> {
    this.check();
    return findNearPlain(this.table, dimension, word, limit);
  }

  async findEntry(id: string): Promise<Entry | null> {
    this.check();
    const row = this.table.ids.indexOf(id);
    return row < 0 ? null : entryAt(this.table, row);
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    this.check();
    return searchPlain(this.table, query, (matches) => [...this.table.ids.keys()].filter(this.timed(matches)));
  }

  async countMatches(where: Condition): Promise<readonly number[]> {
    this.check();
    return countPlain(this.table, where);
  }

  async compare(before: Reader, shared: SharedFields): Promise<ChangedRows> {
    this.check();
    return comparePlain((before as PlainReader).table, this.table, shared);
  }

  async matchRows(rows: Uint32Array, filters: readonly Condition[]): Promise<Uint8Array> {
    this.check();
    const matches = planCondition(this.table, { is: "all", of: filters });
    return Uint8Array.from(rows, (row) => Number(matches(row)));
  }

  async sumRows(rows: Uint32Array, measures: readonly Measure[]): Promise<readonly Decimal[]> {
    this.check();
    return measures.map(({ index }) => {
      const { unscaled, scale } = this.table.measures[index]!;
      return { unscaled: [...rows].reduce((sum, row) => sum + unscaled[row]!, 0n), scale };
    });
  }

  async readRows(rows: Uint32Array): Promise<readonly Entry[]> {
    this.check();
    return Array.from(rows, (row) => entryAt(this.table, row));
  }

  async *entries(): AsyncIterable<readonly Entry[]> {
    for (let first = 0; first < this.table.ids.length; first += STRIDE) {
      throwIfCancelled(this.bounds);
      const length = Math.min(STRIDE, this.table.ids.length - first);
      yield Array.from({ length }, (_, offset) => entryAt(this.table, first + offset));
    }
  }

  /** Does nothing: memory is freed by the garbage collector. */
  release(): void {}

  private check(): void {
    throwIfCancelled(this.bounds);
    const { deadline, maxComputing = Infinity, signal } = this.bounds;
    const isUsedUp = (signal?.usage?.computed ?? 0) >= maxComputing;
    if (isUsedUp || performance.now() > deadline)
      throw new OverCapacity("The query took too long", { limit: "deadline" });
  }

  /** Check the deadline now and then. */
  private timed(matches: (row: number) => boolean): (row: number) => boolean {
    return (row) => {
      if (row % STRIDE === 0) this.check();
      return matches(row);
    };
  }
}

async function* inOneBatch(cells: Cells): AsyncGenerator<Cells, void> {
  yield cells;
}

interface Group {
  /** Code of the group of each key: the first member with the same value of the attribute. */
  readonly codes: readonly number[];
  /** One for each measure. */
  readonly sums: Decimal[];
  readonly rows: number[];
}

function newGroup(codes: readonly number[], measures: readonly PlainMeasure[]): Group {
  return { codes, sums: measures.map(() => ZERO), rows: [] };
}

/** The sum in the scale of its measure. */
function finishSum(sum: Decimal, scale: number): Decimal {
  return addDecimals(sum, { unscaled: 0n, scale });
}

function countOf({ rows }: Group): number {
  return rows.length;
}

function addEntry(group: Group, measures: readonly PlainMeasure[], row: number): void {
  measures.forEach(({ unscaled, scale }, index) => {
    group.sums[index] = addDecimals(group.sums[index]!, { unscaled: unscaled[row]!, scale });
  });
  group.rows.push(row);
}

function planKeys(table: PlainTable, keys: readonly Key[]): (row: number) => number[] {
  const groups = keys.map(({ dimension, attribute }) => {
    const { codes, members } = table.dimensions[dimension.index]!;
    const first = new Map<Value, number>();
    const group = members.map((member, code) => {
      if (!attribute) return code;
      const value = member[attribute.index]!;
      if (!first.has(value)) first.set(value, code);
      return first.get(value)!;
    });
    return (row: number) => group[codes[row]!]!;
  });
  return (row) => groups.map((group) => group(row));
}

function compareGroups(table: PlainTable, query: AggregateQuery, a: Group, b: Group): number {
  for (const criterion of query.order) {
    const order = compareBy(criterion, table, query, a, b);
    if (order !== 0) return order;
  }
  return 0;
}

function compareBy(criterion: Criterion, table: PlainTable, query: AggregateQuery, a: Group, b: Group): number {
  const sign = criterion.descending ? -1 : 1;
  if (criterion.by === "entries") return sign * (countOf(a) - countOf(b));
  if (criterion.by === "measure") {
    return sign * compareDecimals(a.sums[criterion.index]!, b.sums[criterion.index]!);
  }
  const { members } = table.dimensions[query.keys[criterion.key]!.dimension.index]!;
  const valueOf = (group: Group): Value => members[group.codes[criterion.key]!]![criterion.attribute.index]!;
  return compareValues(valueOf(a), valueOf(b), criterion.descending);
}

function makeCells(
  table: PlainTable,
  query: AggregateQuery,
  measures: readonly PlainMeasure[],
  page: readonly Group[],
): Cells {
  return {
    length: page.length,
    keys: query.keys.map(({ dimension, attribute }, key) => {
      const column: PlainDimension = table.dimensions[dimension.index]!;
      return attribute
        ? page.map(({ codes }) => column.members[codes[key]!]![attribute.index]!)
        : page.map(({ codes }) => memberAt(column, codes[key]!));
    }),
    sums: measures.map(({ scale }, index) =>
      packBigIntegers(
        page.map(({ sums }) => finishSum(sums[index]!, scale).unscaled),
        scale,
      ),
    ),
    ...(query.statistics && {
      statistics: query.statistics.map((each) => {
        const found = page.map(({ rows }) => describeRows(table, each, rows));
        const scale = Math.max(...found.map((decimal) => decimal?.scale ?? 0), 0);
        const none: Decimal = { unscaled: 0n, scale };
        return packBigIntegers(
          found.map((decimal) => addDecimals(decimal ?? none, none).unscaled),
          scale,
        );
      }),
    }),
    numEntries: Float64Array.from(page, countOf),
  };
}
