import type { ColumnarTable } from "../table/table.js";
import { type QueryCount, QueryStatistics } from "./query-statistics.js";
import { budgetOf } from "./budget.js";
import { cellKeysOf, shareColumns } from "./cell-keys.js";
import { type Candidate, chooseRollups } from "./choose-rollups.js";
import type { Rollups } from "./rollups.js";
import { buildFirst } from "./build-first.js";
import { covers, type GroupingSet, groupingKey, uniteGroupings } from "./grouping-set.js";
import type { Background, RollupBuilder } from "./builder.js";

/** Cuboids of one table: each has a memory of its own, of which a process can only have so many. */
export const MOST_ROLLUPS = 8;
/** Of the shapes that are asked most, one cuboid for two of them may be worth more than one for each. */
const UNITED = 4;
/** Shapes that are counted at once. */
const MOST_COUNTED = 16;
/** Shapes whose number of rows is remembered. */
const MOST_KNOWN = 1024;

/**
 * Keeps the cuboids of a table to what is asked of it. They are thought over when a shape was asked for the 2nd, 4th,
 * 8th … time, and no sooner than queries have looked at as many rows as the last time has cost.
 */
export class RollupAdvisor {
  /** What was asked of the table. */
  readonly requested = new QueryStatistics();
  /** By spelling; `null`: too many rows. */
  readonly #numRows = new Map<string, number | null>();
  readonly #closing = new AbortController();
  readonly #table: ColumnarTable;
  readonly #rollups: Rollups;
  readonly #background: Background;
  #underway: Promise<void> | null = null;
  #isDue = false;
  #triedFirst = false;
  #onSettled = (): void => {};
  /** Rows that queries have looked at since the cuboids were thought over, and what that has cost. */
  #looked = 0;
  #spent = 0;

  constructor(table: ColumnarTable, rollups: Rollups, background: Background) {
    this.#table = table;
    this.#rollups = rollups;
    this.#background = background;
  }

  /** Make the first one, where there is none. */
  start(): void {
    if (this.#hasNone && !this.#underway) this.#begin();
  }

  /**
   * Take notice of a query that was answered.
   * @param rows it has looked at
   * @param byCuboid whether they are those of a cuboid
   */
  note(grouping: GroupingSet, rows: number, byRollup: boolean): void {
    const asks = this.requested.note(grouping, byRollup ? null : rows, this.#table.rows);
    this.#looked += rows;
    if (this.#hasNone || (asks > 1 && isPowerOfTwo(asks))) this.#isDue = true;
    if (this.#isDue && !this.#underway && this.#looked >= this.#spent) this.#begin();
  }

  /** Go on at once with what was asked elsewhere. */
  goOn(requested: readonly QueryCount[]): void {
    if (requested.length === 0) return;
    this.requested.resume(requested);
    if (this.#underway) this.#isDue = true;
    else this.#begin();
  }

  /** @param onSettled called whenever the cuboids were thought over */
  watch(onSettled: () => void): void {
    this.#onSettled = onSettled;
  }

  /** Fulfilled when nothing is being made. */
  async settle(): Promise<void> {
    await this.#underway;
  }

  /** Make nothing any more. */
  close(): void {
    this.#closing.abort();
  }

  /** Whether there is none, and the first was not tried yet. */
  get #hasNone(): boolean {
    return !this.#triedFirst && this.#rollups.held.length === 0;
  }

  #begin(): void {
    this.#isDue = false;
    this.#looked = 0;
    this.#spent = this.#background.overhead;
    const { memories } = this.#table;
    const { signal } = this.#closing;
    for (const memory of memories) memory.retain();
    this.#underway = this.#background
      .run(shareColumns(this.#table), (builder) => this.#thinkOver(builder, signal), signal)
      .finally(() => {
        for (const memory of memories) memory.release();
        this.#underway = null;
        this.#onSettled();
      });
  }

  async #thinkOver(builder: RollupBuilder, signal: AbortSignal): Promise<void> {
    const { share } = this.#background;
    if (this.#hasNone) {
      this.#spent += this.#table.rows * this.#table.dimensions.length;
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
    const chosen = chooseRollups(requested, candidates, { bytes: budget.bytes, rollups: MOST_ROLLUPS });
    const spellings = new Set(chosen.map(({ grouping }) => groupingKey(grouping)));
    // First, so that there are never more than there may be.
    for (const each of this.#rollups.held) if (!spellings.has(groupingKey(each.grouping))) this.#rollups.drop(each);
    for (const { grouping, isHeld } of chosen) {
      if (isHeld) continue;
      this.#spent += this.#table.rows;
      await this.#rollups.make(builder, grouping, budget);
      signal.throwIfAborted();
    }
  }

  /** What there is, and what there may be for what was asked. */
  async #findCandidates(builder: RollupBuilder, requested: readonly GroupingSet[]): Promise<readonly Candidate[]> {
    const held = this.#rollups.held.map(({ grouping, rows, bytes }) => ({ grouping, rows, bytes, isHeld: true }));
    const often = requested.slice(0, UNITED);
    const united = often.flatMap((one, at) => often.slice(at + 1).map((other) => uniteGroupings([one, other])));
    const open = new Map([...requested, ...united].map((grouping) => [groupingKey(grouping), grouping]));
    for (const { grouping } of held) open.delete(groupingKey(grouping));
    await this.#countAll(builder, open);
    const found = [...open].flatMap(([spelling, grouping]) => {
      const rows = this.#numRows.get(spelling) ?? null;
      return rows === null ? [] : { grouping, rows, bytes: rows * this.#rowBytes(grouping), isHeld: false };
    });
    return [...held, ...found];
  }

  /** Find out the number of rows of the first shapes of which it is not known. */
  async #countAll(builder: RollupBuilder, groupings: ReadonlyMap<string, GroupingSet>): Promise<void> {
    // There is no end of shapes.
    if (this.#numRows.size > MOST_KNOWN) this.#numRows.clear();
    const tooLarge = [...groupings]
      .filter(([spelling]) => this.#numRows.get(spelling) === null)
      .map(([, grouping]) => grouping);
    const unknown = [...groupings].filter(([spelling]) => !this.#numRows.has(spelling)).slice(0, MOST_COUNTED);
    // What tells more apart has more rows: it comes later, and is not counted where less was too much.
    for (const [spelling, grouping] of unknown.toSorted(([, a], [, b]) => a.length - b.length)) {
      const rows = tooLarge.some((each) => covers(grouping, each)) ? null : await this.#count(builder, grouping);
      this.#numRows.set(spelling, rows);
      if (rows === null) tooLarge.push(grouping);
    }
  }

  async #count(builder: RollupBuilder, grouping: GroupingSet): Promise<number | null> {
    const budget = budgetOf(this.#table, this.#background.share);
    this.#spent += this.#table.rows;
    const most = Math.min(budget.rows, Math.floor(budget.bytes / this.#rowBytes(grouping)));
    return builder.count(cellKeysOf(this.#table, grouping), most);
  }

  /** At most: sums that are small take half of it. */
  #rowBytes(grouping: GroupingSet): number {
    const { dimensions, measures } = this.#table;
    const codes = grouping.reduce((sum, { dimension }) => sum + dimensions[dimension]!.codes.width, 0);
    return codes + 8 * (1 + measures.reduce((sum, { limbs }) => sum + limbs.length, 0));
  }
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}
