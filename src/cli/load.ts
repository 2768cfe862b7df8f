import { type LoadRequest, type LoadResult, loadSources, sourceAt } from "../api/load.js";
import type { Terminal } from "../control/terminal.js";
import { parseAddress } from "../ingest/address.js";
import { readMetadata } from "../ingest/metadata.js";
import { LoadFailed, type LoadReport } from "../ingest/report.js";
import { describeError } from "../ingest/cell-error.js";
import type { DownloadOptions } from "../ingest/download.js";
import type { ParsedModel } from "../model/parse.js";
import { readPackage } from "../packages/read-package.js";
import { noteUnknownUser } from "./note-unknown-user.js";
import { requireOptions } from "./require-options.js";
import { formatTable, printJson, printLine } from "./terminal.js";
import type { Call } from "./work.js";

interface Options {
  readonly metadata?: string;
  readonly csv?: string;
  readonly package?: string;
  readonly private?: boolean;
  readonly owner?: string;
  readonly skipInvalid?: boolean;
  readonly replace?: boolean;
  readonly maxSourceBytes: number;
  readonly json?: boolean;
}

/** Load a source into a dataset: all of it or nothing. */
export async function load(call: Call<Options>): Promise<number> {
  try {
    return await loadPlanned(await planSources(call), call);
  } catch (error) {
    if (!call.signal.aborted) throw error;
    printLine(call.terminal.err, "interrupted; nothing was loaded");
    return 1;
  }
}

/** What is to be loaded, as the model or the package describes it. */
async function planSources({ place, options, terminal, signal }: Call<Options>): Promise<Planned> {
  const download = { ...operatorDownload(place.downloads, options), signal };
  const { warnings, ...planned } =
    options.package === undefined
      ? await planFile(requireOptions(options, ["metadata", "csv"]), download)
      : await readPackage(parseAddress(options.package), download);
  for (const warning of warnings) printLine(terminal.err, `warning: ${warning}`);
  return planned;
}

type Planned = Pick<LoadRequest, "model" | "sources">;

async function planFile(
  { metadata, csv }: Record<"metadata" | "csv", string>,
  download: DownloadOptions,
): Promise<Planned & ParsedModel> {
  const parsed = await readMetadata(parseAddress(metadata), download);
  return { ...parsed, sources: [sourceAt(parseAddress(csv), parsed.model)] };
}

/** Whoever types commands here gets everywhere that this machine does. */
export function operatorDownload(
  directory: string,
  { maxSourceBytes }: Pick<Options, "maxSourceBytes">,
): LoadRequest["download"] {
  return { directory, bounds: { bytes: maxSourceBytes }, privateAddresses: true };
}

async function loadPlanned(planned: Planned, { place, options, terminal, signal }: Call<Options>): Promise<number> {
  const desk = await place.open();
  const request: LoadRequest = {
    ...planned,
    user: null,
    download: operatorDownload(place.downloads, options),
    private: options.private ?? false,
    managers: options.owner === undefined ? [] : [options.owner],
    skipInvalid: options.skipInvalid ?? false,
    replace: options.replace ?? false,
    skipUnchanged: false,
    onProgress: terminal.showProgress,
    signal,
  };
  try {
    const result = await loadSources(desk, request).finally(() => terminal.showProgress?.(null));
    if (options.owner !== undefined) noteUnknownUser(terminal, desk.catalog, options.owner);
    printResult(terminal, result, options.json ?? false);
    return 0;
  } catch (error) {
    if (!(error instanceof LoadFailed)) throw error;
    if (options.json) {
      printJson(terminal, { dataset: planned.model.dataset.name, status: "failed", ...describeReport(error.report) });
    } else printFailure(terminal, error);
    return 1;
  }
}

/** The remedy comes last: it is what stays on the screen below a thousand errors. */
function printFailure(terminal: Terminal, { faults }: LoadFailed): void {
  for (const fault of faults) printLine(terminal.err, `error: ${fault}`);
  printLine(terminal.err, "nothing was loaded: correct the rows, or load the others with --skip-invalid");
}

/** A report under the names that a run has over HTTP. */
export function describeReport(report: LoadReport): Record<string, unknown> {
  return {
    rows_read: report.rowsRead,
    rows_blank: report.rowsBlank,
    entries_created: report.entriesCreated,
    entries_updated: report.entriesUpdated,
    rows_repeated: report.rowsRepeated,
    rows_rejected: report.rowsRejected,
    bytes_read: report.bytesRead,
    bytes_total: report.bytesTotal,
    encoding: report.encoding,
    delimiter: report.delimiter,
    num_errors: report.numErrors,
    errors: report.errors,
  };
}

function printResult(terminal: Terminal, { dataset, report, totals }: LoadResult, json: boolean): void {
  const { name, currency } = dataset.model.dataset;
  const numEntries = dataset.engine.numEntries;
  if (json) {
    const exact = Object.fromEntries(totals);
    const counts = describeReport(report);
    printJson(terminal, { dataset: name, status: "complete", num_entries: numEntries, totals: exact, ...counts });
    return;
  }
  for (const error of report.errors) printLine(terminal.err, `rejected: ${describeError(error)}`);
  const unlisted = report.numErrors - report.errors.length;
  if (unlisted > 0) printLine(terminal.err, `rejected: ${unlisted} more errors are not listed`);
  if (report.rowsRepeated > 0) {
    const rows = report.rowsRead - report.rowsBlank - report.rowsRejected;
    printLine(
      terminal.err,
      `note: ${rows} rows read, ${rows - report.rowsRepeated} entries: of rows with one id the last counts`,
    );
  }
  printLine(
    terminal.out,
    formatTable([
      ["dataset", name],
      ["rows read", String(report.rowsRead)],
      ["blank", String(report.rowsBlank)],
      ["created", String(report.entriesCreated)],
      ["updated", String(report.entriesUpdated)],
      ["rejected", String(report.rowsRejected)],
      ["entries", String(numEntries)],
      ...[...totals].map(([measure, total]) => [`total ${measure}`, `${total}${currency ? ` ${currency}` : ""}`]),
    ]),
  );
}
