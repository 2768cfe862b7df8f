import { magnitude } from "./compare-sums.js";
import { halfDigit } from "./total-row.js";
import { isBalanceHeading, looksLikeTotal } from "./total-words.js";

/** A column of amounts that repeats others: as their sum, as their running balance, or in other units. */
export interface ColumnRelation {
  readonly column: string;
  readonly kind: "sum" | "balance" | "units";
  /** The columns that it repeats, each with its sign, or its factor for other units. */
  readonly of: readonly { readonly column: string; readonly factor: number }[];
  readonly rows: number;
}

/** Maximum number of columns that are compared, and rows by which relations are tried. */
const MAX_COLUMNS = 24;
const TRIED_ROWS = 200;
/** Fewest rows in which a relation holds with amounts other than zero. */
const FEWEST = 4;
/** Number of rows of which a relation may fail in one. */
const TOLERANCE = 50;

type Amounts = readonly (bigint | null)[];

interface Trial {
  readonly relation: Omit<ColumnRelation, "rows">;
  /** Difference from the relation; `null` for a row that says nothing. */
  readonly differ: (row: Amounts, before: Amounts | null) => bigint | null;
  fits: number;
  fails: number;
}

/** Finds columns that repeat others. Cost: all relations are tried in the first rows, few in the others. */
export class RelationFinder {
  readonly #headings: readonly string[];
  /** For each column 1 if it has positive amounts, 2 if it has negative ones, 3 for both. */
  readonly #signs = new Map<string, number>();
  #first: Amounts[] = [];
  #trials: readonly Trial[] | null = null;
  #before: Amounts | null = null;

  constructor(headings: readonly string[]) {
    this.#headings = headings.slice(0, MAX_COLUMNS);
  }

