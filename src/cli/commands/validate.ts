import { tmpdir } from "node:os";
import { InvalidModel } from "../../errors/errors.js";
import { type Address, parseAddress } from "../../ingest/fetch/address.js";
import { type CellError, describeError } from "../../ingest/cast/cell-error.js";
import type { DownloadOptions } from "../../ingest/fetch/download.js";
import { validateSource } from "../../ingest/load.js";
import { readMetadata } from "../../ingest/read-document.js";
import { describeReport } from "./load-summary.js";
import { operatorDownload } from "./load.js";
import { addReports, type LoadReport } from "../../ingest/report.js";
import type { Model } from "../../model/cube.js";
import { readPackage } from "../../packages/read-package.js";
import type { Terminal } from "../../control/terminal.js";
import { requireOptions } from "../settings/require-options.js";
import { printJson, printLine } from "../terminal/terminal.js";

interface Options {
  readonly metadata?: string;
  readonly csv?: string;
  readonly package?: string;
  readonly maxSourceBytes: number;
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
 * Print every problem of a model and, if given, of a file against it; or of a package and all its files.
 * @returns the exit status: 1 if there are problems
 */
export async function validate(terminal: Terminal, options: Options): Promise<number> {
  const download = operatorDownload(tmpdir(), options);
  const subject = await readSubject(options, download).catch((error: unknown) => {
    if (error instanceof InvalidModel) return error.errors;
    throw error;
  });
  if (!("model" in subject)) return printErrors(terminal, subject, options);
  const { kind, model, warnings, sources } = subject;
  for (const warning of warnings) printLine(terminal.err, `warning: ${warning}`);
  if (sources.length === 0) {
    if (options.json) printJson(terminal, { valid: true, warnings, faults: [] });
    else printLine(terminal.out, `the ${kind} of "${model.dataset.name}" is valid`);
    return 0;
  }
  const reports: LoadReport[] = [];
  const errors: CellError[] = [];
  for (const { address, model } of sources) {
    let isFirst = true;
    const report = (error: CellError): void => {
      terminal.showProgress?.(null);
      if (options.json) {
        errors.push(error);
        return;
      }
      // With several files, each one's errors follow its name.
      if (sources.length > 1 && isFirst) printLine(terminal.out, `${nameOf(address)}:`);
      isFirst = false;
      printLine(terminal.out, describeError(error));
    };
    const check = validateSource({ model, source: address, download, onProgress: terminal.showProgress }, report);
    reports.push(await check.finally(() => terminal.showProgress?.(null)));
  }
  return printSum(terminal, { ...addReports(reports), errors }, warnings, options);
}

async function readSubject(options: Options, download: DownloadOptions): Promise<Subject> {
  if (options.package !== undefined) {
    return { kind: "package", ...(await readPackage(parseAddress(options.package), download)) };
  }
  const { metadata } = requireOptions(options, ["metadata"]);
  const parsed = await readMetadata(parseAddress(metadata), download);
  const sources = options.csv === undefined ? [] : [{ address: parseAddress(options.csv), model: parsed.model }];
  return { kind: "model", ...parsed, sources };
}

function nameOf(address: Address): string {
  return address.kind === "url" ? address.url : address.path;
}

function printSum(terminal: Terminal, sum: LoadReport, warnings: readonly string[], { json }: Options): number {
  const valid = sum.numErrors === 0;
  const rows = `${sum.rowsRead} rows read, ${sum.rowsBlank} of them blank`;
  if (json) printJson(terminal, { valid, warnings, faults: [], ...describeReport(sum) });
  else printLine(terminal.out, valid ? `no problems: ${rows}` : `${sum.numErrors} problems: ${rows}`);
  return valid ? 0 : 1;
}

function printErrors(terminal: Terminal, errors: readonly string[], options: Options): number {
  if (options.json) printJson(terminal, { valid: false, warnings: [], faults: errors });
  else for (const error of errors) printLine(terminal.out, error);
  return 1;
}
