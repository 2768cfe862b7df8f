import { OPERATOR } from "../../access/actor.js";
import { loadSources } from "../../calls/publishing/loads/load.js";
import { type LoadRequest, sourceAt } from "../../calls/publishing/loads/load-request.js";
import { InvalidModel } from "../../core/errors/errors.js";
import { parseAddress } from "../../sources/ingest/fetch/address.js";
import { readMetadata } from "../../sources/ingest/read-document.js";
import { LoadFailed } from "../../sources/ingest/report.js";
import type { DownloadOptions } from "../../sources/ingest/fetch/download.js";
import type { ParsedModel } from "../../core/model/parse/parse.js";
import { nameVersion } from "../../store/version-name.js";
import { awaitedOwner } from "../../store/disk/owners.js";
import { operatorDownload } from "./operator-download.js";
import { COMPARED, haveSameColumns } from "./compare-next.js";
import { noteUnknownUser } from "./note-unknown-user.js";
import { requireOptions } from "../settings/require-options.js";
import { describeReport, printFailure, printSummary, withCodes } from "./load-summary.js";
import { printJson, printLine, printNote } from "../terminal/terminal.js";
import type { Call } from "./call.js";

interface Options {
  readonly metadata?: string;
  readonly csv?: string;
  readonly package?: string;
  readonly private?: boolean;
  readonly owner?: string;
  readonly skipInvalid?: boolean;
  readonly unique?: boolean;
  readonly failOnWarnings?: boolean;
  readonly allowEmpty?: boolean;
  readonly replace?: boolean;
  readonly purgeReplaced?: boolean;
  readonly keepSources?: boolean;
  readonly maxSourceBytes: number;
  readonly json?: boolean;
}

const INSTEAD = "--package PACKAGE.json; without a model: spendcube publish FILE.csv";

/** Argument of a load whose model is a proposal, which has said what the model lacks. */
export const PROPOSED = "proposed";

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
async function planSources({ args, place, options, terminal, signal }: Call<Options>): Promise<Planned> {
  const download = { ...operatorDownload(place.downloads, options), signal };
  const warn = (warnings: readonly string[]): void => {
    if (args.includes(PROPOSED)) return;
    for (const warning of warnings) printNote(terminal.err, "warning", warning);
  };
  try {
    // Most loads have no package, and finding the modules that read archives takes a moment.
    const { warnings, ...planned } =
      options.package === undefined
        ? await planFile(requireOptions(options, ["metadata", "csv"], INSTEAD), download)
        : await (
            await import("../../sources/packages/read-package.js")
          ).readPackage(parseAddress(options.package), download);
    warn(warnings);
    return { ...planned, notes: warnings };
  } catch (error) {
    if (error instanceof InvalidModel) warn(error.warnings);
    throw error;
  }
}

type Planned = Pick<LoadRequest, "model" | "sources" | "notes">;

async function planFile(
  { metadata, csv }: Record<"metadata" | "csv", string>,
  download: DownloadOptions,
): Promise<Pick<Planned, "sources"> & ParsedModel> {
  const parsed = await readMetadata(parseAddress(metadata), download);
  return { ...parsed, sources: [sourceAt(parseAddress(csv), parsed.model)] };
}

async function loadPlanned(
  planned: Planned,
  { args, place, options, terminal, signal }: Call<Options>,
): Promise<number> {
  const services = await place.open();
  const request: LoadRequest = {
    ...planned,
    by: OPERATOR,
    download: operatorDownload(place.downloads, options),
    private: options.private ?? false,
    managers: options.owner === undefined ? [] : [awaitedOwner(options.owner)],
    skipInvalid: options.skipInvalid ?? false,
    unique: options.unique ?? false,
    allowEmpty: options.allowEmpty ?? false,
    replace: options.replace ?? false,
    failsOnWarnings: options.failOnWarnings ?? false,
    purgeReplaced: options.purgeReplaced ?? false,
    keepSources: options.keepSources ?? false,
    skipUnchanged: false,
    onProgress: terminal.showProgress,
    signal,
  };
  const [source] = request.sources;
  const dataset = services.catalog.get(planned.model.dataset.name);
  if (options.package === undefined && dataset && source && !request.replace && !args.includes(COMPARED)) {
    await haveSameColumns(terminal, services.analyser, dataset, source, { ...request.download, signal });
  }
  try {
    const result = await loadSources(services, request).finally(() => terminal.showProgress?.(null));
    if (options.owner !== undefined) noteUnknownUser(terminal, services.catalog, options.owner);
    const { dataset, report, totals, purged } = result;
    const { name } = dataset.model.dataset;
    const versions = (numbers: readonly number[]) => numbers.map((number) => nameVersion(name, number));
    const removed = purged ? { purged: versions(purged.purged), kept: versions(purged.kept) } : {};
    const summary = { dataset: name, num_entries: dataset.engine.numEntries, totals: Object.fromEntries(totals) };
    const units = Object.fromEntries(dataset.model.measures.map(({ name, unit }) => [name, unit]));
    const found = { ...summary, ...describeReport(report), ...removed };
    printSummary(terminal, found, { ...dataset.model.dataset, units }, options.json);
    return 0;
  } catch (error) {
    if (!(error instanceof LoadFailed)) throw error;
    if (options.json) {
      printJson(terminal, {
        dataset: planned.model.dataset.name,
        status: "failed",
        ...withCodes(describeReport(error.report)),
      });
    } else printFailure(terminal, error.errors, options.skipInvalid);
    return 1;
  }
}
