import type { Value } from "../model/values/value.js";
import { type Decimal, decimalNumber, quotient } from "../model/values/decimal.js";
import type { EntryInput, SourceRow } from "./source-row.js";

/** First of the codes that stand for a member of one batch only: the rest is its number in `fresh`. */
export const FRESH = 2 ** 31;
/** Size of a text that is missing in `texts`. */
export const NO_TEXT = 2 ** 32 - 1;

/** Rows of a source, by column. A batch is valid until it is written. */
export interface RowBatch {
  readonly length: number;
  /** For each row the number of its record in the source; `null` for entries that come from no file. */
  readonly records: Uint32Array | null;
  /** One for each of `model.dimensions`. */
  readonly members: readonly RowMembers[];
  /** One for each of `model.measures`. */
  readonly amounts: readonly RowAmounts[];
  /** For each row its id, `null` if that follows from the key of the row; `null` if all ids do. */
  readonly ids: readonly (string | null)[] | null;
}

/** Members of one dimension, by row. */
export interface RowMembers {
  /** For each row the code of its member: below `FRESH` the same in all batches of a load, but a member may have several. */
  readonly codes: Uint32Array;
  /** Return the member with a code below `FRESH`. */
  readonly tupleOf: (code: number) => readonly Value[];
  /** The other members; equal ones are often the same object. */
  readonly fresh: readonly (readonly Value[])[];
  /** Texts in UTF-8 that take the place of fresh members with one value; `null` if there are none. */
  readonly texts: TextSlices | null;
}

export interface TextSlices {
  readonly bytes: Uint8Array;
  /** For each fresh member the first byte of its text. */
  readonly starts: Uint32Array;
  /** For each fresh member the bytes of its text; `NO_TEXT` if it is in `fresh`. */
  readonly sizes: Uint32Array;
}

/** Amounts of one measure, by row. */
export interface RowAmounts {
  /** Integers × 10^-`scales`; `NaN` for an amount in `decimals`. */
  readonly integers: Float64Array;
  readonly scales: Uint8Array;
  /** Amounts by row that may be too large for a double. */
  readonly decimals: ReadonlyMap<number, Decimal>;
}

/** Return the member of a row. */
export function memberAt({ codes, tupleOf, fresh, texts }: RowMembers, row: number): readonly Value[] {
  const code = codes[row]!;
  if (code < FRESH) return tupleOf(code);
  const at = code - FRESH;
  const size = texts ? texts.sizes[at]! : NO_TEXT;
  if (size === NO_TEXT) return fresh[at]!;
  const start = texts!.starts[at]!;
  return [Buffer.from(texts!.bytes.subarray(start, start + size)).toString()];
}

/** Return the amount of a row. */
export function amountAt({ integers, scales, decimals }: RowAmounts, row: number): Decimal {
  const integer = integers[row]!;
  if (Number.isNaN(integer)) return decimals.get(row)!;
  return { unscaled: BigInt(integer), scale: scales[row]! };
}

/** Return the nearest double of the amount of a row. */
export function doubleAt({ integers, scales, decimals }: RowAmounts, row: number): number {
  const integer = integers[row]!;
  return Number.isNaN(integer) ? decimalNumber(decimals.get(row)!) : quotient(integer, scales[row]!);
}

/** Return a row of a batch. */
export function rowAt({ records, members, amounts }: RowBatch, row: number): SourceRow {
  return {
    ...(records && { row: records[row]! }),
    members: members.map((column) => memberAt(column, row)),
    amounts: amounts.map((column) => amountAt(column, row)),
  };
}

/** Make a batch of entries. */
export function batchOf(entries: readonly EntryInput[]): RowBatch {
  const [first] = entries;
  const codes = Uint32Array.from(entries, (_, row) => FRESH + row);
  return {
    length: entries.length,
    records: first?.row === undefined ? null : Uint32Array.from(entries, ({ row }) => row!),
    members: (first?.members ?? []).map((_, at) => ({
      codes,
      tupleOf: (): never => {
        throw new RangeError("All members are fresh");
      },
      fresh: entries.map(({ members }) => members[at]!),
      texts: null,
    })),
    amounts: (first?.amounts ?? []).map((_, at) => ({
      integers: new Float64Array(entries.length).fill(NaN),
      scales: new Uint8Array(entries.length),
      decimals: new Map(entries.map(({ amounts }, row) => [row, amounts[at]!])),
    })),
    ids: entries.map(({ id }) => id),
  };
}
