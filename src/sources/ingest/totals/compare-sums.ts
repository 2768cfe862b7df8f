import { countInformative, halfDigit, type SearchedRow } from "./total-row.js";

/** A place between rows: what the entries before it come to, and their number. */
export interface Boundary {
  readonly sums: readonly bigint[];
  /** Number of entries whose cell is not blank, by column. */
  readonly filled: readonly number[];
  /** The first sum as a double. */
  readonly first: number;
  /** Entries that are not zero. */
  readonly entries: number;
}

export interface SumComparison {
  /** `none` if the row states nothing but zeros. */
  readonly verdict: "exact" | "rounded" | "differs" | "zero";
  /** Columns in which amounts other than zero agree, and the most digits of one of them. */
  readonly columns: number;
  readonly digits: number;
  /** True if the row states an amount, other than zero, in a column that none of the others fills. */
  readonly isAlone: boolean;
}

/**
 * Compare what a row states with what others come to, in every column in which both state something.
 * @param decimals that each column is written with
 */
export function compareSums(
  row: Pick<SearchedRow, "amounts" | "decimals">,
  { sums, filled, entries }: Boundary,
  decimals: readonly number[],
): SumComparison {
  let [columns, digits, isExact, isClose, isZero, isAlone] = [0, 0, true, true, true, false];
  for (let at = 0; at < sums.length; at++) {
    const stated = row.amounts[at]!;
    if (stated === null) continue;
    if (filled[at] === 0 && stated !== 0n) {
      isAlone = true;
      continue;
    }
    if (stated !== 0n) isZero = false;
    const difference = magnitude(stated - sums[at]!);
    if (difference !== 0n) {
      isExact = false;
      const tolerance = halfDigit(row.decimals[at]!) + BigInt(entries) * halfDigit(decimals[at]!);
      if (difference > tolerance || difference * CLOSE > magnitude(stated)) isClose = false;
    }
    if (stated !== 0n) {
      columns++;
      digits = Math.max(digits, countInformative(stated));
    }
  }
  const isNothing = isZero && isAlone;
  const verdict = isNothing ? "differs" : isExact ? (isZero ? "zero" : "exact") : isClose ? "rounded" : "differs";
  return { verdict, columns, digits, isAlone };
}

/** A rounded total differs by less than a part of so many. */
const CLOSE = 1000n;

export function placeAt(sums: readonly bigint[], filled: readonly number[], entries: number): Boundary {
  return { sums, filled, entries, first: Number(sums[0] ?? 0n) };
}

/** Return the place before all entries. */
export function placeBefore(numAmounts: number): Boundary {
  const columns = Array.from({ length: numAmounts });
  return placeAt(
    columns.map(() => 0n),
    columns.map(() => 0),
    0,
  );
}

/** Return what lies between two places. */
export function between(from: Boundary, to: Boundary): Boundary {
  return placeAt(
    to.sums.map((sum, at) => sum - from.sums[at]!),
    to.filled.map((count, at) => count - from.filled[at]!),
    to.entries - from.entries,
  );
}

export function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
