import type { UnpackBounds } from "../fetch/bounds.js";
import type { SheetChoice } from "../decode/archive.js";
import { readSourceBytes } from "../decode/bytes.js";
import { decodeBytes } from "../decode/decode.js";
import { detectEncoding, fallbackEncoding } from "../decode/encoding.js";
import { PeekableChunks } from "../decode/peekable-chunks.js";
import { type FirstRecords, findHeader, readFirst } from "./find-header.js";
import { type Header, readHeader } from "./header.js";
import type { ValueColumns } from "./clean-cells.js";
import { columnsOfRules, planTidy, type Tidy } from "./tidy.js";
import type { TableRules } from "../../model/table-rules.js";
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
  readonly records: readonly CsvRecord[];
  /** Number of the record that is the header; 1 is the first. */
  readonly headerRow: number;
}

export interface ReadTableOptions {
  /** Limits for unpacking a gzipped source. */
  readonly bounds: UnpackBounds;
  readonly signal?: AbortSignal | undefined;
  /** Encoding of the text; `null` or absent to detect it. */
  readonly encoding?: string | null | undefined;
  /** Rules of a model for the table. */
  readonly table?: TableRules | null | undefined;
}

/** Bytes that are enough to detect the encoding. */
const HEAD_BYTES = 4096;
/** Bytes of which the first records are shown. */
const PREVIEW_BYTES = 65_536;

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
    return await readAs(source, options, options.encoding ?? null, begin);
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
    const first = await readHeader(
      text,
      new Set(table ? columnsOfRules(table) : []),
      source.name,
      undefined,
      table?.headerRow,
    );
    const { header, records } = await beginOf(text, first, table?.headerRow ?? null);
    const tidy = table && planTidy(table, header.cells, allOf(header, table));
    const take = begin({ cells: tidy?.cells ?? header.cells, tidy, records, headerRow: header.records });
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

/** Return the first records with the header: the given one, or the one that is found below lines of titles. */
async function beginOf(text: PeekableChunks, first: Header, row: number | null): Promise<FirstRecords> {
  if (row === null) return findHeader(text, first);
  return { header: first, records: readFirst(first.dialect.delimiter, await text.head(PREVIEW_BYTES)) };
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
