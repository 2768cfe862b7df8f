import { type Decimal, decimalNumber, quotient } from "./decimal.js";

/**
 * Exact decimal numbers: each is its item of `unscaled` / 10^`scale`. Where all of them are safe integers they are
 * doubles, which cost no allocation.
 */
export interface DecimalColumn {
  readonly scale: number;
  readonly unscaled: Float64Array | BigInt64Array | readonly bigint[];
}

/** Integers of at least this size in their upper 32 bits may not be doubles. */
const UPPER = 2 ** 21;

/** A column of 64-bit integers, in its cheapest form. Cost: one pass. */
export function packIntegers(unscaled: BigInt64Array, scale: number): DecimalColumn {
  const numbers = new Float64Array(unscaled.length);
  // Making a big integer of each would take most of the time: lower and upper halves make exact doubles below 2^53.
  const halves = new Int32Array(unscaled.buffer, unscaled.byteOffset, unscaled.length * 2);
  for (let at = 0; at < numbers.length; at++) {
    const upper = halves[at * 2 + 1]!;
    if (upper >= UPPER || upper <= -UPPER) return { scale, unscaled };
    numbers[at] = upper * 2 ** 32 + (halves[at * 2]! >>> 0);
  }
  return { scale, unscaled: numbers };
}

/** A column of integers of any size, in its cheapest form. */
export function packBigIntegers(unscaled: readonly bigint[], scale: number): DecimalColumn {
  const numbers = Float64Array.from(unscaled, Number);
  return { scale, unscaled: numbers.every(Number.isSafeInteger) ? numbers : unscaled };
}

/** Numbers one after the other. */
export function joinNumbers(parts: readonly Float64Array[]): Float64Array {
  const joined = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let first = 0;
  for (const part of parts) {
    joined.set(part, first);
    first += part.length;
  }
  return joined;
}

/** Columns one after the other; they have one scale. */
export function joinDecimals(columns: readonly DecimalColumn[]): DecimalColumn {
  const [first] = columns;
  if (columns.length === 1) return first!;
  const doubles = columns.flatMap(({ unscaled }) => (unscaled instanceof Float64Array ? [unscaled] : []));
  if (doubles.length === columns.length) return { scale: first!.scale, unscaled: joinNumbers(doubles) };
  const integers = columns.flatMap(({ unscaled }) => Array.from<number | bigint, bigint>(unscaled, BigInt));
  return packBigIntegers(integers, first!.scale);
}

export function decimalAt({ scale, unscaled }: DecimalColumn, row: number): Decimal {
  return { unscaled: BigInt(unscaled[row]!), scale };
}

/** The nearest double of one item. */
export function numberAt({ scale, unscaled }: DecimalColumn, row: number): number {
  const integer = unscaled[row]!;
  if (typeof integer === "bigint") return decimalNumber({ unscaled: integer, scale });
  return quotient(integer, scale);
}

/** The nearest double of each. */
export function decimalNumbers(column: DecimalColumn): Float64Array {
  return Float64Array.from({ length: column.unscaled.length }, (_, row) => numberAt(column, row));
}
