import { countInformative, halfDigit, type SearchedRow } from "./total-row.js";

/** A place between rows: what the entries before it come to, and their number. */
export interface Boundary {
  readonly sums: readonly bigint[];
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
}

/**
 * Compare what a row states with what others come to, in every column in which it states something.
 * @param parts number of the others
 * @param decimals that each column is written with
 */
export function compareSums(
  row: SearchedRow,
  sums: readonly bigint[],
  parts: number,
  decimals: readonly number[],
): SumComparison {
  let [columns, digits, isExact, isClose, isZero] = [0, 0, true, true, true];
  for (let at = 0; at < sums.length; at++) {
    const stated = row.amounts[at]!;
    if (stated === null) continue;
    if (stated !== 0n) isZero = false;
    const difference = magnitude(stated - sums[at]!);
    if (difference !== 0n) {
      isExact = false;
      const tolerance = halfDigit(row.decimals[at]!) + BigInt(parts) * halfDigit(decimals[at]!);
      if (difference > tolerance || difference * CLOSE > magnitude(stated)) isClose = false;
    }
    if (stated !== 0n) {
      columns++;
      digits = Math.max(digits, countInformative(stated));
    }
  }
  const verdict = isExact ? (isZero ? "zero" : "exact") : isClose ? "rounded" : "differs";
  return { verdict, columns, digits };
}

/** A rounded total differs by less than a part of so many. */
const CLOSE = 1000n;

export function placeAt(sums: readonly bigint[], entries: number): Boundary {
  return { sums, entries, first: Number(sums[0] ?? 0n) };
}

/** Return what lies between two places. */
export function between(from: Boundary, to: Boundary): Boundary {
  return placeAt(
    to.sums.map((sum, at) => sum - from.sums[at]!),
    to.entries - from.entries,
  );
}

export function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
