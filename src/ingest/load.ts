import type { TableBuilder } from "../engine/storage.js";
import { BadSource } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import type { Address } from "./fetch/address.js";
import type { OnError } from "./cast/cell-error.js";
import { sourceBounds } from "./fetch/bounds.js";
import type { DownloadOptions } from "./fetch/download.js";
import { type FetchedContent, openContent } from "./fetch/content.js";
import { fallbackEncoding } from "./decode/encoding.js";
import { openSource } from "./fetch/open.js";
import type { OpenSource } from "./fetch/source.js";
import { declaredEncoding, readPass } from "./read-source.js";
import type { Progress } from "./progress.js";
import { LoadFailed, type LoadReport, withEntries } from "./report.js";
import { NotUtf8 } from "./decode/utf8.js";

export interface ReadOptions {
  readonly model: Model;
  readonly source: Address;
  /** Directory of temporary downloads, and the limits and rules of fetching. */
  readonly download: Omit<DownloadOptions, "signal">;
  /** Called at most every 100 ms, and at the end. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface LoadOptions extends ReadOptions {
  /** Called once, or twice: a source that turns out not to be UTF-8 is read again from the start. */
  readonly makeBuilder: () => TableBuilder;
  /** True to load the good rows of a source that has bad ones. */
  readonly skipInvalid?: boolean | undefined;
  /** The file loaded last, which is not read again if it is unchanged. */
  readonly known?: FetchedContent | null | undefined;
}

export interface Ingested {
  readonly builder: TableBuilder;
  readonly report: LoadReport;
  readonly content: FetchedContent;
}

/**
 * Read a source into a table. Apart from the table, memory does not grow with the source.
 * @returns a builder with every good row, to be finished by the caller, and a report without the counts of entries
 * @throws LoadFailed if rows are bad and `skipInvalid` is not set; its report counts all of them
 * @throws BadSource if the source as a whole cannot be read, Unchanged if it is the known one
 */
export async function ingest(options: LoadOptions): Promise<Ingested> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { source, content } = await openContent(options.source, { ...options.download, signal }, options.known ?? null);
  let builder: TableBuilder | null = null;
  try {
    const report = await readOpen(options, source, async () => {
      await builder?.abandon();
      return (builder = options.makeBuilder());
    });
    if (report.numErrors === 0 || options.skipInvalid) return { builder: builder!, report, content };
    throw new LoadFailed(withEntries(report, await builder!.abandon()));
  } catch (error) {
    if (!(error instanceof LoadFailed)) await (builder as TableBuilder | null)?.abandon();
    throw error;
  } finally {
    await source.close();
  }
}

/**
 * Check a source as a load would, without loading it. If it has more errors than a report holds and `onError` is given,
 * it is read a second time to pass on the others, so that they take no memory.
 * @param onError receives every error, after the first pass
 * @returns a report without counts of entries; bad rows do not throw here
 * @throws BadSource if the source as a whole cannot be read
 */
export async function validateSource(options: ReadOptions, onError?: OnError): Promise<LoadReport> {
  const { signal } = options;
  signal?.throwIfAborted();
  const source = await openSource(options.source, { ...options.download, signal });
  try {
    const report = await readOpen(options, source, async () => null);
    for (const error of report.errors) onError?.(error);
    if (!onError || report.numErrors === report.errors.length) return report;
    const bounds = sourceBounds(options.download);
    const reading = { bounds, fallback: report.encoding, builder: null, skipInvalid: false, onProgress: undefined };
    await readPass({ ...reading, model: options.model, source, onUnlisted: onError, signal });
    return report;
  } finally {
    await source.close();
  }
}

/** Creates the builder for the rows of one pass; `null` to check rows only. */
type MakeBuilder = () => Promise<TableBuilder | null>;

/** Read an open source; if it turns out not to be UTF-8, read it again in another encoding. */
async function readOpen(
  options: ReadOptions & Partial<LoadOptions>,
  source: OpenSource,
  makeBuilder: MakeBuilder,
): Promise<LoadReport> {
  const { model, signal } = options;
  const skipInvalid = options.skipInvalid ?? false;
  const bounds = sourceBounds(options.download);
  const pass = { model, source, bounds, skipInvalid, onProgress: options.onProgress, signal };
  try {
    return await readPass({ ...pass, fallback: null, builder: await makeBuilder() });
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    const declared = declaredEncoding(model);
    const fallback = fallbackEncoding(declared);
    if (fallback === null) throw notAsDeclared(error, source.name, declared!, model.layout?.encoding == null);
    return readPass({ ...pass, fallback, builder: await makeBuilder() });
  }
}

function notAsDeclared({ offset, row }: NotUtf8, name: string, declared: string, byModel: boolean): BadSource {
  const place = row === null ? "the header" : `row ${row.toLocaleString("en")}`;
  return new BadSource(
    `Byte ${offset.toLocaleString("en")} of ${name}, in ${place}, is not ${declared}, ` +
      (byModel
        ? `the encoding that the model declares; correct the file, or the "encoding" of the model's dataset`
        : `the encoding that the package declares; correct the file, or the "encoding" of the resource`),
  );
}
