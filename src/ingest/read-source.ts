import type { EntryInput, TableBuilder } from "../engine/storage.js";
import type { Model } from "../model/cube.js";
import type { OnError } from "./cast/cell-error.js";
import type { UnpackBounds } from "./fetch/bounds.js";
import { readSourceBytes } from "./decode/bytes.js";
import { isBlankRow, planRow } from "./cast/cast-row.js";
import { bindColumns, fileColumns } from "./csv/columns.js";
import { decodeBytes } from "./decode/decode.js";
import { detectEncoding } from "./decode/encoding.js";
import { PeekableChunks } from "./decode/peekable-chunks.js";
import { readHeader } from "./csv/header.js";
import type { OpenSource } from "./fetch/source.js";
import { type Progress, throttled } from "./progress.js";
import type { CsvRecord } from "./csv/record-parser.js";
import type { LoadReport } from "./report.js";
import { readRows } from "./csv/rows.js";
import { Tally } from "./tally.js";
import { NotUtf8 } from "./decode/utf8.js";

/** The input of one pass over a source. */
export interface SourcePass {
  readonly model: Model;
  readonly source: OpenSource;
  /** Limits for unpacking a gzipped source. */
  readonly bounds: UnpackBounds;
  /** The encoding to use if it is known: from an earlier pass, or because the source is not UTF-8. */
  readonly fallback: string | null;
  /** Receives the entries; `null` to check rows only. */
  readonly builder: TableBuilder | null;
  /** True to keep adding entries to `builder` after a bad row. */
  readonly skipInvalid: boolean;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  /** Receives every error beyond those that a report holds. */
  readonly onUnlisted?: OnError | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Bytes that are enough to detect the encoding. */
const HEAD_BYTES = 4096;

/**
 * Read a source from start to end.
 * @throws NotUtf8 if it must be read again in another encoding
 * @throws BadSource if it cannot be read at all
 */
export async function readPass(pass: SourcePass): Promise<LoadReport> {
  const { model, source, signal } = pass;
  const content = readSourceBytes(source, pass.bounds);
  const tally = new Tally(pass.onUnlisted);
  const progress = () => ({ rows: tally.rowsRead, bytesRead: content.bytesRead(), bytesTotal: source.size });
  const onProgress = pass.onProgress && throttled(pass.onProgress);
  let inHeader = true;
  try {
    const bytes = new PeekableChunks(content.chunks);
    const detected = detectEncoding(await bytes.head(HEAD_BYTES), declaredEncoding(model));
    const encoding = { name: pass.fallback ?? detected.name, skip: detected.skip };
    const text = new PeekableChunks(decodeBytes(bytes, encoding));
    const header = await readHeader(text, fileColumns(model), source.name, model.layout ?? undefined);
    const readRow = planRead(pass, planRow(model, bindColumns(model, header)), tally);
    inHeader = false;
    for await (const rows of readRows(text, header, source.name)) {
      signal?.throwIfAborted();
      const entries: EntryInput[] = [];
      for (const row of rows) {
        const entry = readRow(row);
        if (entry) entries.push(entry);
      }
      if (entries.length > 0) await pass.builder!.write(entries);
      onProgress?.(progress());
    }
    pass.onProgress?.(progress());
    const { bytesRead, bytesTotal } = progress();
    return tally.report({ bytesRead, bytesTotal, encoding: encoding.name, delimiter: header.dialect.delimiter });
  } catch (error) {
    throw error instanceof NotUtf8 && !inHeader ? error.inRow(tally.rowsRead + 1) : error;
  } finally {
    await content.close();
  }
}

/** Return the encoding that the package or the model declares; `null` if neither does. */
export function declaredEncoding({ layout, encoding }: Model): string | null {
  return layout?.encoding ?? encoding;
}

/** Reads a record as an entry that is to be written; `null` for one that is not. */
function planRead(
  { builder, skipInvalid }: SourcePass,
  cast: ReturnType<typeof planRow>,
  tally: Tally,
): (record: CsvRecord) => EntryInput | null {
  return (record) => {
    tally.rowsRead++;
    if (isBlankRow(record)) {
      tally.rowsBlank++;
      return null;
    }
    const outcome = cast(record, tally.rowsRead);
    if ("length" in outcome) tally.reject(outcome);
    else if (builder && (skipInvalid || tally.numErrors === 0)) return outcome;
    return null;
  };
}
