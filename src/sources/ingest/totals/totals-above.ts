import { type Boundary, compareSums, placeAt, placeBefore } from "./compare-sums.js";
import { nameOfTotal, type SearchedRow, type StatedTotal } from "./total-row.js";
import { looksLikeTotal } from "./total-words.js";

/** A way in which rows are levels: `isBelow` is true if a row is a part of another. */
export interface Levels {
  readonly isBelow: (row: SearchedRow, above: SearchedRow) => boolean;
  /** True if parts come first. */
  readonly isReversed: boolean;
}

/** Rows of upper levels from which on levels that sums do not confirm are given up. */
const ENOUGH = 20;
/** Number of rows of upper levels of which at most one may differ from its parts. */
const TOLERANCE = 5;
const TELLING = 4;

interface Open {
  readonly row: SearchedRow;
  /** Sum of the entries below it; those at the row itself if there are none. */
  part: Boundary;
  hasParts: boolean;
}

/** Finds totals beside the rows of the levels below: every row with parts must come to them. */
export class TotalsOfLevels {
  readonly #levels: Levels;
  readonly #zero: Boundary;
  readonly #decimals: number[];
  #open: Open[] = [];
  readonly #found: StatedTotal[] = [];
  /** Totals with two parts or more, and those that are beyond coincidence. */
  #proven = 0;
  #telling = 0;
  #differing = 0;
  #isGivenUp = false;

  constructor(levels: Levels, numAmounts: number) {
    this.#levels = levels;
    this.#zero = placeBefore(numAmounts);
    this.#decimals = Array.from({ length: numAmounts }, () => 0);
  }

  take(row: SearchedRow): void {
    if (this.#isGivenUp || row.amounts.every((amount) => amount === null)) return;
    row.decimals.forEach((decimals, at) => (this.#decimals[at] = Math.max(decimals, this.#decimals[at]!)));
    const { isReversed, isBelow } = this.#levels;
    const own: Open = { row, part: this.#zero, hasParts: false };
    if (isReversed) {
      while (this.#open.length > 0 && isBelow(this.#open.at(-1)!.row, row)) add(own, this.#closed(this.#open.pop()!));
      if (own.hasParts) this.#check(own);
    } else {
      while (this.#open.length > 0 && !isBelow(row, this.#open.at(-1)!.row)) this.#close();
    }
    this.#open.push(own);
  }

  /** Return the totals; none if the sums do not confirm the levels. */
  finish(): readonly StatedTotal[] {
    while (!this.#levels.isReversed && this.#open.length > 0) this.#close();
    const isConfirmed = this.#proven > 1 || this.#telling > 0;
    const isRight = isConfirmed && this.#differing * TOLERANCE <= this.#found.length;
    return isRight && !this.#isGivenUp ? this.#found : [];
  }

  #close(): void {
    const closed = this.#open.pop()!;
    if (closed.hasParts) this.#check(closed);
    const above = this.#open.at(-1);
    if (above) add(above, this.#closed(closed));
  }

  /** Return what the entries of a row come to: its parts, or itself. */
  #closed({ row, part, hasParts }: Open): Boundary {
    if (hasParts) return part;
    const sums = row.amounts.map((amount) => amount ?? 0n);
    const filled = row.filled.map((isFilled) => (isFilled ? 1 : 0));
    return placeAt(sums, filled, sums.some((sum) => sum !== 0n) ? 1 : 0);
  }

  #check({ row, part }: Open): void {
    const { verdict: compared, columns, digits, isAlone } = compareSums(row, part, this.#decimals);
    // An amount that no part has is one that only the upper level has.
    const verdict = isAlone ? "differs" : compared;
    const isTotal = verdict !== "differs";
    const sums = part.sums.map((sum, at) => (row.amounts[at] === null ? null : sum));
    this.#found.push({
      row: row.row,
      line: row.line,
      ...nameOfTotal(row, looksLikeTotal),
      texts: row.texts,
      amounts: row.amounts,
      sums,
      parts: part.entries,
      verdict: verdict === "zero" ? "exact" : verdict,
      place: this.#levels.isReversed ? "below" : "above",
    });
    if (!isTotal) this.#differing++;
    else if (verdict === "exact" && part.entries > 1) this.#proven++;
    if (verdict === "exact" && part.entries > 2 && (columns > 1 || digits >= TELLING)) this.#telling++;
    if (this.#found.length > ENOUGH && this.#differing * 2 > this.#found.length) this.#isGivenUp = true;
  }
}

function add(to: Open, { sums, filled, entries }: Boundary): void {
  to.part = placeAt(
    to.part.sums.map((sum, at) => sum + sums[at]!),
    to.part.filled.map((count, at) => count + filled[at]!),
    to.part.entries + entries,
  );
  to.hasParts = true;
}
