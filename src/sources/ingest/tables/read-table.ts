import { errorText } from "../../../core/errors/error-text.js";
import { BadSource } from "../../../core/errors/errors.js";
import type { UnpackBounds } from "../fetch/bounds.js";
import type { HeldTables } from "./archive.js";
import { readSourceBytes } from "./bytes.js";
import { decodeBytes } from "../decode/decode.js";
import { detectEncoding } from "../decode/encoding.js";
import { findFallback } from "./find-fallback.js";
import type { EncodingChoice, FoundEncoding } from "../decode/letters/find-encoding.js";
import { PeekableChunks } from "../decode/peekable-chunks.js";
import { type Mending, planMending } from "../csv/mend-record.js";
import type { Header } from "../csv/header.js";
import { readBegin } from "../csv/read-begin.js";
import type { ValueColumns } from "../csv/clean-cells.js";
import { planTidy, type Tidy } from "../csv/tidy.js";
import { addedColumns, ANY_SHEET, type TableRules } from "../../../core/model/table-rules.js";
import type { OpenSource } from "../fetch/source.js";
import type { CsvRecord, Records } from "../csv/record-parser.js";
import { readRows, rowsOfBatch } from "../csv/rows.js";
import { NotUtf8 } from "../decode/utf8.js";

/**
 * Receives rows of a table, which are read as they are asked for; returns false to stop.
 * @param decodedBytes size of the text decoded so far
 */
export type TakeRows = (rows: Records, decodedBytes: number) => boolean;

/** Encoding, delimiter and extent of a reading. */
export interface TableReading {
  /** The sheets of a spreadsheet, or the files of an archive; `null` for other files. */
  readonly sheets: HeldTables | null;
  readonly encoding: string;
  /** Sentences about what of the encoding is not beyond doubt. */
  readonly encodingDoubts: readonly string[];
  /** Encodings between which there is a doubt; absent for none. */
  readonly encodingChoice?: readonly EncodingChoice[];
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
  /** The encoding that the model declares; `null` or absent if it does not. */
  readonly encoding?: string | null | undefined;
  /** Rules of a model for the table. */
  readonly table?: TableRules | null | undefined;
}

/** Bytes that are enough to detect the encoding. */
const HEAD_BYTES = 4096;
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
    const { bounds, table, encoding: declared = null } = options;
    const fallback = await findFallback({ source, bounds, sheets: table ?? ANY_SHEET, declared });
    if (fallback === null) throw new BadSource(errorText("not_in_encoding", { name: source.name, encoding: declared }));
    return readAs(source, options, fallback, begin);
  }
}

async function readAs(
  source: OpenSource,
  { bounds, signal, table = null, encoding: declared = null }: ReadTableOptions,
  fallback: FoundEncoding | null,
  begin: (table: TableBegin) => TakeRows,
): Promise<TableReading> {
  const content = readSourceBytes(source, bounds, table ?? undefined);
  let decodedBytes = 0;
  let encoding = "utf-8";
  const reading = (delimiter: string, isWhole: boolean): TableReading => ({
    encoding,
    encodingDoubts: fallback?.warnings ?? [],
    ...(fallback?.choice && { encodingChoice: fallback.choice }),
    delimiter,
    bytesRead: content.bytesRead(),
    isWhole,
    sheets: content.sheets(),
  });
  try {
    const bytes = new PeekableChunks(content.chunks);
    const detected = detectEncoding(await bytes.head(HEAD_BYTES), declared);
    encoding = fallback?.name ?? detected.name;
    const counted = count(decodeBytes(bytes, { name: encoding, skip: detected.skip }), (n) => (decodedBytes += n));
    const text = new PeekableChunks(counted);
    const { header, records } = await readBegin(text, source.name, table, content.sheets()?.isWritten ?? false);
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
      if (!take(rowsOfBatch(batch), decodedBytes)) return reading(delimiter, false);
    }
    return reading(delimiter, true);
  } finally {
    await content.close();
  }
}

/** Return all columns as numbers and dates: without a model it is not known which are. */
function allOf({ cells }: Header, { unpivot }: TableRules): ValueColumns {
  const all = new Set([...cells, ...(unpivot ? addedColumns(unpivot) : [])]);
  return { numbers: all, dates: all };
}

async function* count(chunks: AsyncIterable<Buffer>, add: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    add(chunk.length);
    yield chunk;
  }
}
