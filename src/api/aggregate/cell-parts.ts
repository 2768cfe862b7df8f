import type { Cells } from "../../engine/engine.js";
import type { DecimalColumn } from "../../model/values/decimal-column.js";
import type { TextOut } from "../answer.js";
import { MAX_CACHED } from "../formats/memoize-text.js";

/** A part of what is written of a cell: the same text for all of them, what many have in common, or a number. */
export type CellPart = string | Recurring | CellNumbers;

export interface CellNumbers {
  readonly numbers: (cells: Cells) => DecimalColumn;
}

export interface Recurring {
  /** What is equal for two cells that are written alike. */
  readonly identify: (cells: Cells, row: number) => unknown;
  readonly write: (cells: Cells, row: number) => string;
}

/** The sums of a measure, with all their digits. */
export function sumsOf(measure: number): CellNumbers {
  return { numbers: ({ sums }) => sums[measure]! };
}

export const ENTRY_COUNTS: CellNumbers = { numbers: ({ numEntries }) => ({ unscaled: numEntries, scale: 0 }) };

/** A key of an object and what stands at it. */
export type CellField = readonly [key: string, parts: readonly CellPart[]];

export type CellWriter = (cells: Cells, row: number, out: TextOut) => void;

/** The parts of a JSON object. */
export function objectOf(fields: readonly CellField[]): readonly CellPart[] {
  const inside = fields.flatMap(([key, parts], at) => [`${at === 0 ? "" : ","}${JSON.stringify(key)}:`, ...parts]);
  return ["{", ...inside, "}"];
}

/** Write cells part by part. What comes back is written once, together with the text before it, and then copied. */
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
    // Short, and so faster as text.
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
