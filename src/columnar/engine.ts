import { CutStatistics } from "../engine/cut-statistics.js";
import type { AggregateResult, AmountForm, Bounds, DistinctResult, Engine, Entry, Member } from "../engine/engine.js";
import type { SearchResult } from "../engine/search.js";
import { timeSteps, type AnswerTrace } from "../engine/explain.js";
import type { Kernel } from "../kernel/kernel.js";
import type { CodeMarks } from "../kernel/distinct-codes.js";
import type { CubeMemory } from "../kernel/memory/cube-memory.js";
import type { ZoneMaps } from "../kernel/plan/zone-maps.js";
import type { Dimension } from "../model/cube.js";
import { countDigits } from "../model/values/decimal.js";
import type { AggregateQuery } from "../query/aggregate/query.js";
import type { DistinctQuery } from "../query/distinct/query.js";
import type { Condition } from "../query/condition/condition.js";
import type { SearchQuery } from "../query/search/query.js";
import { reportMemory } from "./memory-report.js";
import { aggregateTable } from "./aggregate-table.js";
import { rowsInLoadOrder } from "./clustering/rows-in-load-order.js";
import { budgetOf } from "./rollups/budget.js";
import { RollupSnapshot } from "./rollups/rollup-snapshot.js";
import { Rollups } from "./rollups/rollups.js";
import { type ChosenTable, countVisited, describeAnsweringTable, findRollup } from "./rollups/find-rollup.js";
import { RollupAdvisor } from "./rollups/advisor.js";
import { narrowRollup } from "./rollups/narrow-rollup.js";
import { groupingOfQuery } from "./rollups/grouping-of-query.js";
import type { Background } from "./rollups/builder.js";
import { findDistinct } from "./select/distinct.js";
import { findRow } from "./table/find-row.js";
import { FoldedOrders } from "./table/folded-orders.js";
import { joinLimbs } from "./table/measure-limbs.js";
import { PostingLists } from "./select/posting-lists.js";
import { readMember } from "./table/members.js";
import { applyCuts, type SelectedRows } from "./select/apply-cuts.js";
import { type ChosenMembers, chooseMembers } from "./select/choose-members.js";
import { type SplitFilters, splitFilters } from "./select/split-filters.js";
import { readEntries } from "./table/read-rows.js";
import { SortedRowsCache } from "./search/sorted-rows-cache.js";
import { countMatches, searchTable, selectMatches, stopAt } from "./search/search.js";
import type { SearchedTable } from "./search/select-clause.js";
import { UnfilteredCache } from "./search/unfiltered-cache.js";
import { TermLookups } from "./search/term-lookups.js";
import type { ColumnarTable } from "./table/table.js";
import { translateKernelErrors } from "./kernel-errors.js";

/** Entries in a batch. */
const BATCH = 4096;
/** Entries whose rows are found at once. */
const LOOKED_UP = 16 * BATCH;

/** What an engine may be given. */
export interface EngineParts {
  readonly postingLists?: PostingLists | undefined;
  /** Makes cuboids of what is asked. */
  readonly background?: Background | undefined;
}

type ChoosingQuery = Pick<AggregateQuery, "keys" | "filters">;

/** Tables in WebAssembly memory: cuts, groups, sums and order in one kernel call. */
export class ColumnarEngine implements Engine {
  readonly table: ColumnarTable;
  /** Which entries the table's members have. */
  readonly postingLists: PostingLists;
  readonly cutStatistics = new CutStatistics();
  /** Sums that were made before they are asked for. */
  readonly rollups: Rollups;
  /** Members in order, as far as that was asked for. */
  readonly orders: FoldedOrders;
  readonly derived: RollupSnapshot | null;
  readonly #advisor: RollupAdvisor | null;
  readonly #kernel: Kernel;
  readonly #words: TermLookups;
  readonly #firstRows: SortedRowsCache;
  readonly #whole = new UnfilteredCache();

  constructor(kernel: Kernel, table: ColumnarTable, { postingLists, background }: EngineParts = {}) {
    this.#kernel = kernel;
    this.table = table;
    this.postingLists = postingLists ?? new PostingLists(table);
    // What cuboids take lists give up: they are made again in less time.
    this.rollups = new Rollups(table, (bytes) => this.postingLists.leave(bytes));
    const isKept = background && budgetOf(table, background.share).bytes > 0;
    this.#advisor = isKept ? new RollupAdvisor(table, this.rollups, background) : null;
    this.derived = this.#advisor && new RollupSnapshot(kernel, this, this.#advisor, background!.share);
    this.orders = new FoldedOrders(table);
    this.#words = new TermLookups(table);
    this.#firstRows = new SortedRowsCache(table);
  }

  get numEntries(): number {
    return this.table.rows;
  }

  /** What is known of the blocks of columns. */
  get zones(): ZoneMaps {
    return this.#kernel.zones;
  }

  /** What is kept of what was asked about all entries. */
  get answerBytes(): number {
    return this.#firstRows.bytes + this.#whole.bytes;
  }

  /** What is kept elsewhere for large queries of what is in a memory. */
  overflowBytesOf(memory: CubeMemory): number {
    return this.#kernel.overflowBytesOf(memory);
  }

