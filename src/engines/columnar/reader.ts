import type { ChangedRows } from "../../core/engine/changed-rows.js";
import { type Bounds, throwIfCancelled } from "../../core/engine/bounds.js";
import type {
  AggregateResult,
  Cells,
  CodedResult,
  DistinctResult,
  ListedAmounts,
  Reader,
} from "../../core/engine/engine.js";
import type { Entry, Member } from "../../core/engine/entry.js";
import { timeSteps, type AnswerTrace } from "../../core/engine/explain.js";
import type { SearchResult } from "../../core/engine/search.js";
import type { NearWord, SuggestedMember } from "../../core/engine/suggest.js";
import type { CodeMarks } from "../kernel/distinct-codes.js";
import { MemoryGrowth } from "../kernel/memory/memory-growth.js";
import { NO_LIMIT } from "../kernel/memory/memory-limit.js";
import type { RowBitmap } from "../kernel/query/table.js";
import type { Dimension, Measure } from "../../core/model/cube.js";
import type { SharedFields } from "../../core/model/shared-fields.js";
import type { Decimal } from "../../core/model/values/decimal.js";
import type { AggregateQuery, AmountListQuery, Key } from "../../core/query/aggregate/query.js";
import { type Condition, filterClause } from "../../core/query/condition/condition.js";
import type { AttributeTest } from "../../core/query/condition/value-clauses.js";
import type { DistinctQuery } from "../../core/query/distinct/query.js";
import type { SearchQuery } from "../../core/query/search/query.js";
import type { SuggestQuery } from "../../core/query/suggest/query.js";
import { compareTables } from "./compare/compare-tables.js";
import { sumRows } from "./compare/sum-rows.js";
import { hasRow } from "./table/row-bitmaps.js";
import { groupTable, listTableAmounts } from "./aggregate-table.js";
import { type GroupedPage, readCellPage, readCodedPage, readKey } from "./read-cells.js";
import type { CellTable } from "./table/table.js";
import { rowsInLoadOrder } from "./table/rows-in-load-order.js";
import { translateKernelErrors } from "./kernel-errors.js";
import { Pace } from "../../core/engine/pace.js";
import { QueryMemory } from "./base/query-memory.js";
import { chooseTable } from "./choose-table.js";
import { countVisited, describeAnsweringTable } from "./rollups/find-rollup.js";
import { countMembers } from "./search/count-members.js";
import { findNearWords } from "./search/near-words.js";
import { type CountedClauses, countScored, searchTable, selectMatches } from "./search/search.js";
import type { SearchedTable } from "./search/select-clause.js";
import { suggestMembers } from "./search/suggest-members.js";
import { chooseMembers } from "./select/choose-members.js";
import { findDistinct } from "./select/distinct.js";
import { type SplitFilters, splitFilters } from "./select/split-filters.js";
import type { ReadVersion } from "./read-version.js";
import { findRow } from "./table/find-row.js";
import { readMember } from "./table/members.js";
import { readEntries } from "./table/read-rows.js";

/** Maximum number of entries in a batch. */
const BATCH = 4096;
/** Number of entries whose rows are looked up at once. */
const LOOKED_UP = 16 * BATCH;

/** Maximum bytes of what was counted that waits for its search: thousands of tables may wait. */
const MAX_COUNTED_BYTES = 2 ** 22;

/** The matches of the clauses of a search, until that is searched for. */
interface WaitingClauses extends CountedClauses {
  readonly where: Condition;
  readonly filters: readonly Condition[];
  readonly searched: PacedTable;
}

/** A searched table whose work goes on at another pace. */
type PacedTable = Omit<SearchedTable, "pace"> & { pace: Pace };

/** Reads a table within the bounds of one lease. */
export class ColumnarReader implements Reader {
  readonly #version: ReadVersion;
  readonly #bounds: Bounds;
  readonly #end: () => void;
  #counted: WaitingClauses | null = null;

  constructor(version: ReadVersion, bounds: Bounds) {
    this.#version = version;
    this.#bounds = bounds;
    this.#end = version.holds.add();
  }

  release(): void {
    this.#takeCounted()?.scored.release();
    this.#end();
  }