  take(row: Amounts): void {
    if (this.#headings.length < 2 || row.every((amount) => amount === null)) return;
    this.#noteSigns(row);
    if (this.#trials === null) {
      this.#first.push(row);
      if (this.#first.length === TRIED_ROWS) this.#trial();
      return;
    }
    for (const trial of this.#trials) check(trial, row, this.#before);
    this.#before = row;
  }

  /** Return the relations that nearly all rows have, one for a column. */
  finish(): readonly ColumnRelation[] {
    if (this.#trials === null) this.#trial();
    const found = new Map<string, ColumnRelation>();
    for (const { relation, fits, fails } of this.#trials!) {
      const isUsed = relation.of.some(({ column }) => found.has(column));
      if (!this.#isControl(relation)) continue;
      if (fits >= FEWEST && fails * TOLERANCE <= fits && !found.has(relation.column) && !isUsed) {
        found.set(relation.column, { ...relation, rows: fits });
      }
    }
    return [...found.values()];
  }

  /** True unless a difference may be an amount of its own: a balance is called so, or of both signs. */
  #isControl({ kind, column, of }: Trial["relation"]): boolean {
    if (kind !== "sum" || of.every(({ factor }) => factor > 0)) return true;
    return isBalanceHeading(column) || this.#signs.get(column) === 3;
  }

  #noteSigns(row: Amounts): void {
    this.#headings.forEach((heading, at) => {
      const amount = row[at] ?? 0n;
      if (amount !== 0n) this.#signs.set(heading, (this.#signs.get(heading) ?? 0) | (amount > 0n ? 1 : 2));
    });
  }

  #trial(): void {
    const all = listTrials(this.#headings);
    const alive = all.filter((trial) => {
      let before: Amounts | null = null;
      for (const row of this.#first) {
        check(trial, row, before);
        before = row;
        if (trial.fails > trial.fits + 2) return false;
      }
      return trial.fails * TOLERANCE <= trial.fits;
    });
    this.#before = this.#first.at(-1) ?? null;
    this.#first = [];
    this.#trials = alive;
  }
}

function check(trial: Trial, row: Amounts, before: Amounts | null): void {
  const difference = trial.differ(row, before);
  if (difference === null) return;
  if (difference === 0n) trial.fits++;
  else trial.fails++;
}

/** List the relations to try, the widest sums first. */
function listTrials(headings: readonly string[]): readonly Trial[] {
  const count = headings.length;
  const trials: Trial[] = [];
  // A sum before two parts cannot be told from a part that is the difference of the others.
  const isTotal = (at: number): boolean => looksLikeTotal(headings[at]!);
  const add = (
    kind: ColumnRelation["kind"],
    at: number,
    of: readonly (readonly [number, number])[],
    differ: Trial["differ"],
  ): void => {
    const parts = of.map(([part, factor]) => ({ column: headings[part]!, factor }));
    trials.push({ relation: { kind, column: headings[at]!, of: parts }, differ, fits: 0, fails: 0 });
  };
  const addSum = (at: number, parts: readonly (readonly [number, number])[]): void =>
    add("sum", at, parts, differOfSum(at, parts));
  const ahead = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => [from + at, 1] as const);
  for (let at = count - 1; at >= 0; at--) {
    for (let from = 0; from + 1 < at; from++) addSum(at, ahead(from, at));
    for (let to = count; to > at + 2; to--) if (to > at + 3 || isTotal(at)) addSum(at, ahead(at + 1, to));
  }
  for (let at = count - 1; at >= 0; at--) {
    for (let a = 0; a < count; a++) {
      for (let b = 0; b < count; b++) {
        if (a === at || b === at || a === b) continue;
        if (at > a && at > b)
          addSum(at, [
            [a, 1],
            [b, -1],
          ]);
        if (a < b && ((at > a && at > b) || isTotal(at)))
          addSum(at, [
            [a, 1],
            [b, 1],
          ]);
      }
    }
  }
  for (let at = count - 1; at >= 0; at--) {
    for (let a = 0; a < count; a++) {
      if (a === at) continue;
      add("balance", at, [[a, 1]], differOfBalance(at, [[a, 1]]));
      for (const factor of [1000, 1_000_000]) {
        add("units", at, [[a, 1 / factor]], (row) => differOfUnits(row[at]!, row[a]!, BigInt(factor)));
      }
      for (let b = 0; b < count; b++) {
        if (b !== at && b !== a)
          add(
            "balance",
            at,
            [
              [a, 1],
              [b, -1],
            ],
            differOfBalance(at, [
              [a, 1],
              [b, -1],
            ]),
          );
      }
    }
  }
  return trials;
}

/** @returns the difference; `null` if fewer than two parts are other than zero, as such a sum proves nothing */
function differOfSum(at: number, parts: readonly (readonly [number, number])[]): Trial["differ"] {
  return (row) => {
    const stated = row[at] ?? 0n;
    let [sum, filled] = [0n, 0];
    for (const [part, sign] of parts) {
      const amount = row[part] ?? 0n;
      if (amount !== 0n) filled++;
      sum += sign > 0 ? amount : -amount;
    }
    if (filled < 2) return sum === stated ? null : sum - stated;
    return sum - stated;
  };
}

function differOfBalance(at: number, parts: readonly (readonly [number, number])[]): Trial["differ"] {
  return (row, before) => {
    const [stated, last] = [row[at] ?? null, before?.[at] ?? null];
    if (stated === null || last === null) return null;
    let sum = last;
    let isZero = true;
    for (const [part, sign] of parts) {
      const amount = row[part] ?? 0n;
      if (amount !== 0n) isZero = false;
      sum += sign > 0 ? amount : -amount;
    }
    return isZero && sum === stated ? null : sum - stated;
  };
}

/** Compare an amount with another in thousands or millions of its unit, which may be rounded. */
function differOfUnits(large: bigint | null, small: bigint | null, factor: bigint): bigint | null {
  if (large === null || small === null || (large === 0n && small === 0n)) return null;
  const difference = large * factor - small;
  const isRounded = magnitude(difference) <= factor * halfDigit(0) || magnitude(difference) * 200n <= magnitude(small);
  return isRounded && large !== 0n ? 0n : difference;
}
