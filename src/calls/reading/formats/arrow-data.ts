import {
  type Data,
  type Decimal as DecimalType,
  type Dictionary,
  type Field,
  Float64,
  Int64,
  makeData,
  Utf8,
  type Vector,
} from "apache-arrow";
import type { Value } from "../../../core/model/values/value.js";
import type { Decimal } from "../../../core/model/values/decimal.js";
import { type DecimalColumn, decimalNumbers } from "../../../core/model/values/decimal-column.js";

/** Most digits of 128-bit decimals. */
export const MAX_DECIMAL_DIGITS = 38;

/** A column of an Arrow stream. */
export interface ArrowColumn<C> {
  readonly field: Field;
  readonly makeData: (cells: C) => Data;
}

/** Build a column of texts; `null` is a missing value. */
export function textData(texts: readonly (string | null)[]): Data<Utf8> {
  const { length } = texts;
  const valueOffsets = new Int32Array(length + 1);
  let data = Buffer.from(texts.join(""));
  let end = 0;
  // As many bytes as UTF-16 code units: all characters are ASCII.
  if (data.length === texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)) {
    for (let row = 0; row < length; row++) valueOffsets[row + 1] = end += texts[row]?.length ?? 0;
  } else {
    const parts = texts.map((text) => Buffer.from(text ?? ""));
    for (let row = 0; row < length; row++) valueOffsets[row + 1] = end += parts[row]!.length;
    data = Buffer.concat(parts, end);
  }
  return makeData({ type: new Utf8(), length, nullBitmap: validityOf(texts, isPresent), valueOffsets, data });
}

/** Build a column of numbers; `null` is a missing value. */
export function numberData(numbers: readonly (number | null)[]): Data<Float64> {
  const data = Float64Array.from(numbers, (number) => number ?? 0);
  return makeData({ type: new Float64(), length: numbers.length, nullBitmap: validityOf(numbers, isPresent), data });
}

/** Build a column of positions in a dictionary; negative positions are missing values. */
export function codeData(codes: readonly number[], type: Dictionary<Utf8>, dictionary: Vector<Utf8>): Data {
  const data = new type.indices.ArrayType(codes.length);
  for (let row = 0; row < codes.length; row++) data[row] = Math.max(0, codes[row]!);
  const nullBitmap = validityOf(codes, (code) => code >= 0);
  return makeData({ type, length: codes.length, nullBitmap, data, dictionary });
}

/** Build a column of sums as doubles, rounded to the nearest. */
export function sumData(sums: DecimalColumn): Data<Float64> {
  const data = decimalNumbers(sums);
  return makeData({ type: new Float64(), length: data.length, nullCount: 0, data });
}

export function countData(counts: Float64Array): Data<Int64> {
  const data = BigInt64Array.from(counts, (count) => BigInt(count));
  return makeData({ type: new Int64(), length: counts.length, nullCount: 0, data });
}

/** Build a column of 64-bit integers; `null` is a missing value. */
export function integerData(integers: readonly (number | null)[]): Data<Int64> {
  const data = BigInt64Array.from(integers, (integer) => BigInt(integer ?? 0));
  return makeData({ type: new Int64(), length: data.length, nullBitmap: validityOf(integers, isPresent), data });
}

/** Build a column of decimals: 128-bit integers at the type's scale; `null` is a missing value. */
export function amountData(amounts: readonly (Decimal | null)[], type: DecimalType): Data<DecimalType> {
  const words = new BigUint64Array(amounts.length * 2);
  amounts.forEach((amount, row) => {
    const unscaled = amount?.unscaled ?? 0n;
    words[row * 2] = BigInt.asUintN(64, unscaled);
    words[row * 2 + 1] = BigInt.asUintN(64, unscaled >> 64n);
  });
  const nullBitmap = validityOf(amounts, (amount) => amount !== null);
  return makeData({ type, length: amounts.length, nullBitmap, data: new Uint32Array(words.buffer) });
}

function isPresent(value: Value): boolean {
  return value !== null;
}

/** Build a bitmap with a bit for each valid value; `null` if all values are valid. */
function validityOf<T>(values: readonly T[], isValid: (value: T) => boolean): Uint8Array | null {
  if (values.every(isValid)) return null;
  const bits = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, row) => {
    if (isValid(value)) bits[row >> 3]! |= 1 << (row & 7);
  });
  return bits;
}
