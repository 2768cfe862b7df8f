import { phraseText } from "../../core/errors/phrase-text.js";
import { readErrorCodes } from "../../core/errors/error-text.js";
import { type CellError, explainError } from "../../sources/ingest/cast/cell-error.js";
import { describeCounts, type ShownCounts } from "../../sources/ingest/counts.js";
import type { LoadReport } from "../../sources/ingest/report.js";
import type { SeriesKind } from "../../core/model/cube.js";
import { type Control, explainControl } from "../../sources/ingest/totals/control.js";
import type { Terminal } from "../../process/control/terminal.js";
import { formatTable, printJson, printLine, printNote, printLoadWarnings } from "../terminal/terminal.js";

/** Result of a load, here or on a server, with the names that runs have over HTTP. */
export interface LoadSummary extends FoundCounts {
  readonly dataset: string;
  readonly num_entries: number;
  /** Exact totals, by measure. */
  readonly totals: Readonly<Record<string, string>>;
  /** Versions that were purged, and the other earlier ones that are kept; absent if none was to be purged. */
  readonly purged?: readonly string[];
  readonly kept?: readonly string[];
}

export interface FoundCounts extends ShownCounts {
  readonly num_errors: number;
  /** Sentences about figures that may not be what the publisher means. */
  readonly warnings: readonly string[];
  /** Control figures, of each source. */
  readonly control: readonly Control[];
  /** Sentences about how the source relates to what the dataset had; absent for the first. */
  readonly series?: readonly string[];
  /** The first errors. */
  readonly errors: readonly ShownError[];
}

/** A cell error; `row` is `null` if it concerns the source as a whole. */
export type ShownError = Omit<CellError, "row"> & { readonly row: number | null };

export function describeReport(report: LoadReport): FoundCounts & Pick<LoadReport, "encoding" | "delimiter"> {
  return {
    ...describeCounts(report),
    encoding: report.encoding,
    delimiter: report.delimiter,
    num_errors: report.numErrors,
    warnings: report.warnings,
    control: report.control,
    ...(report.series ? { series: report.series } : {}),
    errors: report.errors,
  };
}

/** Add the codes of warnings to JSON. */
export function withCodes<Found extends { readonly warnings: readonly string[] }>(found: Found) {
  return { ...found, warning_codes: readErrorCodes(found.warnings) };
}

/** Facts about a dataset that its totals are shown by. */
export interface Totalled {
  readonly currency: string | null;
  /** Units of the measures that count something else than money, by name. */
  readonly units?: Readonly<Record<string, string | undefined>>;
  /** Kind of the series that it is; absent for none. Only the money of a flow is added up over time. */
  readonly series?: { readonly kind: SeriesKind } | null | undefined;
}

/** Print the result of a load. */
export function printSummary(
  terminal: Terminal,
  summary: LoadSummary,
  { currency, series, units = {} }: Totalled,
  json: boolean | undefined,
): void {
  if (json) {
    const { dataset, ...rest } = summary;
    printJson(terminal, { dataset, status: "complete", ...withCodes(rest) });
    return;
  }
  for (const error of summary.errors) printNote(terminal.err, "rejected", explainShown(error));
  const unlisted = summary.num_errors - summary.errors.length;
  if (unlisted > 0)
    printNote(terminal.err, "rejected", phraseText("errors_not_listed", { count: unlisted.toLocaleString("en") }));
  printLoadWarnings(terminal.err, summary.warnings);
  for (const line of summary.series ?? []) printNote(terminal.out, "series", line);
  printControl(terminal.out, summary.control, currency);
  const totals = series && series.kind !== "flow" ? [] : Object.entries(summary.totals);
  printLine(
    terminal.out,
    formatTable([
      ["dataset", summary.dataset],
      ["rows read", String(summary.rows_read)],
      ["blank", String(summary.rows_blank)],
      ["created", String(summary.entries_created)],
      ["updated", String(summary.entries_updated)],
      ...(summary.rows_repeated > 0 ? [["replaced", String(summary.rows_repeated)]] : []),
      ["rejected", String(summary.rows_rejected)],
      ["entries", String(summary.num_entries)],
      ...totals.map(([measure, total]) => [
        `total ${measure}`,
        [total, units[measure] ?? currency].filter(Boolean).join(" "),
      ]),
    ]),
  );
  if (summary.purged) printLine(terminal.out, describePurge(summary.purged, summary.kept ?? []));
}

function describePurge(purged: readonly string[], kept: readonly string[]): string {
  const done = purged.length > 0 ? `purged ${purged.join(", ")}: no file has any of its data` : "nothing was purged";
  if (kept.length === 0) return done;
  const verbs = kept.length > 1 ? "are kept and may have the same" : "is kept and may have the same";
  return `${done}; ${kept.join(", ")} ${verbs}: spendcube dataset purge ${kept.join(" ")}`;
}

/** Print control figures, of each source. @param currency of the dataset; `null` for none */
export function printControl(to: Terminal["out"], control: readonly Control[], currency: string | null): void {
  for (const each of control.filter(({ rows }) => rows > 0)) {
    for (const line of explainControl(each, currency)) printNote(to, "control", line);
  }
}

/**
 * Print the errors of a load. The remedy comes last, so that it is visible below a thousand errors.
 * @param skipped true if rows with errors of their own were to be skipped, so that a whole column is wrong
 */
export function printFailure(terminal: Terminal, errors: readonly string[], skipped = false): void {
  for (const error of errors) printNote(terminal.err, "error", error);
  printLine(terminal.err, phraseText(skipped ? "nothing_loaded_columns" : "nothing_loaded_rows"));
}

/** Describe an error in one line. */
export function explainShown({ row, ...error }: ShownError): string {
  return row === null ? error.message : explainError({ row, ...error });
}