  aggregate(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<AggregateResult> {
    return this.#aggregate(query, explain, readCellPage);
  }

  aggregateCodes(query: AggregateQuery, explain?: (work: AnswerTrace) => void): Promise<CodedResult> {
    return this.#aggregate({ ...query, order: [], first: 0, limit: Number.MAX_SAFE_INTEGER }, explain, readCodedPage);
  }

  async readCodes(key: Key, codes: Uint32Array): Promise<Cells["keys"][number]> {
    return this.#compute(() => readKey(this.#version.table, key, codes));
  }

  async #aggregate<T>(
    query: AggregateQuery,
    explain: ((work: AnswerTrace) => void) | undefined,
    read: (table: CellTable, query: AggregateQuery, grouped: GroupedPage) => T,
  ): Promise<T> {
    const { kernel, table, count, estimates } = this.#version;
    this.#plan(() => estimates.aggregate(query, table.model));
    return this.#compute(async (pace) => {
      const visit = { blocks: 0, skipped: 0 };
      const clock = explain && timeSteps();
      const filters = splitFilters(query.filters);
      const matches = await this.#select(filters, pace);
      // No `await` after this: a later turn of the event loop may free the chosen rollup.
      const {
        grouping,
        rollup,
        table: chosen,
        rows,
        narrowed,
      } = chooseTable(this.#version, query.statistics ? null : query.keys, filters, matches, pace, clock?.end);
      const bounds = { maxGroups: this.#bounds.maxCells, deadline: pace.deadline, visit };
      const entries = rollup ? null : { table, pace, end: clock?.end ?? (() => {}) };
      const grouped = await groupTable(kernel, chosen, query, narrowed, bounds, entries);
      if (!query.statistics) clock?.end("group");
      const { blocks, skipped: blocksSkipped } = visit;
      const visited = countVisited(rows, narrowed, visit);
      if (clock) {
        const { steps } = clock;
        explain({ ...describeAnsweringTable(table.model, rollup), rows, visited, blocks, blocksSkipped, steps });
      }
      if (grouping) count?.(grouping, visited, rollup !== null);
      return read(chosen, query, grouped);
    });
  }

  async listAmounts(query: AmountListQuery): Promise<ListedAmounts> {
    const { kernel, table } = this.#version;
    return this.#compute(async (pace) => {
      const filters = splitFilters(query.filters);
      const matches = await this.#select(filters, pace);
      const { narrowed } = chooseTable(this.#version, null, filters, matches, pace);
      const bounds = { maxGroups: this.#bounds.maxCells, deadline: pace.deadline };
      return listTableAmounts({ kernel, table, narrowed, bounds, pace, end: () => {} }, query);
    });
  }

