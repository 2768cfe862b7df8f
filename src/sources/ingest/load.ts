import { errorText } from "../../core/errors/error-text.js";
import { phraseText } from "../../core/errors/phrase-text.js";
import type { RepeatRules, TableBuilder } from "../../core/engine/storage.js";
import { BadSource } from "../../core/errors/errors.js";
import type { Engine } from "../../core/engine/engine.js";
import type { Model } from "../../core/model/cube.js";
import type { Address } from "./fetch/address.js";
import type { OnError } from "./cast/cell-error.js";
import { DatesUndecided, type DateVerdicts, haveErrors } from "./cast/date-columns.js";
import { sourceBounds } from "./fetch/bounds.js";
import type { DownloadOptions } from "./fetch/download.js";
import { type FetchedContent, openContent } from "./fetch/content.js";
import { findFallback } from "./tables/find-fallback.js";
import { keepCopy } from "./fetch/keep-copy.js";
import { openSource } from "./fetch/open.js";
import type { OpenSource } from "./fetch/source.js";
import { declaredEncoding, requestedSheetsOf } from "./request-reading.js";
import { type MakeBuilder, readPass } from "./read-source.js";
import { searchDates } from "./search-dates.js";
import { leavesOutSums, searchTotals } from "./search-totals.js";
import { explainSums } from "./totals/explain-sums.js";
import type { FileTotals } from "./totals/totals-search.js";
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
  /** Creates a builder; called again if the source must be read again from the start. Without one, only cells are checked. */
  readonly makeBuilder?: ((repeats: RepeatRules) => TableBuilder) | undefined;
  /** True to refuse rows with the key of an earlier row; by default the last row of a key replaces those before. */
  readonly unique?: boolean | undefined;
}

export interface ValidateOptions extends ReadOptions {
  /** Returns warnings about the table of all good rows; absent if it need not be built. */
  readonly warnOfTable?: ((table: Engine) => Promise<readonly string[]>) | undefined;
}

export interface LoadOptions extends ReadOptions {
  readonly makeBuilder: (repeats: RepeatRules) => TableBuilder;
  /** True to load the good rows of a source that has bad ones. */
  readonly skipInvalid?: boolean | undefined;
  /** The file loaded last, which is not read again if it is unchanged. */
  readonly known?: FetchedContent | null | undefined;
  /** Path of a new file for a compressed copy of the source, in a directory that exists; absent for none. */
  readonly copyTo?: string | undefined;
}

export interface Ingested {
  readonly builder: TableBuilder;
  readonly report: LoadReport;
  readonly content: FetchedContent;
}

/**
 * Read a source into a table. Apart from the table, memory does not grow with the source.
 * @returns a builder with every good row, to be finished by the caller, and a report without the counts of entries
 * @throws LoadFailed if rows are bad and `skipInvalid` is not set, or a column of dates cannot be read at all; its report
 * counts all of them
 * @throws BadSource if the source as a whole cannot be read, Unchanged if it is the known one
 */
export async function ingest(options: LoadOptions): Promise<Ingested> {
  const { signal } = options;
  signal?.throwIfAborted();
  const { source, content } = await openContent(options.source, { ...options.download, signal }, options.known ?? null);
  let builder: TableBuilder | null = null;
  const { copyTo } = options;
  const copying = copyTo === undefined ? null : keepCopy(source, copyTo, content.digest, signal);
  // Its error is thrown once the rows are read.
  copying?.catch(() => {});
  try {
    const { report, dates, isUndecided } = await readOpen(options, source, async (repeats) => {
      await builder?.abandon();
      return (builder = options.makeBuilder(repeats));
    });
    await copying;
    // Without a column of dates, or of numbers, what is left of the rows is not the table.
    const isLoaded = report.numErrors === 0 || (options.skipInvalid && !haveErrors(dates) && !isUndecided);
    if (isLoaded) return { builder: builder!, report, content };
    throw new LoadFailed(withEntries(report, await builder!.abandon()));
  } catch (error) {
    if (!(error instanceof LoadFailed)) await (builder as TableBuilder | null)?.abandon();
    throw error;
  } finally {
    await copying?.catch(() => {});
    await source.close();
  }
}

/**
 * Check a source as a load into a new dataset would, without loading it; memory grows as in a load. If it has more errors than a report holds and `onError` is given,
 * it is read a second time to pass on the others, so that they take no memory.
 * @param onError receives every error, after the first pass
 * @returns a report without counts of entries; bad rows do not throw here
 * @throws BadSource if the source as a whole cannot be read
 */
