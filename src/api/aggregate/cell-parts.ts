import type { Cells } from "../../engine/engine.js";
import type { DecimalColumn } from "../../model/values/decimal-column.js";
import type { TextOut } from "../answer.js";
import { MAX_CACHED } from "../formats/memoize-text.js";

/** A part of a written cell: constant text, text that many cells share, or a number. */
export type CellPart = string | Recurring | CellNumbers;

export interface CellNumbers {
  readonly numbers: (cells: Cells) => DecimalColumn;
}

export interface Recurring {
  /** Return a key that is equal for cells with equal text. */
  readonly identify: (cells: Cells, row: number) => unknown;
  readonly write: (cells: Cells, row: number) => string;
}

/** Return the part that writes the sums of a measure, with all digits. */
export function sumsOf(measure: number): CellNumbers {
  return { numbers: ({ sums }) => sums[measure]! };
}

export const ENTRY_COUNTS: CellNumbers = { numbers: ({ numEntries }) => ({ unscaled: numEntries, scale: 0 }) };

/** A key of a JSON object and the parts of its value. */
export type CellField = readonly [key: string, parts: readonly CellPart[]];

export type CellWriter = (cells: Cells, row: number, out: TextOut) => void;

/** Return the parts of a JSON object. */
export function objectOf(fields: readonly CellField[]): readonly CellPart[] {
  const inside = fields.flatMap(([key, parts], at) => [`${at === 0 ? "" : ","}${JSON.stringify(key)}:`, ...parts]);
  return ["{", ...inside, "}"];
}

/**
 * Return a function that writes a cell part by part. Recurring text is encoded once, with the text before it, then
 * copied.
 */
export function writeParts(parts: readonly CellPart[]): CellWriter {
  const writers: CellWriter[] = [];
  let before = "";
  for (const part of parts) {
    if (typeof part === "string") before += part;
    else {
      writers.push("numbers" in part ? writeNumber(before, part) : writeRecurring(before, part));
      before = "";
    }
  }
  const after = before;
  return (cells, row, out) => {
    for (const write of writers) write(cells, row, out);
    // Short text is written faster without encoding it in advance.
    out.write(after);
  };
}

function writeNumber(before: string, { numbers }: CellNumbers): CellWriter {
  const phrase = Buffer.from(before);
  let batch: Cells | undefined;
  let column: DecimalColumn;
  return (cells, row, out) => {
    if (cells !== batch) column = numbers((batch = cells));
    out.writePhrase(phrase);
    out.writeDecimal(column.unscaled[row]!, column.scale);
  };
}

function writeRecurring(before: string, { identify, write }: Recurring): CellWriter {
  const written = new Map<unknown, Buffer>();
  let left = MAX_CACHED;
  return (cells, row, out) => {
    const identity = identify(cells, row);
    const phrase = written.get(identity);
    if (phrase) return out.writePhrase(phrase);
    const text = before + write(cells, row);
    left -= text.length;
    if (left >= 0) written.set(identity, Buffer.from(text));
    out.write(text);
  };
}
