import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { Dataset } from "../../../store/dataset.js";
import { type ExportFormat, exportEntries } from "./export.js";

/** A file with all entries of a dataset. */
interface BulkFile {
  readonly format: ExportFormat;
  readonly isZipped: boolean;
  readonly mediaType: string;
}

/** Files with all entries, by extension. */
export const BULK_FILES = {
  csv: { format: "csv", isZipped: false, mediaType: "text/csv" },
  ndjson: { format: "ndjson", isZipped: false, mediaType: "application/x-ndjson" },
  arrows: { format: "arrow", isZipped: false, mediaType: "application/vnd.apache.arrow.stream" },
  parquet: { format: "parquet", isZipped: false, mediaType: "application/vnd.apache.parquet" },
  "csv.gz": { format: "csv", isZipped: true, mediaType: "application/gzip" },
  "ndjson.gz": { format: "ndjson", isZipped: true, mediaType: "application/gzip" },
} as const satisfies Readonly<Record<string, BulkFile>>;

export type BulkExtension = keyof typeof BULK_FILES;

/** Write a file with all entries, a piece at a time. The same version gives the same bytes. */
export function writeBulkFile(dataset: Dataset, extension: BulkExtension): AsyncIterable<Uint8Array> {
  const { format, isZipped } = BULK_FILES[extension];
  const bytes = exportEntries(dataset, format);
  // An error destroys the stream that is read, with the error; the end of reading destroys the source.
  return isZipped ? pipeline(Readable.from(bytes), createGzip(), () => {}) : bytes;
}
