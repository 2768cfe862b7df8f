import type { Model } from "../model/cube.js";
import { type BoundColumns, bindColumns, fileColumns } from "./csv/columns.js";
import { RecordLines } from "./csv/record-lines.js";
import type { Records } from "./csv/record-parser.js";
import { rowsOfBatch } from "./csv/rows.js";
import { NotUtf8 } from "./decode/utf8.js";
import type { UnpackBounds } from "./fetch/bounds.js";
import type { OpenSource } from "./fetch/source.js";
import { type Progress, throttled } from "./progress.js";
import { startReadingInThread } from "./reading-thread.js";
import type { LoadReport } from "./report.js";
import { type Reading, type ReadingRequest, startReading } from "./start-reading.js";

/** The input of a reading of a source. */
export interface SourceReading {
  readonly model: Model;
  readonly source: OpenSource;
  /** Limits for unpacking a gzipped source. */
  readonly bounds: UnpackBounds;
  /** The encoding to use if it is known: from an earlier pass, or because the source is not UTF-8. */
  readonly fallback: string | null;
  /** Minimum bytes of a source that another thread reads. */
  readonly parallelBytes: number;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Takes a batch of records. */
export type TakeBatch = (records: Records) => void | Promise<void>;

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
  const request = requestReading(reading);
  let content: Reading | null = null;
  const bytesRead = (): number => content?.bytesRead() ?? 0;
  const progress = () => ({ rows: count.rowsRead, bytesRead: bytesRead(), bytesTotal: source.size });
  const onProgress = reading.onProgress && throttled(reading.onProgress);
  let inHeader = true;
  try {
    const { header, encoding, batches } = (content = await (source.size >= reading.parallelBytes
      ? startReadingInThread(request)
      : startReading(request)));
    const lines = new RecordLines();
    const take = begin(bindColumns(model, header), lines);
    inHeader = false;
    for await (const batch of batches) {
      signal?.throwIfAborted();
      lines.advance(batch.feeds, batch.records, batch.skipped);
      await take(rowsOfBatch(batch));
      onProgress?.(progress());
    }
    reading.onProgress?.(progress());
    return { bytesRead: bytesRead(), bytesTotal: source.size, encoding, delimiter: header.dialect.delimiter };
  } catch (error) {
    throw error instanceof NotUtf8 && !inHeader ? error.inRow(count.rowsRead + 1) : error;
  } finally {
    await content?.close();
  }
}

/** Return a request to read the records of a source of a model. */
export function requestReading({
  model,
  source,
  bounds,
  fallback,
}: Pick<SourceReading, "model" | "source" | "bounds" | "fallback">): ReadingRequest {
  const { layout, table } = model;
  const columns = [...fileColumns(model)];
  const declared = declaredEncoding(model);
  const [sheet, headerRow] = [table?.sheet ?? null, table?.headerRow ?? null];
  return { source, bounds, layout, sheet, headerRow, columns, declared, fallback };
}

/** Return the encoding that the package or the model declares; `null` if neither does. */
export function declaredEncoding({ layout, encoding }: Model): string | null {
  return layout?.encoding ?? encoding;
}
