import type { ColumnarTable } from "../table/table.js";
import { type QueryCount, QueryStatistics } from "./query-statistics.js";
import { budgetOf } from "./budget.js";
import { type Candidate, chooseRollups } from "./choose-rollups.js";
import type { Rollups } from "./rollups.js";
import { buildFirst } from "./build-first.js";
import { covers, type GroupingSet, groupingKey, uniteGroupings } from "./grouping-set.js";
import type { Background, RollupBuilder } from "./builder.js";

/** Maximum rollups of a table: each has its own memory, and a process can only have so many memories. */
export const MAX_ROLLUPS = 8;
/** Number of the most requested grouping sets to unite in pairs: one rollup for two may be worth more than two. */
const UNITED = 4;
/** Maximum grouping sets whose rows one review counts. */
const MAX_COUNTED = 16;
/** Maximum grouping sets whose row counts are remembered. */
const MAX_KNOWN = 1024;

/**
 * Fits the rollups of a table to its queries. It reviews them when a grouping set was requested for the 2nd, 4th,
 * 8th … time, but not before queries have visited as many rows as the last review has cost.
 */
export class RollupAdvisor {
  /** Counts of the table's queries. */
  readonly requested = new QueryStatistics();
  /** Row counts by grouping key; `null`: too many rows. */
  readonly #numRows = new Map<string, number | null>();
  readonly #closing = new AbortController();
  readonly #table: ColumnarTable;
  readonly #rollups: Rollups;
  readonly #background: Background;
  #running: Promise<void> | null = null;
  #isDue = false;
  #triedFirst = false;
  #onSettled = (): void => {};
  /** Rows that queries have visited since the last review, and the cost of that review in rows. */
  #visitedRows = 0;
  #reviewCost = 0;

  constructor(table: ColumnarTable, rollups: Rollups, background: Background) {
    this.#table = table;
    this.#rollups = rollups;
    this.#background = background;
  }

