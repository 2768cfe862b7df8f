import { ANALYSIS_BOUNDS } from "../../sources/analysis/analyse.js";
import { tableOf } from "../../sources/analysis/repair.js";
import type { TableAnalyser } from "../../sources/analysis/table-analyser.js";
import { type SourceRequest, sourceAt } from "../../calls/publishing/loads/load-request.js";
import { compareNext, compareNextColumns } from "../../calls/publishing/loads/compare-next.js";
import type { Terminal } from "../../process/control/terminal.js";
import { UserError } from "../../core/errors/errors.js";
import { parseAddress } from "../../sources/ingest/fetch/address.js";
import { sourceBounds } from "../../sources/ingest/fetch/bounds.js";
import type { DownloadOptions } from "../../sources/ingest/fetch/download.js";
import { openSource } from "../../sources/ingest/fetch/open.js";
import { readMetadata } from "../../sources/ingest/read-document.js";
import type { Dataset } from "../../store/dataset.js";
import { printNote } from "../terminal/terminal.js";
import type { Call } from "./call.js";
import { operatorDownload } from "./operator-download.js";
import { requireOptions } from "../settings/require-options.js";

interface Options {
  readonly metadata?: string;
  readonly csv?: string;
  readonly maxSourceBytes: number;
}

/** Argument of a load of a file that was compared before. */
export const COMPARED = "compared";

/** Decoded text of a file by which its columns are compared. */
const HEAD_BYTES = 2 ** 18;

/**
 * Say how a file relates to the dataset of its model that is there.
 * @returns the exit status: 1 if columns are missing
 */
export async function compareNextFile({ place, options, terminal, signal }: Call<Options>): Promise<number> {
  const { metadata, csv } = requireOptions(options, ["metadata", "csv"]);
  const download = { ...operatorDownload(place.downloads, options), signal };
  const { model } = await readMetadata(parseAddress(metadata), download);
  const services = await place.open();
  const dataset = services.catalog.get(model.dataset.name);
  if (!dataset) return 0;
  const source = sourceAt(parseAddress(csv), model);
  if (!(await haveSameColumns(terminal, services.analyser, dataset, source, download))) return 1;
  const onProgress = terminal.showProgress;
  try {
    for (const line of await compareNext(services, source, { download, signal, onProgress })) {
      printNote(terminal.err, "series", line);
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The check says what prevents the load.
    for (const each of error.errors) printNote(terminal.err, "warning", each);
  } finally {
    terminal.showProgress?.(null);
  }
  return 0;
}

/**
 * Say how the columns of a file differ from those of the files of a dataset.
 * @param analyser in another thread: a server may run this
 * @returns false if some are missing
 */
export async function haveSameColumns(
  { err }: Terminal,
  analyser: TableAnalyser,
  dataset: Dataset,
  { address, model }: Pick<SourceRequest, "address" | "model">,
  download: DownloadOptions,
): Promise<boolean> {
  const source = await openSource(address, download);
  try {
    // Rules that are empty, too: without any, those that the file calls for would hold.
    const { unpivot: _, header_row: __, currency: ___, scale: ____, ...table } = tableOf(model.document) ?? {};
    const limits = { ...ANALYSIS_BOUNDS, decodedBytes: HEAD_BYTES };
    const { path, name } = source;
    const bounds = sourceBounds(download);
    const analysis = await analyser.analyse({ path, name, table, limits, bounds, signal: download.signal });
    const { errors, notes } = await compareNextColumns(
      dataset,
      model,
      address.kind === "url" ? address.url : address.path,
      analysis,
    );
    for (const note of notes) printNote(err, "note", note);
    for (const error of errors) printNote(err, "error", error);
    return errors.length === 0;
  } finally {
    await source.close();
  }
}
