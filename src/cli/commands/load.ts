import { loadSources } from "../../api/loads/load.js";
import { type LoadRequest, sourceAt } from "../../api/loads/load-request.js";
import { parseAddress } from "../../ingest/fetch/address.js";
import { readMetadata } from "../../ingest/read-document.js";
import { LoadFailed } from "../../ingest/report.js";
import type { DownloadOptions } from "../../ingest/fetch/download.js";
import type { ParsedModel } from "../../model/parse/parse.js";
import { readPackage } from "../../packages/read-package.js";
import { noteUnknownUser } from "./note-unknown-user.js";
import { requireOptions } from "../settings/require-options.js";
import { describeReport, printFailure, printSummary } from "./load-summary.js";
import { printJson, printLine } from "../terminal/terminal.js";
import type { Call } from "./call.js";

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

/** Load a source into a dataset: all of it or nothing. @returns the exit status */
export async function load(call: Call<Options>): Promise<number> {
  try {
    return await loadPlanned(await planSources(call), call);
  } catch (error) {
    if (!call.signal.aborted) throw error;
    printLine(call.terminal.err, "interrupted; nothing was loaded");
    return 1;
  }
}

/** Plan the load by the model or the package. */
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

/** Return the rules for downloads of commands. A user of this machine can reach private addresses anyway. */
export function operatorDownload(
  directory: string,
  { maxSourceBytes }: Pick<Options, "maxSourceBytes">,
): LoadRequest["download"] {
  return { directory, bounds: { bytes: maxSourceBytes }, privateAddresses: true };
}

async function loadPlanned(planned: Planned, { place, options, terminal, signal }: Call<Options>): Promise<number> {
  const services = await place.open();
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
    const result = await loadSources(services, request).finally(() => terminal.showProgress?.(null));
    if (options.owner !== undefined) noteUnknownUser(terminal, services.catalog, options.owner);
    const { dataset, report, totals } = result;
    const { name, currency } = dataset.model.dataset;
    const summary = { dataset: name, num_entries: dataset.engine.numEntries, totals: Object.fromEntries(totals) };
    printSummary(terminal, { ...summary, ...describeReport(report) }, currency, options.json);
    return 0;
  } catch (error) {
    if (!(error instanceof LoadFailed)) throw error;
    if (options.json) {
      printJson(terminal, { dataset: planned.model.dataset.name, status: "failed", ...describeReport(error.report) });
    } else printFailure(terminal, error.errors);
    return 1;
  }
}
