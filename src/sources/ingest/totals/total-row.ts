import type { Decimal } from "../../../core/model/values/decimal.js";

/** A row of a table, as the search for totals sees it. */
export interface SearchedRow {
  /** Number of its record, and its line in the file; `null` if lines cannot be counted. */
  readonly row: number;
  readonly line: number | null;
  /** Trimmed cells of the columns that hold no amounts, and their leading blanks. */
  readonly texts: readonly string[];
  readonly indents: readonly number[];
  /** Cells of the columns of amounts in `UNIT`s; `null` for one without a number. */
  readonly amounts: readonly (bigint | null)[];
  /** True for each of them that is not blank, also if it cannot be read. */
  readonly filled: readonly boolean[];
  /** True for the first row with an amount. */
  readonly isFirst?: boolean;
  /** Decimals that each amount is written with. */
  readonly decimals: readonly number[];
}

/** A row that states a total. */
export interface StatedTotal {
  readonly row: number;
  readonly line: number | null;
  /** The cell that names it; empty if none does. */
  readonly text: string;
  /** Position among the texts of the row; -1 if there is none. */
  readonly textAt: number;
  /** Trimmed cells of the columns that hold no amounts. */
  readonly texts: readonly string[];
  /** Amounts that it states, by column of amounts; `null` where it states nothing. */
  readonly amounts: readonly (bigint | null)[];
  /** Sums of its parts in the same columns; `null` also where no part has an amount, so that the total's own is left out. */
  readonly sums: readonly (bigint | null)[];
  /** The rows that come to the sums together, it included: the first, and their number. Absent for one that does alone. */
  readonly together?: { readonly first: number; readonly rows: number };
  /** Number of its parts that are not zero. */
  readonly parts: number;
  /** `rounded` is within half a unit of the last digit for each part. */
  readonly verdict: "exact" | "rounded" | "differs";
  readonly place: "above" | "below";
}

/** Decimals of the units in which amounts are compared; a column with more is not searched. */
const SCALE = 20;

/** Return an amount in units; `null` if it has more decimals than these. */
export function inUnits({ unscaled, scale }: Decimal): bigint | null {
  return scale > SCALE ? null : unscaled * POWERS[SCALE - scale]!;
}

export function fromUnits(units: bigint): Decimal {
  return { unscaled: units, scale: SCALE };
}

/** Return half a unit of a last digit. */
export function halfDigit(decimals: number): bigint {
  return (POWERS[SCALE - decimals] ?? 1n) / 2n;
}

const POWERS: readonly bigint[] = Array.from({ length: SCALE + 1 }, (_, at) => 10n ** BigInt(at));

/** Count the digits of an amount that carry information: without zeros at its ends. */
export function countInformative(units: bigint): number {
  return (units < 0n ? -units : units).toString().replace(/0+$/, "").length;
}

/** Return the cell that names a row: the first that names a total, that has letters, or that is filled. */
export function nameOfTotal(
  { texts }: SearchedRow,
  isNaming: (text: string) => boolean,
): Pick<StatedTotal, "text" | "textAt"> {
  const tests = [isNaming, (text: string) => /\p{L}/u.test(text), (text: string) => text !== ""];
  const textAt = tests.map((test) => texts.findIndex(test)).find((at) => at >= 0) ?? -1;
  return { text: texts[textAt] ?? "", textAt };
}
