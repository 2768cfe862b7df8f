import type { ReadSentence } from "../../../core/errors/error-text.js";
import type { CellError } from "../../../sources/ingest/cast/cell-error.js";
import type { ErrorGroup } from "../../../sources/ingest/cast/error-groups.js";
import type { LoadCounts } from "../../../sources/ingest/counts.js";
import type { Control } from "../../../sources/ingest/totals/control.js";
import type { RunRecord } from "../../../store/disk/manifest.js";

export type RunStatus = "queued" | "running" | "complete" | "failed";

/** `replace` drops all earlier entries and sources first; `remove` drops the source. */
export type Operation = "load" | "replace" | "remove";

/** One attempt to change a dataset by one source, as stored. */
export interface Run extends RunRecord {
  /** Positive, unique among the runs of the dataset. */
  readonly id: number;
  readonly source: { readonly id: number; readonly url: string };
  readonly operation: Operation;
  readonly status: RunStatus;
  /** True if the dataset was private, or was to be private, while it ran. */
  readonly private: boolean;
  /**
   * Value of `created` of the dataset that it was to change; `null` if there was none. Absent in runs of earlier
   * versions.
   */
  readonly base?: string | null;
  readonly started: string | null;
  readonly ended: string | null;
  readonly counts: LoadCounts;
  readonly numErrors: number;
  readonly errors: readonly RunError[];
  /** All errors, grouped by column and kind; absent in runs of earlier versions, and if `errors` has all. */
  readonly groups?: readonly RunErrorGroup[];
  /** Sentences with further information. */
  readonly notes: readonly string[];
  /** Sentences about figures that may not be what the publisher means; absent in runs of earlier versions. */
  readonly warnings?: readonly string[];
  /** Codes and values of `warnings`, by which they are said in every language; absent in runs of earlier versions. */
  readonly warningCodes?: readonly (ReadSentence | null)[];
  /** Control figures of the source; absent in runs of earlier versions. */
  readonly control?: readonly Control[];
  /** Figures of the whole dataset after the run; `null` if the run has not changed it. */
  readonly outcome: RunOutcome | null;
}

/** Errors of a run that are alike. */
export type RunErrorGroup = ErrorGroup<RunError>;

/** An error of a cell, or of the source as a whole: then there is only a message. */
export type RunError = Omit<CellError, "row"> & { readonly row: number | null };

export interface RunOutcome {
  readonly numEntries: number;
  /** The exact grand total of each measure, by name. */
  readonly totals: readonly (readonly [measure: string, total: string])[];
}

export function isOver({ status }: Pick<Run, "status">): boolean {
  return status === "complete" || status === "failed";
}

/** Return an error that is not about a cell. */
export function wholeError(message: string): RunError {
  return { row: null, column: null, attribute: null, datatype: null, value: null, message };
}
