import type { CsvRecord } from "../ingest/csv/record-parser.js";
import type { Repair } from "./repair.js";
import { shorten } from "./shorten.js";

/** A row that may be no entry, and the position of the cell that shows it. */
export interface OddRow {
  readonly row: number;
  readonly column: number;
  readonly record: CsvRecord;
}

const SHOWN = 3;

/** Leave out rows with a single cell of text, such as notes below the table. */
export function repairNotes(rows: readonly OddRow[]): readonly Repair[] {
  if (rows.length === 0) return [];
  const one = rows.length === 1;
  return [
    {
      kind: "notes",
      label: `Leave out ${one ? "the row" : `the ${rows.length} rows`} with a single filled cell`,
      reason: `${one ? "1 row has" : `${rows.length} rows have`} only one filled cell, as titles and notes have, and no amount`,
      examples: rows
        .slice(0, SHOWN)
        .map(({ row, column, record }) => `line ${row}: ${shorten(record[column]!.trim())} → left out`),
      table: { leave_out: [{ filled: 1 }] },
      certainty: "sure",
    },
  ];
}
