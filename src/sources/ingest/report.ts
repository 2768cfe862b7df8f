import type { WriteCounts } from "../../core/engine/storage.js";
import { errorText } from "../../core/errors/error-text.js";
import { BadSource } from "../../core/errors/errors.js";
import { countText } from "../../core/errors/phrase-text.js";
import { addCounts, type LoadCounts, NO_COUNTS } from "./counts.js";
import { type CellError, explainError } from "./cast/cell-error.js";
import type { ErrorGroup } from "./cast/error-groups.js";
import type { Control } from "./totals/control.js";

/** Result of reading a source: counts of its rows, errors, encoding and delimiter. */
export interface LoadReport extends LoadCounts {
  readonly numErrors: number;
  /** The first 1,000. */
  readonly errors: readonly CellError[];
  /** All errors, grouped by column and kind. */
  readonly groups: readonly ErrorGroup[];
  /** Sentences about figures that may not be what the publisher means. They prevent no load. */
  readonly warnings: readonly string[];
  /** Control figures, of each source. */
  readonly control: readonly Control[];
  /** Sentences about how the source relates to what its dataset had; absent for the first. */
  readonly series?: readonly string[];
  readonly encoding: string;
  readonly delimiter: string;
}

/** Report for a source that was not read. */
export const NO_ROWS: LoadReport = {
  ...NO_COUNTS,
  numErrors: 0,
  errors: [],
  groups: [],
  warnings: [],
  control: [],
  encoding: "utf-8",
  delimiter: ",",
};

/** Add the counts of entries to a report. */
export function withEntries(report: LoadReport, { created, updated, repeated }: WriteCounts): LoadReport {
  return { ...report, entriesCreated: created, entriesUpdated: updated, rowsRepeated: repeated };
}

/** Maximum number of errors that a report holds. */
export const MAX_ERRORS = 1000;

/** A source with bad rows, none of which was loaded. */
export class LoadFailed extends BadSource {
  readonly report: LoadReport;

  constructor(report: LoadReport) {
    super(describeFailure(report));
    this.report = report;
  }
}

/** Add up the reports of several sources; encoding and delimiter are those of the first. */
export function addReports(reports: readonly LoadReport[]): LoadReport {
  const [first = NO_ROWS, ...others] = reports;
  return others.reduce(
    (sum, each) => ({
      ...addCounts(sum, each),
      numErrors: sum.numErrors + each.numErrors,
      errors: [...sum.errors, ...each.errors].slice(0, MAX_ERRORS),
      groups: [...sum.groups, ...each.groups],
      warnings: [...new Set([...sum.warnings, ...each.warnings])],
      control: [...sum.control, ...each.control],
      ...(sum.series || each.series ? { series: [...(sum.series ?? []), ...(each.series ?? [])] } : {}),
      encoding: sum.encoding,
      delimiter: sum.delimiter,
    }),
    first,
  );
}

function describeFailure({ rowsRead, rowsRejected, numErrors, errors }: LoadReport): string[] {
  const rest = numErrors - errors.length;
  return [
    errorText("rows_cannot_be_loaded", {
      count: number(rowsRejected),
      rows: number(rowsRead),
      numbers: countText(numErrors, "one_error", "some_errors"),
    }),
    ...errors.map(explainError),
    ...(rest > 0 ? [errorText("errors_not_listed", { count: number(rest) })] : []),
  ];
}

function number(count: number): string {
  return count.toLocaleString("en");
}
