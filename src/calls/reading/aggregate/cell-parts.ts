import type { Cells } from "../../../core/engine/engine.js";
import type { DecimalColumn } from "../../../core/model/values/decimal-column.js";
import type { Value } from "../../../core/model/values/value.js";
import type { TextOut } from "../../answer.js";
import { MAX_CACHED } from "../formats/memoize-text.js";

/**
 * A part of a written cell: constant text, text that many cells share, a value, or a number.
 * @typeParam C the cells that it is a part of
 */
export type CellPart<C = Cells> = string | Recurring<C> | CellValue<C> | CellNumbers<C> | WrittenFigure<C>;

/** A value that is written as JSON, which takes no longer than finding its text among those of other cells. */
export interface CellValue<C = Cells> {
  readonly value: (cells: C, row: number) => Value | readonly Value[];
}

export interface CellNumbers<C = Cells> {
  readonly numbers: (cells: C) => DecimalColumn;
}

/** A number that is written in its own way. */
export interface WrittenFigure<C> {
  readonly writeFigure: CellWriter<C>;
}

export interface Recurring<C = Cells> {
  /** Return a key that is equal for cells with equal text. */
  readonly identify: (cells: C, row: number) => unknown;
  readonly write: (cells: C, row: number) => string;
}

/** Return the part that writes the sums of a measure, with all digits. */
export function sumsOf(measure: number): CellNumbers {
  return { numbers: ({ sums }) => sums[measure]! };
}

export const ENTRY_COUNTS: CellNumbers<Pick<Cells, "numEntries">> = {
  numbers: ({ numEntries }) => ({ unscaled: numEntries, scale: 0 }),
};

/** A key of a JSON object and the parts of its value. */
export type CellField<C = Cells> = readonly [key: string, parts: readonly CellPart<C>[]];

export type CellWriter<C = Cells> = (cells: C, row: number, out: TextOut) => void;

/** Return the parts of a JSON object. */
export function objectOf<C>(fields: readonly CellField<C>[]): readonly CellPart<C>[] {
  const inside = fields.flatMap(([key, parts], at) => [`${at === 0 ? "" : ","}${JSON.stringify(key)}:`, ...parts]);
  return ["{", ...inside, "}"];
}

/**
 * Return a function that writes a cell part by part. Recurring text is encoded once, with the text before it, then
 * copied.
 */
export function writeParts<C>(parts: readonly CellPart<C>[]): CellWriter<C> {
  const writers: CellWriter<C>[] = [];
  let before = "";
  for (const part of parts) {
    if (typeof part === "string") before += part;
    else {
      writers.push(planWriter(before, part));
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

function planWriter<C>(before: string, part: Exclude<CellPart<C>, string>): CellWriter<C> {
  if ("numbers" in part) return writeNumber(before, part);
  if ("identify" in part) return writeRecurring(before, part);
  if ("value" in part) return writeValue(before, part);
  const phrase = Buffer.from(before);
  return (cells, row, out) => {
    out.writePhrase(phrase);
    part.writeFigure(cells, row, out);
  };
}

function writeNumber<C>(before: string, { numbers }: CellNumbers<C>): CellWriter<C> {
  const phrase = Buffer.from(before);
  let batch: C | undefined;
  let column: DecimalColumn;
  return (cells, row, out) => {
    if (cells !== batch) column = numbers((batch = cells));
    out.writePhrase(phrase);
    out.writeDecimal(column.unscaled[row]!, column.scale);
  };
}

function writeValue<C>(before: string, { value: read }: CellValue<C>): CellWriter<C> {
  const phrase = Buffer.from(before);
  return (cells, row, out) => {
    const value = read(cells, row);
    out.writePhrase(phrase);
    if (typeof value === "string") out.writeQuoted(value);
    else out.write(JSON.stringify(value));
  };
}

function writeRecurring<C>(before: string, { identify, write }: Recurring<C>): CellWriter<C> {
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
