import { type Header, type HeaderRequest, readHeader } from "./csv/header.js";
import { type RecordBatch, readRows } from "./csv/rows.js";
import type { HeldTables } from "./tables/archive.js";
import { readSourceBytes } from "./tables/bytes.js";
import { decodeBytes } from "./decode/decode.js";
import { detectEncoding } from "./decode/encoding.js";
import { PeekableChunks } from "./decode/peekable-chunks.js";
import type { UnpackBounds } from "./fetch/bounds.js";
import type { SourceFile } from "./fetch/source.js";
import type { RequestedSheets } from "../../core/model/table-rules.js";
import type { SourceLayout } from "../../core/model/layout.js";

/** A request to read the records of a source, as plain data. */
export interface ReadingRequest {
  readonly source: SourceFile;
  /** Limits for unpacking a gzipped source. */
  readonly bounds: UnpackBounds;
  readonly layout: SourceLayout | null;
  /** The sheets of a spreadsheet, or files of an archive, that are read. */
  readonly sheets: RequestedSheets;
  /** The records that are the header, and names in place of theirs. */
  readonly header: Pick<HeaderRequest, "rows" | "names">;
  /** Columns that the model reads. */
  readonly columns: readonly string[];
  /** The encoding that the package or the model declares; `null` if neither does. */
  readonly declared: string | null;
  /** The encoding to use if it is known. */
  readonly fallback: string | null;
}

/** A source whose header was read. */
export interface Reading {
  readonly header: Header;
  readonly encoding: string;
  /** The sheets of a spreadsheet, or the files of an archive; `null` for other files. */
  readonly sheets: HeldTables | null;
  /**
   * Yields the records; read each batch before the next.
   * @throws NotUtf8 if the source must be read again in another encoding, BadSource
   */
  readonly batches: AsyncIterable<RecordBatch>;
  /** Return the bytes of the file that were read so far, before unpacking. */
  bytesRead(): number;
  /** Release everything; required in any case. */
  close(): Promise<void>;
}

/** Bytes that are enough to detect the encoding. */
const HEAD_BYTES = 4096;

/**
 * Begin to read the records of a source.
 * @throws NotUtf8 if the source must be read again in another encoding, BadSource
 */
export async function startReading(request: ReadingRequest): Promise<Reading> {
  const { source, fallback, columns, layout } = request;
  const content = readSourceBytes(source, request.bounds, request.sheets);
  try {
    const bytes = new PeekableChunks(content.chunks);
    const detected = detectEncoding(await bytes.head(HEAD_BYTES), request.declared);
    const encoding = { name: fallback ?? detected.name, skip: detected.skip };
    const text = new PeekableChunks(decodeBytes(bytes, encoding));
    const header = await readHeader(text, {
      ...request.header,
      columns: new Set(columns),
      name: source.name,
      layout: layout ?? undefined,
      isWritten: content.sheets()?.isWritten,
    });
    const batches = readRows(text, header, source.name);
    return {
      header,
      encoding: encoding.name,
      sheets: content.sheets(),
      batches,
      bytesRead: () => content.bytesRead(),
      close: () => content.close(),
    };
  } catch (error) {
    await content.close();
    throw error;
  }
}