  get numBytes(): number {
    return reportMemory(this).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get amountForms(): readonly AmountForm[] {
    return this.table.measures.map(({ scale, limbs, limbBits }) => {
      const most = limbs.map(({ min, max }) => (max > -min ? max : -min));
      return { scale, mostDigits: countDigits(joinLimbs(most, limbBits)) };
    });
  }

  async aggregate(
    query: AggregateQuery,
    { maxCells, deadline }: Bounds,
    explain?: (work: AnswerTrace) => void,
  ): Promise<AggregateResult> {
    return translateKernelErrors(maxCells, () => {
      const visit = { blocks: 0, skipped: 0 };
      const bounds = { maxGroups: maxCells, deadline, visit };
      const clock = explain && timeSteps();
      const { grouping, rollup, table, rows, narrowed } = this.#choose(query, deadline, clock?.end);
      const result = aggregateTable(this.#kernel, table, query, narrowed, bounds);
      clock?.end("group");
      const { blocks, skipped: blocksSkipped } = visit;
      const visited = countVisited(rows, narrowed, visit);
      if (clock) {
        const { steps } = clock;
        explain({ ...describeAnsweringTable(this.table.model, rollup), rows, visited, blocks, blocksSkipped, steps });
      }
      if (grouping) this.#advisor?.note(grouping, visited, rollup !== null);
      return result;
    });
  }

  /** Begin with the first cuboid in the background, where there is none, before anybody asks. */
  sumUp(): void {
    this.#advisor?.start();
  }

  /** Fulfilled when neither cuboids nor lists of entries are being made. */
  async settle(): Promise<void> {
    await this.#advisor?.settle();
    await this.postingLists.settle();
  }

  async countMembers(dimension: Dimension): Promise<number> {
    const { attributes, missing } = this.table.dimensions[dimension.index]!;
    return attributes[0]!.length - (missing < 0 ? 0 : 1);
  }

  async findMember(dimension: Dimension, identity: string | number): Promise<Member | null> {
    const column = this.table.dimensions[dimension.index]!;
    const [code] = column.attributes[dimension.identity.index]!.find(identity);
    return code === undefined ? null : readMember(column, code);
  }

  async distinct(query: DistinctQuery, { maxCells, deadline }: Bounds): Promise<DistinctResult> {
    return translateKernelErrors(maxCells, () => {
      const column = this.table.dimensions[query.dimension.index]!;
      return findDistinct(column, this.orders, query, this.#markMembers(query, deadline));
    });
  }

  async findEntry(id: string): Promise<Entry | null> {
    const row = findRow(this.table, id);
    return row < 0 ? null : readEntries(this.table, [row])[0]!;
  }

  async search(query: SearchQuery, bounds: Bounds): Promise<SearchResult> {
    return translateKernelErrors(bounds.maxCells, () =>
      searchTable(this.#kernel, this.#searched(bounds.deadline), query, bounds),
    );
  }

  async countMatches(where: Condition, { maxCells, deadline }: Bounds): Promise<readonly number[]> {
    return translateKernelErrors(maxCells, () => countMatches(this.#kernel, this.#searched(deadline), where, deadline));
  }

  async *entries(): AsyncIterable<readonly Entry[]> {
    for (const memory of this.table.memories) memory.retain();
    try {
      const { rows } = this.table;
      for (let first = 0; first < rows; first += LOOKED_UP) {
        const found = rowsInLoadOrder(this.table, first, Math.min(LOOKED_UP, rows - first));
        for (let at = 0; at < found.length; at += BATCH) yield readEntries(this.table, found.subarray(at, at + BATCH));
      }
    } finally {
      for (const memory of this.table.memories) memory.release();
    }
  }

  dispose(): void {
    this.#advisor?.close();
    this.rollups.close();
    for (const memory of this.table.memories) memory.release();
  }

  /** The members of a dimension that entries have that meet some filters; `null` without those. */
  #markMembers({ dimension, filters }: DistinctQuery, deadline: number): CodeMarks | null {
    if (filters.length === 0) return null;
    const query = { filters, keys: [{ dimension, attribute: null }] };
    const { grouping, rollup, table, rows, narrowed } = this.#choose(query, deadline);
    const { codes } = table.dimensions[dimension.index]!;
    const visit = { blocks: 0, skipped: 0 };
    const marked = this.#kernel.markCodes({ segments: table.segments, ...narrowed }, codes, { deadline, visit });
    if (grouping) this.#advisor?.note(grouping, countVisited(rows, narrowed, visit), rollup !== null);
    return marked;
  }

  /** What a query reads, of a cuboid that covers it or of the entries. */
  #choose(query: ChoosingQuery, deadline: number, end: (step: string) => void = () => {}): ChosenTable {
    const filters = splitFilters(query.filters);
    const check = stopAt(deadline);
    let chosen: readonly ChosenMembers[] | undefined;
    const choose = (): readonly ChosenMembers[] =>
      (chosen ??= filters.cuts.map((cut) => chooseMembers(this.table, cut, check)));
    const grouping = groupingOfQuery(this.table, query.keys, filters);
    const rollup = grouping && findRollup(this, grouping, choose);
    end("choose");
    const narrowed = rollup ? narrowRollup(rollup, filters.cuts, check) : this.#narrow(filters, choose(), deadline);
    end("select");
    const { table, rows } = rollup ?? { table: this.table, rows: this.table.rows };
    return { grouping, rollup, table, rows, narrowed };
  }

  #narrow({ cuts, others }: SplitFilters, chosen: readonly ChosenMembers[], deadline: number): SelectedRows {
    const filter = selectMatches(this.#kernel, this.#searched(deadline), others, deadline);
    return applyCuts(this.#kernel, this, cuts, chosen, filter, deadline);
  }

  #searched(deadline: number): SearchedTable {
    const { table, postingLists, cutStatistics } = this;
    return {
      table,
      postingLists,
      cutStatistics,
      indexes: this.#words,
      firstRows: this.#firstRows,
      whole: this.#whole,
      check: stopAt(deadline),
    };
  }
}
