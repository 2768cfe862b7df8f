import type { CsvRecord } from "../ingest/csv/record-parser.js";
import { isNumber, type RawColumn } from "./raw-column.js";
import type { Repair } from "./repair.js";
import { shorten } from "./shorten.js";

/** A row that may be no entry, and the position of the cell that shows it. */
export interface OddRow {
  readonly row: number;
  readonly column: number;
  readonly record: CsvRecord;
}

const SHOWN = 3;

/**
 * Leave out rows with a single cell of text, such as notes below the table, and rows with two if none of them has an amount.
 * @param pairs rows with two filled cells of a wide table
 * @param lastRow the last row of the table that is none of these
 */
export function repairNotes(
  single: readonly OddRow[],
  pairs: readonly OddRow[],
  columns: readonly RawColumn[],
  lastRow: number,
): readonly Repair[] {
  const hasAmount = ({ record }: OddRow): boolean =>
    record.some((cell, at) => columns[at]?.isNumbers && columns[at].hasFractions && isNumber(cell.trim()));
  const areNotes = pairs.length > 0 && !pairs.some(hasAmount);
  const rows = areNotes ? [...single, ...pairs].toSorted((a, b) => a.row - b.row) : single;
  if (rows.length === 0) return [];
  const one = rows.length === 1;
  const what = areNotes ? "at most two filled cells" : "a single filled cell";
  return [
    {
      kind: "notes",
      label: `Leave out ${one ? "the row" : `the ${rows.length} rows`} with ${what}`,
      reason: `${one ? "1 row has" : `${rows.length} rows have`} only ${areNotes ? "one or two filled cells" : "one filled cell"}, as titles and notes have, and no amount`,
      examples: rows
        .slice(0, SHOWN)
        .map(({ row, column, record }) => `line ${row}: ${shorten(record[column]!.trim())} → left out`),
      table: { leave_out: [{ filled: areNotes ? 2 : 1 }] },
      certainty: !areNotes ? "sure" : pairs.every(({ row }) => row > lastRow) ? "likely" : "doubtful",
    },
  ];
}