export async function validateSource(options: ValidateOptions, onError?: OnError): Promise<LoadReport> {
  const { signal, warnOfTable } = options;
  signal?.throwIfAborted();
  const source = await openSource(options.source, { ...options.download, signal });
  const make = options.makeBuilder;
  let builder: TableBuilder | null = null;
  const makeBuilder: MakeBuilder | null = make
    ? async (repeats) => {
        await builder?.abandon();
        return (builder = make(repeats));
      }
    : null;
  try {
    const { report, dates, totals } = await readOpen({ ...options, skipInvalid: true }, source, makeBuilder);
    for (const error of report.errors) onError?.(error);
    const counted = builder ? await endBuilder(builder, report, warnOfTable) : report;
    builder = null;
    if (!onError || report.numErrors === report.errors.length) return counted;
    const { unique = false } = options;
    const reading = {
      unique,
      keepsWriting: true,
      fallback: report.encoding,
      dates,
      totals,
      onProgress: undefined,
    };
    const pass = { ...reading, bounds: sourceBounds(options.download), makeBuilder: unique ? makeBuilder : null };
    await readPass({ ...pass, model: options.model, source, onUnlisted: onError, signal });
    return counted;
  } finally {
    await (builder as TableBuilder | null)?.abandon();
    await source.close();
  }
}

/** Add to a report what only the builder knows, and end it. */
async function endBuilder(
  builder: TableBuilder,
  report: LoadReport,
  warnOfTable: ValidateOptions["warnOfTable"],
): Promise<LoadReport> {
  if (!warnOfTable) return withEntries(report, await builder.abandon());
  const { engine, ...counts } = await builder.finish(false);
  try {
    return withEntries({ ...report, warnings: [...report.warnings, ...(await warnOfTable(engine))] }, counts);
  } finally {
    engine.dispose();
  }
}

/** The report of an open source, the verdicts on its dates, and the totals left out; `null` if no search was needed. */
interface ReadSource {
  readonly report: LoadReport;
  readonly totals: FileTotals | null;
  readonly dates: DateVerdicts | null;
  /** True if a column of numbers can be read in two ways. */
  readonly isUndecided: boolean;
}

/**
 * Read an open source. If it turns out not to be UTF-8, read it again in another encoding; if dates depend on cells that
 * come later, search it for how they are written, and read it again.
 */
async function readOpen(
  options: ReadOptions & Pick<LoadOptions, "skipInvalid">,
  source: OpenSource,
  makeBuilder: MakeBuilder | null,
): Promise<ReadSource> {
  const { model, signal } = options;
  const { unique = false, onProgress } = options;
  // A refused row is only found among those that were written.
  const keepsWriting = unique || (options.skipInvalid ?? false);
  const bounds = sourceBounds(options.download);
  const pass = {
    model,
    source,
    bounds,
    keepsWriting,
    unique,
    onProgress,
    signal,
    makeBuilder,
  };
  let fallback: string | null = null;
  let doubts: readonly string[] = [];
  let dates: DateVerdicts | null = null;
  let totals: FileTotals | null = null;
  let areDatesOpen = false;
  for (;;) {
    try {
      const hasRule = leavesOutSums(model);
      if (hasRule && source.size <= LARGE) totals ??= await searchTotals({ ...pass, fallback });
      if (areDatesOpen) dates = await searchDates({ ...pass, fallback }, totals);
      const { mayHaveSums, isUndecided, ...read } = await readPass({ ...pass, fallback, dates, totals });
      const report = { ...read, warnings: [...doubts, ...read.warnings] };
      if (totals !== null || !isSearched(report, mayHaveSums)) return { report, dates, totals, isUndecided };
      if (hasRule) {
        totals = await searchTotals({ ...pass, fallback: report.encoding });
        if (totals.totals.length + totals.differing.length === 0) return { report, dates, totals, isUndecided };
        continue;
      }
      const explained = explainSums(report, await searchTotals({ ...pass, fallback: report.encoding }));
      return { report: explained, dates, totals, isUndecided };
    } catch (error) {
      if (error instanceof DatesUndecided) {
        areDatesOpen = true;
        continue;
      }
      if (!(error instanceof NotUtf8) || fallback !== null) throw error;
      const declared = declaredEncoding(model);
      const found = await findFallback({ source, bounds, sheets: requestedSheetsOf(model), declared });
      fallback = found?.name ?? null;
      doubts = found?.warnings ?? [];
      if (fallback === null) throw notAsDeclared(error, source.name, declared!, model.layout?.encoding == null);
    }
  }
}

/** Bytes of a file that is read first, and only searched if a row may be a sum: most long lists have no totals. */
const LARGE = 2 ** 24;
/** Bytes of a file that is always searched for rows that are sums of others. */
const SMALL = 2 ** 20;
/** Bad rows up to which they may be totals, which lack a date or a code. */
const FEW_REJECTED = 100;

/** True if a file whose model has no rule for sums is searched for them, to warn of them. */
function isSearched({ bytesRead, rowsRejected }: LoadReport, mayHaveSums: boolean): boolean {
  return mayHaveSums || bytesRead <= SMALL || (rowsRejected > 0 && rowsRejected <= FEW_REJECTED);
}

function notAsDeclared({ offset, row }: NotUtf8, name: string, declared: string, byModel: boolean): BadSource {
  const place = row === null ? phraseText("the_header") : phraseText("row_number", { row: row.toLocaleString("en") });
  const values = { position: offset.toLocaleString("en"), name, place, encoding: declared };
  return new BadSource(errorText(byModel ? "not_as_model_declares" : "not_as_package_declares", values));
}
