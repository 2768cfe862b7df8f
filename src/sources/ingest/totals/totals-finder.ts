import { listLevels } from "./levels.js";
import { findNestedSums } from "./nested-sums.js";
import type { SearchedRow, StatedTotal } from "./total-row.js";
import { TotalsBelow } from "./totals-below.js";
import { TotalsOfLevels } from "./totals-above.js";

/** Rows up to which levels are tried: a list of more is one of payments. */
const MAX_ROWS = 50_000;
/** Rows up to which totals are found by their figures alone, at any number of levels. */
const MAX_NESTED = 5_000;
/** A total of totals is found in the pass after theirs. */
const MAX_PASSES = 4;

/** The totals that the rows of a table state. */
export interface FoundTotals {
  /** Totals that others add up to, in the order of the rows. */
  readonly totals: readonly StatedTotal[];
  /** Rows that are called totals and differ from what is before them; they are entries. */
  readonly differing: readonly StatedTotal[];
  /** Number of entries that are not zero. */
  readonly entries: number;
  /** Texts of the rows that are no totals, as those of a total; empty for a long list, and where there are no totals. */
  readonly entryTexts: readonly SearchedRow["texts"][];
}

/** Finds the rows of a table that are sums of others. Cost: linear; memory for at most 50,000 rows. */
export class TotalsFinder {
  readonly #numAmounts: number;
  readonly #numTexts: number;
  #rows: SearchedRow[] | null = [];
  #below: TotalsBelow | null = null;
  #hasAmount = false;
  /** Names of totals that are certain, for the next pass too. */
  readonly #names = new Set<string>();

  constructor(numAmounts: number, numTexts: number) {
    this.#numAmounts = numAmounts;
    this.#numTexts = numTexts;
  }

  take(row: SearchedRow): void {
    const hasAmount = row.amounts.some((amount) => amount !== null);
    const taken = hasAmount && !this.#hasAmount ? { ...row, isFirst: true } : row;
    if (hasAmount) this.#hasAmount = true;
    if (this.#rows === null) {
      this.#below!.take(taken);
      return;
    }
    this.#rows.push(taken);
    if (this.#rows.length <= MAX_ROWS) return;
    this.#below = this.#makeBelow();
    for (const each of this.#rows) this.#below.take(each);
    this.#rows = null;
  }

  finish(): FoundTotals {
    if (this.#rows === null) return this.#finishLarge(this.#below!);
    const known = new Map<number, StatedTotal>();
    const entries = new Set<number>();
    let below = this.#makeBelow();
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const before = known.size;
      below = this.#search(this.#rows, known, entries);
      const dropped = this.#isRepeated(below) ? [] : below.unsigned;
      if (dropped.length > 0) {
        for (const row of dropped) entries.add(row);
        continue;
      }
      const levels = this.#findLevels(this.#rows, known);
      for (const total of levels) if (total.verdict !== "differs") known.set(total.row, total);
      // Sums of entries and of totals among them are none, so that the levels count first.
      if (levels.length === 0)
        for (const total of below.found) if (total.verdict !== "differs") known.set(total.row, total);
      if (known.size === before) break;
    }
    const differing = below.found.filter(({ verdict, row }) => verdict === "differs" && !known.has(row));
    const others = known.size === 0 ? [] : this.#rows.filter(({ row }) => !known.has(row));
    return {
      totals: inOrder([...known.values()]),
      differing,
      entries: below.sum.entries,
      entryTexts: others.map(({ texts }) => texts),
    };
  }

  /** Several sums without another sign are no coincidence. */
  #isRepeated({ unsigned }: TotalsBelow): boolean {
    return unsigned.length > 1;
  }

  #finishLarge(below: TotalsBelow): FoundTotals {
    below.end();
    const dropped = new Set(below.unsigned);
    const totals = below.found.filter(({ verdict, row }) => verdict !== "differs" && !dropped.has(row));
    const differing = below.found.filter(({ verdict }) => verdict === "differs");
    return { totals, differing, entries: below.sum.entries, entryTexts: [] };
  }

  #search(
    rows: readonly SearchedRow[],
    known: ReadonlyMap<number, StatedTotal>,
    entries: ReadonlySet<number>,
  ): TotalsBelow {
    const below = this.#makeBelow();
    for (const row of rows) {
      if (known.has(row.row)) below.pass();
      else below.take(row, entries.has(row.row));
    }
    below.end();
    return below;
  }

  #findLevels(rows: readonly SearchedRow[], known: ReadonlyMap<number, StatedTotal>): readonly StatedTotal[] {
    const found = listLevels(this.#numTexts).map((levels) => {
      const totals = new TotalsOfLevels(levels, this.#numAmounts);
      for (const row of rows) if (!known.has(row.row)) totals.take(row);
      return totals.finish();
    });
    const open = rows.filter(({ row, amounts }) => !known.has(row) && amounts.some((amount) => amount !== null));
    const nested = open.length > MAX_NESTED ? [] : [false, true].map((isReversed) => findNestedSums(open, isReversed));
    return [...found, ...nested].toSorted((a, b) => b.length - a.length)[0] ?? [];
  }

  #makeBelow(): TotalsBelow {
    return new TotalsBelow(this.#numAmounts, this.#numTexts, this.#names);
  }
}

function inOrder(totals: readonly StatedTotal[]): readonly StatedTotal[] {
  return totals.toSorted((a, b) => a.row - b.row);
}
