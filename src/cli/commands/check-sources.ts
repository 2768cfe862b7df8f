import { phraseText } from "../../core/errors/phrase-text.js";
import { checkTable } from "../../calls/publishing/loads/check-table.js";
import { onOneLine } from "../../core/model/words/plain-text.js";
import type { Terminal } from "../../process/control/terminal.js";
import { warnOfOtherYear } from "../../calls/publishing/loads/other-year.js";
import type { Engine } from "../../core/engine/engine.js";
import type { RepeatRules } from "../../core/engine/storage.js";
import { type CellError, explainError } from "../../sources/ingest/cast/cell-error.js";
import type { Address } from "../../sources/ingest/fetch/address.js";
import type { DownloadOptions } from "../../sources/ingest/fetch/download.js";
import { correctingBuilder } from "../../sources/ingest/correcting-builder.js";
import { validateSource } from "../../sources/ingest/load.js";
import { addReports, type LoadReport } from "../../sources/ingest/report.js";
import type { Model } from "../../core/model/cube.js";
import { printLine } from "../terminal/terminal.js";
import { countGrouped, type ErrorGroup } from "../../sources/ingest/cast/error-groups.js";
import { startFormat } from "../directory/start-format.js";

export interface CheckOptions {
  readonly download: DownloadOptions;
  readonly unique?: boolean | undefined;
  /** True to print every error; by default the first ones of each column and kind, and their number. */
  readonly all?: boolean | undefined;
  readonly json?: boolean | undefined;
}

interface CheckedSource {
  readonly address: Address;
  readonly model: Model;
}

/** Check sources against their models and print the errors. @returns the sum; with `json`, with all errors */
export async function checkSources(
  terminal: Terminal,
  sources: readonly CheckedSource[],
  { download, unique, all = false, json = false }: CheckOptions,
): Promise<LoadReport> {
  const { format, close } = startFormat();
  const reports: LoadReport[] = [];
  const errors: CellError[] = [];
  try {
    for (const { address, model } of sources) {
      let isFirst = true;
      const begin = (): void => {
        // With several files, each one's errors follow its name.
        if (isFirst && sources.length > 1 && !json) printLine(terminal.out, `${onOneLine(nameOf(address))}:`);
        isFirst = false;
      };
      const note = (error: CellError): void => {
        begin();
        if (json) return void errors.push(error);
        terminal.showProgress?.(null);
        printLine(terminal.out, onOneLine(explainError(error)));
      };
      const makeBuilder = (repeats: RepeatRules) => correctingBuilder(format.build(model, null, 1, repeats), model);
      const warnOfTable = async (table: Engine) => [
        ...warnOfOtherYear(model, nameOf(address)),
        ...(await checkTable(model, table, undefined)),
      ];
      const reading = {
        warnOfTable,
        model,
        source: address,
        download,
        unique,
        makeBuilder,
        onProgress: terminal.showProgress,
      };
      const check = validateSource(reading, all || json ? note : undefined);
      const report = await check.finally(() => terminal.showProgress?.(null));
      reports.push(report);
      if (all || json || report.numErrors === 0) continue;
      begin();
      printGroups(terminal, report.groups, report.numErrors);
    }
  } finally {
    await close();
  }
  return { ...addReports(reports), ...(json ? { errors } : {}) };
}

function nameOf(address: Address): string {
  return address.kind === "url" ? address.url : address.path;
}

/**
 * Print groups of errors: the first ones of each, and how many there are, with their column.
 * @param numErrors number of all errors, of these groups and of others
 */
function printGroups(terminal: Terminal, groups: readonly ErrorGroup[], numErrors: number): void {
  for (const { first, count } of groups) {
    for (const error of first) printLine(terminal.out, onOneLine(explainError(error)));
    if (count === 1) continue;
    const { column } = first[0]!;
    const rest = count - first.length;
    const found = {
      count: number(count),
      others: rest === 0 ? "" : phraseText("more_than_listed", { count: number(rest) }),
    };
    const line =
      column === null
        ? phraseText("errors_of_kind", found)
        : phraseText("errors_of_kind_in_column", { ...found, column: onOneLine(column) });
    printLine(terminal.out, `  ${line}`);
  }
  const others = numErrors - countGrouped(groups);
  if (others > 0) printLine(terminal.out, `  ${phraseText("errors_of_other_kinds", { count: number(others) })}`);
}

function number(count: number): string {
  return count.toLocaleString("en");
}
