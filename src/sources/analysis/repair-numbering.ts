import { phraseText } from "../../core/errors/phrase-text.js";
import { isBlank } from "../ingest/csv/blank.js";
import type { CsvRecord } from "../ingest/csv/record-parser.js";
import type { RawColumn } from "./raw-column.js";
import type { Repair } from "./repair.js";

/** Fewest columns whose numbers are no coincidence. */
const LEAST = 3;

/** True for a row that numbers the columns, as printed tables have it below their header: `1`, `2`, `3`, `4=3/2`. */
export function numbersColumns(record: CsvRecord, width: number): boolean {
  if (width < LEAST || !/^\s*\(?1\)?\.?\s*$/.test(record[0] ?? "")) return false;
  const isNext = (cell: string, at: number): boolean => {
    const [, number, formula] = /^\s*\(?(\d{1,3})\)?\.?\s*(=[\d\s()+\-*/×:%.,]+)?$/.exec(cell) ?? [];
    return number === String(at + 1) || (formula !== undefined && at > 0);
  };
  return record.length >= width && record.every((cell, at) => (at < width ? isNext(cell, at) : isBlank(cell)));
}

/** Propose to leave out the row that numbers the columns, by its cell in a column of texts. */
export function repairNumbering(
  row: { readonly record: CsvRecord; readonly row: number } | null,
  header: readonly string[],
  columns: readonly RawColumn[],
): readonly Repair[] {
  const at = columns.findIndex(({ filled, isNumbers, isDates }) => filled > 0 && !isNumbers && !isDates);
  if (row === null || at < 0) return [];
  const values = [row.record[at]!.trim()];
  const text = row.record.map((cell) => cell.trim()).join(", ");
  return [
    {
      kind: "notes",
      label: phraseText("leave_out_called", { column: header[at]!, values: JSON.stringify(values[0]) }),
      reason: phraseText("row_numbers_columns"),
      examples: [phraseText("line_left_out", { line: row.row, text })],
      table: { leave_out: [{ column: header[at]!, values }] },
      certainty: "likely",
    },
  ];
}
