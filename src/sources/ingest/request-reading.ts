import type { Model } from "../../core/model/cube.js";
import { ANY_SHEET, headerRows, type RequestedSheets } from "../../core/model/table-rules.js";
import { fileColumns } from "./csv/columns.js";
import type { UnpackBounds } from "./fetch/bounds.js";
import type { OpenSource } from "./fetch/source.js";
import type { Progress } from "./progress.js";
import type { ReadingRequest } from "./start-reading.js";

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

/** Return a request to read the records of a source of a model. */
export function requestReading({
  model,
  source,
  bounds,
  fallback,
}: Pick<SourceReading, "model" | "bounds" | "fallback"> & Pick<ReadingRequest, "source">): ReadingRequest {
  const { layout, table } = model;
  const columns = [...fileColumns(model)];
  const declared = declaredEncoding(model);
  const header = { rows: table && headerRows(table), names: table?.columns ?? null };
  return { source, bounds, layout, sheets: requestedSheetsOf(model), header, columns, declared, fallback };
}

/** Return the sheets that the model reads. */
export function requestedSheetsOf({ table }: Model): RequestedSheets {
  return table === null ? ANY_SHEET : { sheet: table.sheet, sheets: table.sheets };
}

/** Return the encoding that the package or the model declares; `null` if neither does. */
export function declaredEncoding({ layout, encoding }: Model): string | null {
  return layout?.encoding ?? encoding;
}
