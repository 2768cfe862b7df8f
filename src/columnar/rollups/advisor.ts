import type { ColumnarTable } from "../table/table.js";
import { type AskedShape, AskedShapes } from "./query-statistics.js";
import { budgetOf } from "./budget.js";
import { cellKeysOf, shareColumns } from "./cell-keys.js";
import { type Candidate, chooseCuboids } from "./choose-rollups.js";
import type { Cuboids } from "./rollups.js";
import { makeFirst } from "./build-first.js";
import { covers, type Shape, spellShape, uniteShapes } from "./grouping-set.js";
import type { Background, Summing } from "./builder.js";

/** Cuboids of one table: each has a memory of its own, of which a process can only have so many. */
export const MOST_CUBOIDS = 8;
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
export class CuboidKeeper {
  /** What was asked of the table. */
  readonly asked = new AskedShapes();
  /** By spelling; `null`: too many rows. */
  readonly #numRows = new Map<string, number | null>();
  readonly #closing = new AbortController();
  readonly #table: ColumnarTable;
  readonly #cuboids: Cuboids;
  readonly #background: Background;
  #underway: Promise<void> | null = null;
  #isDue = false;
  #triedFirst = false;
  #onSettled = (): void => {};
  /** Rows that queries have looked at since the cuboids were thought over, and what that has cost. */
  #looked = 0;
  #spent = 0;

  constructor(table: ColumnarTable, cuboids: Cuboids, background: Background) {
    this.#table = table;
    this.#cuboids = cuboids;
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
  note(shape: Shape, rows: number, byCuboid: boolean): void {
    const asks = this.asked.note(shape, byCuboid ? null : rows, this.#table.rows);
    this.#looked += rows;
    if (this.#hasNone || (asks > 1 && isPowerOfTwo(asks))) this.#isDue = true;
    if (this.#isDue && !this.#underway && this.#looked >= this.#spent) this.#begin();
  }

  /** Go on at once with what was asked elsewhere. */
  goOn(asked: readonly AskedShape[]): void {
    if (asked.length === 0) return;
    this.asked.resume(asked);
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
    return !this.#triedFirst && this.#cuboids.held.length === 0;
  }

  #begin(): void {
    this.#isDue = false;
    this.#looked = 0;
    this.#spent = this.#background.overhead;
    const { memories } = this.#table;
    const { signal } = this.#closing;
    for (const memory of memories) memory.retain();
    this.#underway = this.#background
      .run(shareColumns(this.#table), (summing) => this.#thinkOver(summing, signal), signal)
      .finally(() => {
        for (const memory of memories) memory.release();
        this.#underway = null;
        this.#onSettled();
      });
  }

  async #thinkOver(summing: Summing, signal: AbortSignal): Promise<void> {
    const { share } = this.#background;
    if (this.#hasNone) {
      this.#spent += this.#table.rows * this.#table.dimensions.length;
      await makeFirst({ table: this.#table, cuboids: this.#cuboids }, summing, share);
      this.#triedFirst = true;
    }
    const budget = budgetOf(this.#table, share);
    const asked = this.asked.list();
    const candidates = await this.#findCandidates(
      summing,
      asked.map(({ shape }) => shape),
    );
    signal.throwIfAborted();
    const chosen = chooseCuboids(asked, candidates, { bytes: budget.bytes, cuboids: MOST_CUBOIDS });
    const spellings = new Set(chosen.map(({ shape }) => spellShape(shape)));
    // First, so that there are never more than there may be.
    for (const each of this.#cuboids.held) if (!spellings.has(spellShape(each.shape))) this.#cuboids.drop(each);
    for (const { shape, isHeld } of chosen) {
      if (isHeld) continue;
      this.#spent += this.#table.rows;
      await this.#cuboids.make(summing, shape, budget);
      signal.throwIfAborted();
    }
  }

  /** What there is, and what there may be for what was asked. */
  async #findCandidates(summing: Summing, asked: readonly Shape[]): Promise<readonly Candidate[]> {
    const held = this.#cuboids.held.map(({ shape, rows, bytes }) => ({ shape, rows, bytes, isHeld: true }));
    const often = asked.slice(0, UNITED);
    const united = often.flatMap((one, at) => often.slice(at + 1).map((other) => uniteShapes([one, other])));
    const open = new Map([...asked, ...united].map((shape) => [spellShape(shape), shape]));
    for (const { shape } of held) open.delete(spellShape(shape));
    await this.#countAll(summing, open);
    const found = [...open].flatMap(([spelling, shape]) => {
      const rows = this.#numRows.get(spelling) ?? null;
      return rows === null ? [] : { shape, rows, bytes: rows * this.#rowBytes(shape), isHeld: false };
    });
    return [...held, ...found];
  }

  /** Find out the number of rows of the first shapes of which it is not known. */
  async #countAll(summing: Summing, shapes: ReadonlyMap<string, Shape>): Promise<void> {
    // There is no end of shapes.
    if (this.#numRows.size > MOST_KNOWN) this.#numRows.clear();
    const tooLarge = [...shapes].filter(([spelling]) => this.#numRows.get(spelling) === null).map(([, shape]) => shape);
    const unknown = [...shapes].filter(([spelling]) => !this.#numRows.has(spelling)).slice(0, MOST_COUNTED);
    // What tells more apart has more rows: it comes later, and is not counted where less was too much.
    for (const [spelling, shape] of unknown.toSorted(([, a], [, b]) => a.length - b.length)) {
      const rows = tooLarge.some((each) => covers(shape, each)) ? null : await this.#count(summing, shape);
      this.#numRows.set(spelling, rows);
      if (rows === null) tooLarge.push(shape);
    }
  }

  async #count(summing: Summing, shape: Shape): Promise<number | null> {
    const budget = budgetOf(this.#table, this.#background.share);
    this.#spent += this.#table.rows;
    const most = Math.min(budget.rows, Math.floor(budget.bytes / this.#rowBytes(shape)));
    return summing.count(cellKeysOf(this.#table, shape), most);
  }

  /** At most: sums that are small take half of it. */
  #rowBytes(shape: Shape): number {
    const { dimensions, measures } = this.#table;
    const codes = shape.reduce((sum, { dimension }) => sum + dimensions[dimension]!.codes.width, 0);
    return codes + 8 * (1 + measures.reduce((sum, { limbs }) => sum + limbs.length, 0));
  }
}

function isPowerOfTwo(count: number): boolean {
  return (count & (count - 1)) === 0;
}
