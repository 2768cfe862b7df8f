import type { UnpackBounds } from "../fetch/bounds.js";
import type { SheetChoice } from "../decode/archive.js";
import { readSourceBytes } from "../decode/bytes.js";
import { decodeBytes } from "../decode/decode.js";
import { detectEncoding, fallbackEncoding } from "../decode/encoding.js";
import { PeekableChunks } from "../decode/peekable-chunks.js";
import { firstRecords } from "./detect-dialect.js";
import { findHeaderRows } from "./find-header.js";
import { type Mending, planMending } from "./mend-record.js";
import { isBlank } from "./blank.js";
import { letterOf, nameColumns } from "./name-columns.js";
import { type Header, readHeader } from "./header.js";
import type { ValueColumns } from "./clean-cells.js";
import { columnsOfRules, planTidy, type Tidy } from "./tidy.js";
import { headerRows, type TableRules } from "../../model/table-rules.js";
import { BadSource } from "../../errors/errors.js";
import type { OpenSource } from "../fetch/source.js";
import { type CsvRecord, listRecords } from "./record-parser.js";
import { readRows, rowsOfBatch } from "./rows.js";
import { NotUtf8 } from "../decode/utf8.js";

/** Receives rows of a table; returns false to stop. @param decodedBytes size of the text decoded so far */
export type TakeRows = (rows: readonly CsvRecord[], decodedBytes: number) => boolean;

/** Encoding, delimiter and extent of a reading. */
export interface TableReading extends Partial<SheetChoice> {
  readonly encoding: string;
  readonly delimiter: string;
  /** Bytes read from the file, before unpacking. */
  readonly bytesRead: number;
  /** True if all rows were read. */
  readonly isWhole: boolean;
}

/** The begin of a table: its columns, and the first records of the file with the one that names the columns. */
export interface TableBegin {
  readonly cells: readonly string[];
  readonly tidy: Tidy | null;
  /** Names of the columns of the file. */
  readonly header: readonly string[];
  readonly mending: Mending;
  readonly records: readonly CsvRecord[];
  /** Number of the record that is the header, or its last; 1 is the first, 0 if there is none. */
  readonly headerRow: number;
  /** Number of its first record. */
  readonly headerFrom: number;
}

export interface ReadTableOptions {
  /** Limits for unpacking a gzipped source. */
  readonly bounds: UnpackBounds;
  readonly signal?: AbortSignal | undefined;
  /** Rules of a model for the table. */
  readonly table?: TableRules | null | undefined;
}

/** Bytes that are enough to detect the encoding. */
const HEAD_BYTES = 4096;
/** Bytes of which the first records are shown. */
const PREVIEW_BYTES = 65_536;
const PREVIEW_RECORDS = 200;

/**
 * Read a table without a model.
 * @param begin called once, or twice: a source that turns out not to be UTF-8 is read again from the start
 * @throws BadSource if it cannot be read
 */
export async function readTable(
  source: OpenSource,
  options: ReadTableOptions,
  begin: (table: TableBegin) => TakeRows,
): Promise<TableReading> {
  try {
    return await readAs(source, options, null, begin);
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    return readAs(source, options, fallbackEncoding(null), begin);
  }
}

async function readAs(
  source: OpenSource,
  { bounds, signal, table = null }: ReadTableOptions,
  fallback: string | null,
  begin: (table: TableBegin) => TakeRows,
): Promise<TableReading> {
  const content = readSourceBytes(source, bounds, table?.sheet);
  let decodedBytes = 0;
  try {
    const bytes = new PeekableChunks(content.chunks);
    const detected = detectEncoding(await bytes.head(HEAD_BYTES), null);
    const encoding = fallback ?? detected.name;
    const counted = count(decodeBytes(bytes, { name: encoding, skip: detected.skip }), (n) => (decodedBytes += n));
    const text = new PeekableChunks(counted);
    const { header, records } = await beginOf(text, source.name, table);
    const tidy = table && planTidy(table, header.cells, allOf(header, table));
    const take = begin({
      cells: tidy?.cells ?? header.cells,
      tidy,
      header: header.cells,
      mending: planMending(header),
      records,
      headerRow: header.records,
      headerFrom: header.records - Math.max((header.rows ?? []).length - 1, 0),
    });
    const { delimiter } = header.dialect;
    for await (const batch of readRows(text, header, source.name)) {
      signal?.throwIfAborted();
      if (!take(listRecords(rowsOfBatch(batch)), decodedBytes))
        return { encoding, delimiter, bytesRead: content.bytesRead(), isWhole: false, ...content.sheets() };
    }
    return { encoding, delimiter, bytesRead: content.bytesRead(), isWhole: true, ...content.sheets() };
  } finally {
    await content.close();
  }
}

/** Return the first records with the header: the one of the rules, or the one that is found below lines of titles. */
async function beginOf(text: PeekableChunks, name: string, table: TableRules | null): Promise<FirstRecords> {
  const rows = table && headerRows(table);
  const names = table?.columns ?? null;
  const known = new Set(table ? columnsOfRules(table) : []);
  const first = await readHeader(text, { columns: known, name, rows, names });
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

interface FirstRecords {
  readonly header: Header;
  /** The first records, blank ones included. */
  readonly records: readonly CsvRecord[];
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

/** Return all columns as numbers and dates: without a model it is not known which are. */
function allOf({ cells }: Header, { unpivot }: TableRules): ValueColumns {
  const all = new Set([...cells, ...(unpivot ? [unpivot.heading, unpivot.cell] : [])]);
  return { numbers: all, dates: all };
}

async function* count(chunks: AsyncIterable<Buffer>, add: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    add(chunk.length);
    yield chunk;
  }
}
