import { isBlank } from "./blank.js";
import { DELIMITERS } from "./dialect.js";
import type { Header } from "./header.js";
import type { CsvRecord } from "./record-parser.js";
import { planSplitting } from "./split-record.js";

/** A plan how records are read that do not fit the header. */
export interface Mending {
  readonly delimiter: string;
  /** Rows of the header, with trimmed cells. */
  readonly rows: readonly CsvRecord[];
  /** True if a record repeats a row of the header. */
  readonly isHeader: (record: CsvRecord) => boolean;
  /** Return a record without empty cells that it has too many. */
  readonly mend: (record: CsvRecord) => CsvRecord;
  /** Return another delimiter that splits a record into as many cells as the header; `null` if none does. */
  readonly otherDelimiter: (record: CsvRecord) => string | null;
}

/** Plan how records are read that do not fit the header. @param header its dialect is a comma by default */
export function planMending(header: Pick<Header, "cells"> & Partial<Header>): Mending {
  const { cells, dialect = { delimiter: "," } } = header;
  const width = cells.length;
  const rows = (header.rows ?? [cells]).map((row) => row.map(plainText));
  const compared = rows.filter((row) => row.filter((cell) => cell !== "").length >= Math.min(width, 2));
  const others = DELIMITERS.filter((each) => each !== dialect.delimiter).map((delimiter) => ({
    delimiter,
    split: planSplitting({ ...dialect, delimiter, comment: null }, true),
  }));
  const mend = (record: CsvRecord): CsvRecord =>
    record.length > width && record.slice(width).every(isBlank) ? record.slice(0, width) : record;
  return {
    delimiter: dialect.delimiter,
    rows,
    isHeader: (record) => compared.some((row) => isSame(record, row)),
    mend,
    otherDelimiter: (record) => {
      if (width < 2 || !isShort(record.length, width)) return null;
      const text = record.join(dialect.delimiter).trim();
      const found = others.find(({ delimiter, split }) => {
        const cells = text.includes(delimiter) ? mend(split(text, 0, true)!.cells) : [];
        return cells.length === width && cells.filter((cell) => !isBlank(cell)).length * 2 >= width;
      });
      return found?.delimiter ?? null;
    },
  };
}

/** True if a record has so few cells that it may be written with another delimiter. */
export function isShort(cells: number, width: number): boolean {
  return cells * 2 <= width;
}

/** Return the text by which cells of headers are compared. */
function plainText(cell: string): string {
  return cell.trim().replace(/\s+/gu, " ").toLowerCase();
}

/** True if a cell begins with a digit that a text does not begin with: most cells that differ from a heading do. */
function isOtherDigit(cell: string, text: string): boolean {
  const first = cell.charCodeAt(0);
  return first >= 0x30 && first <= 0x39 && first !== text.charCodeAt(0);
}

function isSame(record: CsvRecord, row: CsvRecord): boolean {
  // Most rows differ from the header in their first cells.
  for (let at = 0; at < row.length; at++) {
    const cell = record[at] ?? "";
    if (row[at] === "" ? !isBlank(cell) : isOtherDigit(cell, row[at]!) || plainText(cell) !== row[at]) return false;
  }
  return record.slice(row.length).every(isBlank);
}
