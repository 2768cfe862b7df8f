import type { UnpackBounds } from "../fetch/bounds.js";
import { readSourceBytes } from "../decode/bytes.js";
import { decodeBytes } from "../decode/decode.js";
import { detectEncoding, fallbackEncoding } from "../decode/encoding.js";
import { HeadedChunks } from "../decode/peekable-chunks.js";
import { type Header, readHeader } from "./header.js";
import type { OpenSource } from "../fetch/source.js";
import type { CsvRecord } from "./record-parser.js";
import { readRows } from "./rows.js";
import { NotUtf8 } from "../decode/utf8.js";

/** Takes the rows of a table; `false` when it wants no more. @param textBytes of the text so far */
export type TakeRows = (rows: readonly CsvRecord[], textBytes: number) => boolean;

/** How a table was read. */
export interface TableReading {
  readonly encoding: string;
  readonly delimiter: string;
  /** Of the file as it is, packed or not. */
  readonly bytesRead: number;
  /** Whether all rows were taken. */
  readonly isWhole: boolean;
}

export interface ReadTableOptions {
  /** How far the source may unpack. */
  readonly bounds: UnpackBounds;
  readonly signal?: AbortSignal | undefined;
}

/** Enough to tell encodings apart. */
const HEAD_BYTES = 4096;

/**
 * Read a table of which nothing is known.
 * @param begin called once, or twice: a source that turns out not to be UTF-8 is read again from its begin
 * @throws BadSource when it cannot be read
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
  let textBytes = 0;
  try {
    const bytes = new HeadedChunks(content.chunks);
    const detected = detectEncoding(await bytes.head(HEAD_BYTES), null);
    const encoding = fallback ?? detected.name;
    const counted = count(decodeBytes(bytes, { name: encoding, skip: detected.skip }), (n) => (textBytes += n));
    const text = new HeadedChunks(counted);
    const header = await readHeader(text, new Set(), source.name);
    const take = begin(header);
    const { delimiter } = header.dialect;
    for await (const rows of readRows(text, header, source.name)) {
      signal?.throwIfAborted();
      if (!take(rows, textBytes)) return { encoding, delimiter, bytesRead: content.bytesRead(), isWhole: false };
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
