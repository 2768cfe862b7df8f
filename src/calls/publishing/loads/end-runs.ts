import { readErrorSentence } from "../../../core/errors/error-text.js";
import { UserError } from "../../../core/errors/errors.js";
import { countsOf } from "../../../sources/ingest/counts.js";
import { describeCount, LoadFailed, type LoadReport, MAX_ERRORS } from "../../../sources/ingest/report.js";
import { type Run, type RunError, type RunOutcome, wholeError } from "./run.js";

/** Return a run that has loaded its source. It is not complete before the other runs of its task are done. */
export function loadedRun(run: Run, report: LoadReport): Run {
  const { warnings, control, series = [], rowsRead, rowsBlank, rowsRejected, rowsRepeated } = report;
  const rows = rowsRead - rowsBlank - rowsRejected;
  const notes = [
    ...series,
    ...(rowsRejected > 0
      ? [`${describeCount(rowsRejected, "row", "rows")} could not be loaded; the others are loaded`]
      : []),
    ...(rowsRepeated > 0
      ? [
          `${describeCount(rows, "row", "rows")} read, ${describeCount(rows - rowsRepeated, "entry", "entries")}: of rows with the same id, the last one counts`,
        ]
      : []),
  ];
  return { ...run, counts: countsOf(report), ...errorsIn(report), warnings, control, notes: [...run.notes, ...notes] };
}

export function completeRun(run: Run, outcome: RunOutcome): Run {
  const warningCodes = (run.warnings ?? []).map((sentence) => readErrorSentence(sentence));
  return { ...run, status: "complete", ended: new Date().toISOString(), outcome, warningCodes };
}

/**
 * Return a failed run with all known errors.
 * @param isOwn true if this run failed itself, false if it failed because of another run of its task
 */
export function failedRun(run: Run, error: unknown, isOwn: boolean): Run {
  const failed: Run = { ...run, status: "failed", ended: new Date().toISOString(), notes: [] };
  if (!isOwn) return withErrors(failed, ["Another source of the same load failed, so nothing was loaded"]);
  if (error instanceof LoadFailed) {
    const { report } = error;
    return { ...failed, counts: countsOf(report), ...errorsIn(report) };
  }
  return withErrors(failed, errorsOf(error));
}

/** Maximum number of groups that a run stores, and of errors that each of them holds. */
const STORED_GROUPS = 50;
const STORED_EXAMPLES = 3;

/** Return the errors of a report; with groups only where the listed errors are not all. */
function errorsIn({ numErrors, errors, groups }: LoadReport): Pick<Run, "numErrors" | "errors" | "groups"> {
  if (errors.length === numErrors) return { numErrors, errors };
  const stored = groups.slice(0, STORED_GROUPS);
  return {
    numErrors,
    errors,
    groups: stored.map(({ count, first }) => ({ count, first: first.slice(0, STORED_EXAMPLES) })),
  };
}

function withErrors(run: Run, messages: readonly string[]): Run {
  const errors: readonly RunError[] = messages.slice(0, MAX_ERRORS).map(wholeError);
  return { ...run, numErrors: messages.length, errors };
}

/** Return the sentences that a failed run shows for an error. */
export function errorsOf(error: unknown): readonly string[] {
  if (error instanceof UserError) return error.errors;
  if (error instanceof Error && error.name === "AbortError") return ["The load was interrupted; nothing was loaded"];
  return ["Something went wrong in the server, so nothing was loaded; the server's log has the cause"];
}
