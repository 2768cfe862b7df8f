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
  /** Where a source that has to be fetched is kept while it is read, and the bounds of fetching. */
  readonly download: Omit<DownloadOptions, "signal">;
  /** Called at most every 100 ms, and at the end. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Aborting rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface LoadOptions extends ReadOptions {
  /** Called once, or twice: a source that turns out not to be UTF-8 is read again from its begin. */
  readonly makeBuilder: () => TableBuilder;
  /** Load the good rows of a source that has bad ones. */
  readonly skipInvalid?: boolean | undefined;
  /** The file that need not be read again. */
  readonly known?: FetchedContent | null | undefined;
}

export interface Ingested {
  readonly builder: TableBuilder;
  readonly report: LoadReport;
  readonly content: FetchedContent;
}

/**
 * Read a source into a table. The memory this takes, the table's aside, does not grow with the source.
 * @returns a builder with every good row in it, to be finished by the caller, and a report without what became of them
 * @throws LoadFailed when rows are bad, unless they are to be skipped; all of them are counted
 * @throws BadSource when the source as a whole cannot be read, Unchanged when it is the known one
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
 * Read a source as a load would, without loading it. Where it has more errors than a report holds it is read again for
 * the others: none of them takes memory.
 * @param onError told of every error when the report is known
 * @returns a report without counts of entries; bad rows are no exception here
 * @throws BadSource when the source as a whole cannot be read
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

/** Makes what the rows of one pass go to. */
type MakeBuilder = () => Promise<TableBuilder | null>;

/** Read a source that is open, in another encoding where it turns out not to be UTF-8. */
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
        ? `which the model gives as its encoding; correct the file, or the "encoding" of the model's dataset`
        : `which its package gives as its encoding; correct the file, or the "encoding" of the resource`),
  );
}
