import { tmpdir } from "node:os";
import { InvalidModel } from "../errors/errors.js";
import { parseAddress } from "../ingest/address.js";
import { describeError } from "../ingest/cell-error.js";
import { validateSource } from "../ingest/load.js";
import { readMetadata } from "../ingest/metadata.js";
import { describeReport } from "./load-summary.js";
import { operatorDownload } from "./load.js";
import type { Terminal } from "../control/terminal.js";
import { requireOptions } from "./require-options.js";
import { printJson, printLine } from "./terminal.js";

interface Options {
  readonly metadata?: string;
  readonly csv?: string;
  readonly maxSourceBytes: number;
  readonly json?: boolean;
}

/**
 * Print every problem of a model, and of a file against it.
 * @returns the exit status: 1 when there are problems
 */
export async function validate(terminal: Terminal, options: Options): Promise<number> {
  const { metadata } = requireOptions(options, ["metadata"]);
  const download = operatorDownload(tmpdir(), options);
  const parsed = await readMetadata(parseAddress(metadata), download).catch((error: unknown) => {
    if (error instanceof InvalidModel) return error.faults;
    throw error;
  });
  if ("model" in parsed === false) return printFaults(terminal, parsed, options);
  for (const warning of parsed.warnings) printLine(terminal.err, `warning: ${warning}`);
  const { name } = parsed.model.dataset;
  if (options.csv === undefined) {
    if (options.json) printJson(terminal, { valid: true, warnings: parsed.warnings, faults: [] });
    else printLine(terminal.out, `the model of "${name}" is valid`);
    return 0;
  }
  const source = parseAddress(options.csv);
  const report = await validateSource({
    model: parsed.model,
    source,
    download,
    onProgress: terminal.showProgress,
  }).finally(() => terminal.showProgress?.(null));
  const valid = report.numErrors === 0;
  if (options.json) {
    printJson(terminal, { valid, warnings: parsed.warnings, faults: [], ...describeReport(report) });
  } else {
    for (const error of report.errors) printLine(terminal.out, describeError(error));
    const unlisted = report.numErrors - report.errors.length;
    if (unlisted > 0) printLine(terminal.out, `${unlisted} more problems are not listed`);
    const rows = `${report.rowsRead} rows read, ${report.rowsBlank} of them blank`;
    printLine(terminal.out, valid ? `no problems: ${rows}` : `${report.numErrors} problems: ${rows}`);
  }
  return valid ? 0 : 1;
}

function printFaults(terminal: Terminal, faults: readonly string[], options: Options): number {
  if (options.json) printJson(terminal, { valid: false, warnings: [], faults });
  else for (const fault of faults) printLine(terminal.out, fault);
  return 1;
}
