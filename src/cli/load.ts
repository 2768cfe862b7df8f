import { join } from "node:path";
import { type LoadRequest, type LoadResult, loadSource } from "../api/load.js";
import { parseAddress } from "../ingest/address.js";
import { readMetadata } from "../ingest/metadata.js";
import { LoadFailed, type LoadReport } from "../ingest/report.js";
import { describeError } from "../ingest/cell-error.js";
import { startProgress } from "./progress.js";
import { requireOptions } from "./require-options.js";
import { formatTable, printJson, printLine, type Terminal } from "./terminal.js";
import { withCatalog } from "./with-catalog.js";

interface Options {
  readonly data: string;
  readonly metadata?: string;
  readonly csv?: string;
  readonly private?: boolean;
  readonly owner?: string;
  readonly skipInvalid?: boolean;
  readonly replace?: boolean;
  readonly maxSourceBytes: number;
  readonly json?: boolean;
}

/** @returns the exit status */
export async function load(terminal: Terminal, options: Options): Promise<number> {
  const { metadata, csv } = requireOptions(options, ["metadata", "csv"]);
  const download = { directory: join(options.data, "downloads"), bounds: { bytes: options.maxSourceBytes } };
  const { model, warnings } = await readMetadata(parseAddress(metadata), download);
  for (const warning of warnings) printLine(terminal.err, `warning: ${warning}`);
  const progress = startProgress(terminal);
  const interrupt = new AbortController();
  const onInterrupt = (): void => interrupt.abort();
  process.once("SIGINT", onInterrupt);
  try {
    const request: LoadRequest = {
      model,
      source: parseAddress(csv),
      download,
      private: options.private ?? false,
      managers: options.owner === undefined ? [] : [options.owner],
      skipInvalid: options.skipInvalid ?? false,
      replace: options.replace ?? false,
      onProgress: progress.onProgress,
      signal: interrupt.signal,
    };
    await withCatalog(options.data, { threads: 1 }, async ({ catalog, format }) => {
      const result = await loadSource(catalog, format, request);
      progress.stop();
      printResult(terminal, result, options.json ?? false);
    });
    return 0;
  } catch (error) {
    progress.stop();
    if (interrupt.signal.aborted) {
      printLine(terminal.err, "interrupted; nothing was loaded");
      return 1;
    }
    if (!(error instanceof LoadFailed) || !options.json) throw error;
    printJson(terminal, { dataset: model.dataset.name, status: "failed", ...describeReport(error.report) });
    return 1;
  } finally {
    process.off("SIGINT", onInterrupt);
  }
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
