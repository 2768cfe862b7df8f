import type { UnpackBounds } from "../fetch/bounds.js";
import { readSourceBytes } from "../decode/bytes.js";
import { decodeBytes } from "../decode/decode.js";
import { detectEncoding, fallbackEncoding } from "../decode/encoding.js";
import { PeekableChunks } from "../decode/peekable-chunks.js";
import { type Header, readHeader } from "./header.js";
import type { OpenSource } from "../fetch/source.js";
import type { CsvRecord } from "./record-parser.js";
import { readRows } from "./rows.js";
import { NotUtf8 } from "../decode/utf8.js";

/** Receives rows of a table; returns false to stop. @param decodedBytes size of the text decoded so far */
export type TakeRows = (rows: readonly CsvRecord[], decodedBytes: number) => boolean;

/** Encoding, delimiter and extent of a reading. */
export interface TableReading {
  readonly encoding: string;
  readonly delimiter: string;
  /** Bytes read from the file, before unpacking. */
  readonly bytesRead: number;
  /** True if all rows were read. */
  readonly isWhole: boolean;
}

export interface ReadTableOptions {
  /** Limits for unpacking a gzipped source. */
  readonly bounds: UnpackBounds;
  readonly signal?: AbortSignal | undefined;
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
  begin: (header: Header) => TakeRows,
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
  { bounds, signal }: ReadTableOptions,
  fallback: string | null,
  begin: (header: Header) => TakeRows,
): Promise<TableReading> {
  const content = readSourceBytes(source, bounds);
  let decodedBytes = 0;
  try {
    const bytes = new PeekableChunks(content.chunks);
    const detected = detectEncoding(await bytes.head(HEAD_BYTES), null);
    const encoding = fallback ?? detected.name;
    const counted = count(decodeBytes(bytes, { name: encoding, skip: detected.skip }), (n) => (decodedBytes += n));
    const text = new PeekableChunks(counted);
    const header = await readHeader(text, new Set(), source.name);
    const take = begin(header);
    const { delimiter } = header.dialect;
    for await (const rows of readRows(text, header, source.name)) {
      signal?.throwIfAborted();
      if (!take(rows, decodedBytes)) return { encoding, delimiter, bytesRead: content.bytesRead(), isWhole: false };
    }
    return { encoding, delimiter, bytesRead: content.bytesRead(), isWhole: true };
  } finally {
    await content.close();
  }
}

async function* count(chunks: AsyncIterable<Buffer>, add: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    add(chunk.length);
    yield chunk;
  }
}