  /** Build a first rollup if there is none. */
  start(): void {
    if (this.#hasNone && !this.#running) this.#startReview();
  }

  /**
   * Count a query that was answered, and start a review if one is due.
   * @param rows rows that the query has visited
   * @param byRollup true if these are rows of a rollup
   */
  note(grouping: GroupingSet, rows: number, byRollup: boolean): void {
    const asks = this.requested.note(grouping, byRollup ? null : rows, this.#table.rows);
    this.#visitedRows += rows;
    if (this.#hasNone || (asks > 1 && isPowerOfTwo(asks))) this.#isDue = true;
    if (this.#isDue && !this.#running && this.#visitedRows >= this.#reviewCost) this.#startReview();
  }

  /** Add query counts from elsewhere, and review at once. */
  resume(requested: readonly QueryCount[]): void {
    if (requested.length === 0) return;
    this.requested.resume(requested);
    if (this.#running) this.#isDue = true;
    else this.#startReview();
  }

  /** @param onSettled called after every review */
  watch(onSettled: () => void): void {
    this.#onSettled = onSettled;
  }

  /** Wait until no review is running. */
  async settle(): Promise<void> {
    await this.#running;
  }

  /** Abort the running review and build nothing more. */
  close(): void {
    this.#closing.abort();
  }

  /** True if there is no rollup and the first was not tried yet. */
  get #hasNone(): boolean {
    return !this.#triedFirst && this.#rollups.held.length === 0;
  }

  #startReview(): void {
    this.#isDue = false;
    this.#visitedRows = 0;
    this.#reviewCost = this.#background.overhead;
    const { memories } = this.#table;
    const { signal } = this.#closing;
    for (const memory of memories) memory.retain();
    this.#running = this.#background
      .run(this.#table, (builder) => this.#review(builder, signal), signal)
      .finally(() => {
        for (const memory of memories) memory.release();
        this.#running = null;
        this.#onSettled();
      });
  }

  async #review(builder: RollupBuilder, signal: AbortSignal): Promise<void> {
    const { share } = this.#background;
    if (this.#hasNone) {
      this.#reviewCost += this.#table.rows * this.#table.dimensions.length;
      await buildFirst({ table: this.#table, rollups: this.#rollups }, builder, share);
      this.#triedFirst = true;
    }
    const budget = budgetOf(this.#table, share);
    const requested = this.requested.list();
    const candidates = await this.#findCandidates(
      builder,
      requested.map(({ grouping }) => grouping),
    );
    signal.throwIfAborted();
    const chosen = chooseRollups(requested, candidates, { bytes: budget.bytes, rollups: MAX_ROLLUPS });
    const keys = new Set(chosen.map(({ grouping }) => groupingKey(grouping)));
    // Drop before building, so that the limits hold at any time.
    for (const each of this.#rollups.held) if (!keys.has(groupingKey(each.grouping))) this.#rollups.drop(each);
    for (const { grouping, isHeld } of chosen) {
      if (isHeld) continue;
      this.#reviewCost += this.#table.rows;
      await this.#rollups.build(builder, grouping, budget);
      signal.throwIfAborted();
    }
  }

  /** List the existing rollups and those possible for the requested grouping sets. */
  async #findCandidates(builder: RollupBuilder, requested: readonly GroupingSet[]): Promise<readonly Candidate[]> {
    const held = this.#rollups.held.map(({ grouping, rows, bytes }) => ({ grouping, rows, bytes, isHeld: true }));
    const frequent = requested.slice(0, UNITED);
    const united = frequent.flatMap((one, at) => frequent.slice(at + 1).map((other) => uniteGroupings([one, other])));
    const open = new Map([...requested, ...united].map((grouping) => [groupingKey(grouping), grouping]));
    for (const { grouping } of held) open.delete(groupingKey(grouping));
    await this.#countAll(builder, open);
    const found = [...open].flatMap(([key, grouping]) => {
      const rows = this.#numRows.get(key) ?? null;
      return rows === null ? [] : { grouping, rows, bytes: rows * this.#rowBytes(grouping), isHeld: false };
    });
    return [...held, ...found];
  }

  /** Count the rows of the first grouping sets whose row count is unknown. */
  async #countAll(builder: RollupBuilder, groupings: ReadonlyMap<string, GroupingSet>): Promise<void> {
    // The number of possible grouping sets is unlimited.
    if (this.#numRows.size > MAX_KNOWN) this.#numRows.clear();
    const tooLarge = [...groupings].filter(([key]) => this.#numRows.get(key) === null).map(([, grouping]) => grouping);
    const unknown = [...groupings].filter(([key]) => !this.#numRows.has(key)).slice(0, MAX_COUNTED);
    // Finer grouping sets have more rows: they come later, and need no count if a coarser one has too many rows.
    for (const [key, grouping] of unknown.toSorted(([, a], [, b]) => a.length - b.length)) {
      const rows = tooLarge.some((each) => covers(grouping, each)) ? null : await this.#count(builder, grouping);
      this.#numRows.set(key, rows);
      if (rows === null) tooLarge.push(grouping);
    }
  }

  async #count(builder: RollupBuilder, grouping: GroupingSet): Promise<number | null> {
    const budget = budgetOf(this.#table, this.#background.share);
    this.#reviewCost += this.#table.rows;
    const maxRows = Math.min(budget.rows, Math.floor(budget.bytes / this.#rowBytes(grouping)));
    return builder.count(await builder.keysOf(grouping), maxRows);
  }

  /** Return the maximum bytes of a row; narrow sums take 4 bytes instead of 8. */
  #rowBytes(grouping: GroupingSet): number {
    const { dimensions, measures } = this.#table;
    const codes = grouping.reduce((sum, { dimension }) => sum + dimensions[dimension]!.codes.width, 0);
    return codes + 8 * (1 + measures.reduce((sum, { limbs }) => sum + limbs.length, 0));
  }
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}
