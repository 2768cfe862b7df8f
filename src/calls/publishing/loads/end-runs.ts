import { errorText, readErrorSentence } from "../../../core/errors/error-text.js";
import { countText, phraseText } from "../../../core/errors/phrase-text.js";
import { UserError } from "../../../core/errors/errors.js";
import { countsOf } from "../../../sources/ingest/counts.js";
import { LoadFailed, type LoadReport, MAX_ERRORS } from "../../../sources/ingest/report.js";
import { type Run, type RunError, type RunOutcome, wholeError } from "./run.js";

/** Return a run that has loaded its source. It is not complete before the other runs of its task are done. */
export function loadedRun(run: Run, report: LoadReport): Run {
  const { warnings, control, series = [], rowsRead, rowsBlank, rowsRejected, rowsRepeated } = report;
  const rows = rowsRead - rowsBlank - rowsRejected;
  const notes = [
    ...series,
    ...(rowsRejected > 0 ? [countText(rowsRejected, "row_not_loaded", "rows_not_loaded")] : []),
    ...(rowsRepeated > 0
      ? [
          phraseText("rows_repeated", {
            rows: countText(rows, "one_row", "some_rows"),
            entries: countText(rows - rowsRepeated, "one_entry", "some_entries"),
          }),
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
  if (!isOwn) return withErrors(failed, [errorText("other_source_failed")]);
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
  if (error instanceof Error && error.name === "AbortError") return [errorText("load_interrupted")];
  return [errorText("load_failed_in_server")];
}