  async countMembers(dimension: Dimension): Promise<number> {
    return this.#compute(() => {
      const { attributes, missing, derived } = this.#version.table.dimensions[dimension.index]!;
      if (derived) return derived.values()[0]!.length;
      return attributes[0]!.length - (missing < 0 ? 0 : 1);
    });
  }

  async findMember(dimension: Dimension, identity: string | number): Promise<Member | null> {
    return this.#compute(() => {
      const column = this.#version.table.dimensions[dimension.index]!;
      const [code] = column.attributes[dimension.identity.index]!.find(identity);
      return code === undefined ? null : readMember(column, code);
    });
  }

  async readMembers({ index }: Dimension, codes: readonly number[]): Promise<readonly SuggestedMember[]> {
    const { table, postingLists } = this.#version;
    return this.#compute((pace) => countMembers(table.dimensions[index]!, codes, postingLists, pace.check));
  }

  async haveEntries(tests: readonly AttributeTest[]): Promise<readonly boolean[]> {
    const { table } = this.#version;
    return this.#compute(async (pace) => {
      const found: boolean[] = [];
      for (const test of tests) {
        // Every member has an entry.
        const condition = filterClause(test);
        const { members } = chooseMembers(table, { dimension: test.target.dimension, condition }, pace.check);
        found.push(members.length > 0);
        await pace.step();
      }
      return found;
    });
  }

  async distinct(query: DistinctQuery): Promise<DistinctResult> {
    const { table, orders, estimates } = this.#version;
    this.#plan(() => estimates.distinct(query, table.model));
    return this.#compute(async (pace) => {
      const marks = await this.#markMembers(query, pace);
      await pace.step();
      return findDistinct(table.dimensions[query.dimension.index]!, orders, query, marks, pace.check);
    });
  }

  async suggest(query: SuggestQuery): Promise<readonly SuggestedMember[]> {
    return this.#compute((pace) => suggestMembers(this.#searched(pace), query));
  }

  async nearWords(dimension: Dimension, word: string, limit: number): Promise<readonly NearWord[]> {
    return this.#compute((pace) => findNearWords(this.#searched(pace), dimension, word, limit));
  }

  async findEntry(id: string): Promise<Entry | null> {
    const { table } = this.#version;
    return this.#compute(() => {
      const row = findRow(table, id);
      return row < 0 ? null : readEntries(table, [row])[0]!;
    });
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    const { kernel, table, estimates } = this.#version;
    this.#plan(() => estimates.search(query, table.model));
    const { maxCells } = this.#bounds;
    return this.#compute((pace) => {
      const counted = this.#takeCounted();
      if (counted?.where === query.where && counted.filters === query.filters) {
        counted.searched.pace = pace;
        return searchTable(kernel, counted.searched, query, maxCells, counted);
      }
      counted?.scored.release();
      return searchTable(kernel, this.#searched(pace), query, maxCells);
    });
  }

  async countMatches(where: Condition, filters: readonly Condition[] = []): Promise<readonly number[]> {
    const { kernel } = this.#version;
    return this.#compute((pace) => {
      const searched = this.#searched(pace);
      const counted = countScored(kernel, searched, where, filters);
      const { counts } = counted.scored;
      this.#takeCounted()?.scored.release();
      if (searched.memory.bytes <= MAX_COUNTED_BYTES) this.#counted = { ...counted, where, filters, searched };
      else counted.scored.release();
      return counts;
    });
  }

  #takeCounted(): WaitingClauses | null {
    const counted = this.#counted;
    this.#counted = null;
    return counted;
  }

  async compare(before: Reader, shared: SharedFields, most = Infinity): Promise<ChangedRows> {
    if (!(before instanceof ColumnarReader)) throw new TypeError("Only versions of the same engine can be compared");
    const [earlier, later] = [before.#version.table, this.#version.table];
    return this.#compute((pace) => compareTables({ before: earlier, after: later }, shared, pace, most));
  }

  async matchRows(rows: Uint32Array, filters: readonly Condition[]): Promise<Uint8Array> {
    const { kernel, table } = this.#version;
    return this.#compute((pace) => {
      const matches = selectMatches(kernel, this.#searched(pace), filters);
      const has = matches ? hasRow(matches, table) : () => true;
      return Uint8Array.from(rows, (row) => Number(has(row)));
    });
  }

  async sumRows(rows: Uint32Array, measures: readonly Measure[]): Promise<readonly Decimal[]> {
    return this.#compute((pace) => sumRows(this.#version.table, rows, measures, pace));
  }

  async readRows(rows: Uint32Array): Promise<readonly Entry[]> {
    return this.#compute(() => readEntries(this.#version.table, rows));
  }

  async *entries(): AsyncIterable<readonly Entry[]> {
    const { table, holds } = this.#version;
    const release = holds.add();
    try {
      const { rows } = table;
      for (let first = 0; first < rows; first += LOOKED_UP) {
        const found = rowsInLoadOrder(table, first, Math.min(LOOKED_UP, rows - first));
        for (let at = 0; at < found.length; at += BATCH) {
          throwIfCancelled(this.#bounds);
          yield readEntries(table, found.subarray(at, at + BATCH));
        }
      }
    } finally {
      release();
    }
  }

  /** Note the estimate of a query that begins, where a limit is set to it. */
  #plan(estimate: () => number): void {
    const { signal } = this.#bounds;
    if (signal?.plan) signal.plan(estimate());
  }

  #compute<T>(compute: (pace: Pace) => T | Promise<T>): Promise<T> {
    return translateKernelErrors(this.#bounds.maxCells, async () => {
      const { kernel } = this.#version;
      const memory = new MemoryGrowth(kernel.memoryLimit, () => performance.now());
      const pace = new Pace(this.#bounds, { watch: () => memory.check() });
      try {
        pace.check();
        return await compute(pace);
      } finally {
        pace.end();
        if (memory.isLarge) kernel.collectLater();
      }
    });
  }

  /** Select the entries that meet the filters other than cuts of members; `null` for all entries. */
  async #select({ others }: SplitFilters, pace: Pace): Promise<RowBitmap | null> {
    if (others.length === 0) return null;
    const matches = selectMatches(this.#version.kernel, this.#searched(pace), others);
    await pace.step();
    return matches;
  }

  /** Mark the members of a dimension among the entries that meet some filters; `null` without filters. */
  async #markMembers(query: DistinctQuery, pace: Pace): Promise<CodeMarks | null> {
    if (query.filters.length === 0) return null;
    const { kernel, count } = this.#version;
    const { dimension } = query;
    const filters = splitFilters(query.filters);
    const matches = await this.#select(filters, pace);
    const keys = [{ dimension, attribute: null }];
    const { grouping, rollup, table, rows, narrowed } = chooseTable(this.#version, keys, filters, matches, pace);
    const { codes } = table.dimensions[dimension.index]!;
    const visit = { blocks: 0, skipped: 0 };
    const bounds = { deadline: pace.deadline, visit };
    const marked = kernel.markCodes({ segments: table.segments, ...narrowed }, codes, bounds);
    if (grouping) count?.(grouping, countVisited(rows, narrowed, visit), rollup !== null);
    return marked;
  }

  #searched(pace: Pace): PacedTable {
    const { table, postingLists, indexes, firstRows, whole, holds, arrays } = this.#version;
    const memory = new QueryMemory(table.memories[0]?.limit ?? NO_LIMIT);
    return { table, postingLists, indexes, firstRows, whole, holds, arrays, pace, memory };
  }
}
