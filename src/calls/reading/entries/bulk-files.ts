import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type { ExportFormat, Format } from "../../formats.js";
import type { Dataset } from "../../../store/dataset.js";
import { exportEntries } from "./export.js";

/** A file with all entries of a dataset. */
interface BulkFile {
  readonly format: ExportFormat;
  readonly isZipped: boolean;
  /** True if catalogues or data packages have its digest. */
  readonly isListed: boolean;
}

/** Files with all entries, by extension. */
export const BULK_FILES = {
  csv: { format: "csv", isZipped: false, isListed: true },
  ndjson: { format: "ndjson", isZipped: false, isListed: true },
  arrows: { format: "arrow", isZipped: false, isListed: true },
  parquet: { format: "parquet", isZipped: false, isListed: true },
  "csv.gz": { format: "csv", isZipped: true, isListed: false },
  "ndjson.gz": { format: "ndjson", isZipped: true, isListed: true },
} as const satisfies Readonly<Record<string, BulkFile>>;

export type BulkExtension = keyof typeof BULK_FILES;

/** Extensions of the files whose digests are listed. */
export const LISTED_FILES = (Object.keys(BULK_FILES) as BulkExtension[]).filter((each) => BULK_FILES[each].isListed);

/** Return the format in which a file is sent. */
export function formatOfFile(extension: BulkExtension): Format {
  const { format, isZipped } = BULK_FILES[extension];
  return isZipped ? "gz" : format;
}

/** Write a file with all entries, a piece at a time. The same version gives the same bytes. */
export function writeBulkFile(dataset: Dataset, extension: BulkExtension): AsyncIterable<Uint8Array> {
  const { format, isZipped } = BULK_FILES[extension];
  const bytes = exportEntries(dataset, format);
  // An error destroys the stream that is read, with the error; the end of reading destroys the source.
  return isZipped ? pipeline(Readable.from(bytes), createGzip(), () => {}) : bytes;
}
