import { countText, phraseText } from "../../core/errors/phrase-text.js";
import { isIntended } from "../../core/errors/intended.js";
import { readErrorCodes } from "../../core/errors/error-text.js";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { onOneLine } from "../../core/model/words/plain-text.js";
import { InvalidModel, UserError } from "../../core/errors/errors.js";
import { type Address, parseAddress } from "../../sources/ingest/fetch/address.js";
import type { DownloadOptions } from "../../sources/ingest/fetch/download.js";
import { readMetadata } from "../../sources/ingest/read-document.js";
import type { LoadReport } from "../../sources/ingest/report.js";
import type { Model, DatasetMetadata } from "../../core/model/cube.js";
import type { Terminal } from "../../process/control/terminal.js";
import { requireOptions } from "../settings/require-options.js";
import { printJson, printLine, printNote, printLoadWarnings } from "../terminal/terminal.js";
import { describeReport, printControl, withCodes } from "./load-summary.js";
import { operatorDownload } from "./operator-download.js";

interface Options {
  readonly data?: string;
  readonly metadata?: string;
  readonly csv?: string;
  readonly package?: string;
  readonly maxSourceBytes: number;
  readonly unique?: boolean;
  readonly failOnWarnings?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** A model or a package to check, with the files to check against it, if there are any. */
interface Subject {
  readonly kind: "model" | "package";
  readonly model: Model;
  readonly warnings: readonly string[];
  readonly sources: readonly { readonly address: Address; readonly model: Model }[];
}

/**
 * Print the problems of a model and, if given, of a file against it; or of a package and all its files.
 * @returns the exit status: 1 if there are errors
 */
export async function validate(terminal: Terminal, options: Options): Promise<number> {
  const download = operatorDownload(tmpdir(), options);
  const subject = await readSubject(options, download).catch((error: unknown) => {
    if (error instanceof InvalidModel) return error;
    throw error;
  });
  if (subject instanceof InvalidModel) return printErrors(terminal, subject, options);
  const { kind, model, warnings, sources } = subject;
  printLoadWarnings(terminal.err, warnings);
  if (sources.length === 0) {
    if (options.json) printJson(terminal, { valid: true, ...withCodes({ warnings }), model_errors: [] });
    else {
      printLine(terminal.out, phraseText(`${kind}_is_valid`, { name: model.dataset.name }));
      if (warnings.length === 0) printHint(terminal, model);
    }
    return options.failOnWarnings && warnings.length > 0 ? 1 : 0;
  }
  await compareWithStored(terminal, options);
  const { checkSources } = await import("./check-sources.js");
  const sum = await checkSources(terminal, sources, { ...options, download });
  printLoadWarnings(terminal.err, sum.warnings);
  if (!options.json) printControl(terminal.err, sum.control, model.dataset.currency);
  const status = printSum(terminal, sum, warnings, options);
  const isWarned = warnings.length > 0 || sum.warnings.some((warning) => !isIntended(warning));
  if (status === 0 && !isWarned && !options.json) printHint(terminal, model);
  return isWarned && options.failOnWarnings ? 1 : status;
}

/** Say what catalogues would miss, once there is nothing else to mend. */
function printHint(terminal: Terminal, { dataset }: Model): void {
  const hint = hintForCatalogues(dataset);
  if (hint !== null) printNote(terminal.err, "hint", hint);
}

/** Say how the rows relate to the dataset of their model, if it is there. */
async function compareWithStored(terminal: Terminal, options: Options): Promise<void> {
  const { data, metadata, csv } = options;
  if (data === undefined || metadata === undefined || csv === undefined || !(await holdsDatasets(data))) return;
  const { runCommand } = await import("./run-command.js");
  try {
    await runCommand("compare next", [], { ...options, data }, terminal);
  } catch (error) {
    const isSystem = error instanceof Error && "code" in error;
    if (!(error instanceof UserError) && !isSystem) throw error;
    // The rows can be checked without the dataset.
    for (const each of error instanceof UserError ? error.errors : [error.message])
      printNote(terminal.err, "note", phraseText("not_compared", { directory: data, reason: each }));
  }
}

/** True if a folder is a data directory: a check makes none of another. */
async function holdsDatasets(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  if (names.length === 0) return false;
  const { generationOf } = await import("../../store/disk/file-names.js");
  return names.some((name) => generationOf(name) !== undefined);
}

async function readSubject(options: Options, download: DownloadOptions): Promise<Subject> {
  if (options.package !== undefined) {
    const { readPackage } = await import("../../sources/packages/read-package.js");
    return { kind: "package", ...(await readPackage(parseAddress(options.package), download)) };
  }
  const { metadata } = requireOptions(options, ["metadata"], "--package PACKAGE.json");
  const parsed = await readMetadata(parseAddress(metadata), download);
  const sources = options.csv === undefined ? [] : [{ address: parseAddress(options.csv), model: parsed.model }];
  return { kind: "model", ...parsed, sources };
}

function printSum(terminal: Terminal, sum: LoadReport, ofModel: readonly string[], { json }: Options): number {
  const { numErrors, warnings } = sum;
  const valid = numErrors === 0;
  if (json) {
    printJson(terminal, {
      valid,
      model_errors: [],
      ...withCodes(describeReport({ ...sum, warnings: [...ofModel, ...warnings] })),
    });
    return valid ? 0 : 1;
  }
  const read = {
    rows: countText(sum.rowsRead, "one_row", "some_rows"),
    count: sum.rowsBlank.toLocaleString("en"),
  };
  const warned = warnings.length === 0 ? null : countText(warnings.length, "one_warning", "some_warnings");
  const fine = sum.rowsRead > sum.rowsBlank ? phraseText("no_problems") : phraseText("nothing_to_check");
  const problems = valid ? null : countText(numErrors, "one_problem", "some_problems");
  const line =
    problems !== null && warned !== null
      ? phraseText("file_checked_warned", { ...read, state: problems, other: warned })
      : phraseText("file_checked", { ...read, state: problems ?? warned ?? fine });
  printLine(terminal.out, line);
  return valid ? 0 : 1;
}

function printErrors(terminal: Terminal, { errors, warnings }: InvalidModel, options: Options): number {
  printLoadWarnings(terminal.err, warnings);
  if (options.json)
    printJson(terminal, {
      valid: false,
      ...withCodes({ warnings }),
      model_errors: errors,
      codes: readErrorCodes(errors),
    });
  else for (const error of errors) printLine(terminal.out, onOneLine(error));
  return 1;
}

/** Say what a catalogue of data would miss in a dataset's metadata; `null` if it has everything. */
function hintForCatalogues(dataset: DatasetMetadata): string | null {
  const { licence, languages, territories, catalogue } = dataset;
  const given: Readonly<Record<string, boolean>> = {
    publisher: Boolean(catalogue?.publisher),
    contact: Boolean(catalogue?.contact),
    keywords: Boolean(catalogue?.keywords.length),
    frequency: Boolean(catalogue?.frequency),
    licence: licence !== null,
    territories: territories.length > 0,
    languages: languages.length > 0,
  };
  const missing = Object.keys(given).filter((key) => !given[key]);
  if (missing.length === 0) return null;
  return phraseText("catalogues_show", { names: missing.join(", ") });
}
