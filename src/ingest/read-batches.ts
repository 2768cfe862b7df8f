import type { Model } from "../model/cube.js";
import { type BoundColumns, bindColumns, fileColumns } from "./csv/columns.js";
import { type Header, readHeader } from "./csv/header.js";
import { RecordLines } from "./csv/record-lines.js";
import type { Records } from "./csv/record-parser.js";
import { readRows } from "./csv/rows.js";
import { readSourceBytes } from "./decode/bytes.js";
import { decodeBytes } from "./decode/decode.js";
import { detectEncoding } from "./decode/encoding.js";
import { PeekableChunks } from "./decode/peekable-chunks.js";
import { NotUtf8 } from "./decode/utf8.js";
import type { UnpackBounds } from "./fetch/bounds.js";
import type { OpenSource } from "./fetch/source.js";
import { type Progress, throttled } from "./progress.js";
import type { LoadReport } from "./report.js";

/** The input of a reading of a source. */
export interface SourceReading {
  readonly model: Model;
  readonly source: OpenSource;
  /** Limits for unpacking a gzipped source. */
  readonly bounds: UnpackBounds;
  /** The encoding to use if it is known: from an earlier pass, or because the source is not UTF-8. */
  readonly fallback: string | null;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Takes a batch of records. */
export type TakeBatch = (records: Records) => void | Promise<void>;

/** Bytes that are enough to detect the encoding. */
const HEAD_BYTES = 4096;

/**
 * Pass the records of a source on, batch by batch.
 * @param count of the rows taken so far
 * @param begin gets the columns, and the lines of the batch that is being taken
 * @throws NotUtf8 if the source must be read again in another encoding, BadSource
 */
export async function readBatches(
  reading: SourceReading,
  count: { readonly rowsRead: number },
  begin: (columns: BoundColumns, lines: RecordLines) => TakeBatch,
): Promise<Pick<LoadReport, "bytesRead" | "bytesTotal" | "encoding" | "delimiter">> {
  const { model, source, signal } = reading;
  const content = readSourceBytes(source, reading.bounds, model.table?.sheet);
  const progress = () => ({ rows: count.rowsRead, bytesRead: content.bytesRead(), bytesTotal: source.size });
  const onProgress = reading.onProgress && throttled(reading.onProgress);
  let inHeader = true;
  try {
    const { text, header, encoding } = await openText(reading, content.chunks);
    const lines = new RecordLines();
    const take = begin(bindColumns(model, header), lines);
    inHeader = false;
    for await (const records of readRows(text, header, source.name, lines)) {
      signal?.throwIfAborted();
      await take(records);
      onProgress?.(progress());
    }
    reading.onProgress?.(progress());
    const { bytesRead, bytesTotal } = progress();
    return { bytesRead, bytesTotal, encoding, delimiter: header.dialect.delimiter };
  } catch (error) {
    throw error instanceof NotUtf8 && !inHeader ? error.inRow(count.rowsRead + 1) : error;
  } finally {
    await content.close();
  }
}

/** The text of a source, and its header, which is still to be read. */
export interface OpenedText {
  readonly text: PeekableChunks;
  readonly header: Header;
  readonly encoding: string;
}

/**
 * Decode a source and find its header.
 * @param chunks its content
 * @throws NotUtf8 if it must be read again in another encoding, BadSource
 */
export async function openText(
  { model, source, fallback }: Pick<SourceReading, "model" | "source" | "fallback">,
  chunks: AsyncIterable<Buffer>,
): Promise<OpenedText> {
  const bytes = new PeekableChunks(chunks);
  const detected = detectEncoding(await bytes.head(HEAD_BYTES), declaredEncoding(model));
  const encoding = fallback ?? detected.name;
  const text = new PeekableChunks(decodeBytes(bytes, { name: encoding, skip: detected.skip }));
  const columns = fileColumns(model);
  const header = await readHeader(text, columns, source.name, model.layout ?? undefined, model.table?.headerRow);
  return { text, header, encoding };
}

/** Return the encoding that the package or the model declares; `null` if neither does. */
export function declaredEncoding({ layout, encoding }: Model): string | null {
  return layout?.encoding ?? encoding;
}
