import { BadSource } from "../../../core/errors/errors.js";
import { headerRows, type TableRules } from "../../../core/model/table-rules.js";
import type { PeekableChunks } from "../decode/peekable-chunks.js";
import { isBlank } from "./blank.js";
import { firstRecords } from "./detect-dialect.js";
import { findHeaderRows } from "./find-header.js";
import { type Header, readHeader } from "./header.js";
import { letterOf, nameColumns } from "./name-columns.js";
import type { CsvRecord } from "./record-parser.js";
import { columnsOfRules } from "./tidy.js";

/** The first records of a table, and its header. */
export interface FirstRecords {
  readonly header: Header;
  /** The first records, blank ones included. */
  readonly records: readonly CsvRecord[];
}

/** Bytes and records that are looked at. */
const PREVIEW_BYTES = 65_536;
const PREVIEW_RECORDS = 200;

/**
 * Return the first records of a table with its header: the one of the rules, or the one that is found below lines of
 * titles.
 * @param text UTF-8; reading consumes nothing
 * @param isWritten true for CSV with commas and quotes as standards have it
 * @throws BadSource if it has none
 */
export async function readBegin(
  text: PeekableChunks,
  name: string,
  table: TableRules | null,
  isWritten: boolean,
): Promise<FirstRecords> {
  const rows = table && headerRows(table);
  const names = table?.columns ?? null;
  const known = new Set(table ? columnsOfRules(table) : []);
  const first = await readHeader(text, { columns: known, name, rows, names, isWritten });
  const held = await text.head(PREVIEW_BYTES);
  const isAll = text.ended && held.length <= PREVIEW_BYTES;
  const records = firstRecords(held.subarray(0, PREVIEW_BYTES).toString(), isAll, first.dialect, PREVIEW_RECORDS);
  if (rows !== null || names !== null || records.length === 0) return { header: first, records };
  const found = findHeaderRows(records);
  if (found === null) throw new BadSource(noHeader(name, records));
  const cells = records.slice(found[0] - 1, found[1]).map((row) => row.map((cell) => cell.trim()));
  return {
    header: { cells: nameColumns(cells, known), rows: cells, dialect: first.dialect, records: found[1] },
    records,
  };
}

function noHeader(name: string, records: readonly CsvRecord[]): string {
  const row = records.find((record) => !record.every(isBlank)) ?? [];
  const shown = row.slice(0, 3).map((cell) => JSON.stringify(cell.trim().slice(0, 40)));
  const columns = JSON.stringify(row.slice(0, 6).map((_, at) => `Column ${letterOf(at)}`)).replace(
    "]",
    row.length > 6 ? ", …]" : "]",
  );
  return (
    `${name} has no row with the names of its columns: the first, ${shown.join(", ")}${row.length > 3 ? " …" : ""}, looks like ` +
    `those below it. Put a row with the names above it, or name all ${row.length} columns: --columns, or ` +
    `"table": { "columns": ${columns} } in the model's dataset`
  );
}
