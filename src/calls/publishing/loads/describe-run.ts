import { describeCounts, type ShownCounts } from "../../../sources/ingest/counts.js";
import type { Control } from "../../../sources/ingest/totals/control.js";
import { runUrl } from "./links.js";
import type { Operation, Run, RunError, RunStatus } from "./run.js";

/** The description of a run. Times are ISO 8601, UTC. */
export interface RunDescription extends ShownCounts {
  readonly id: number;
  readonly dataset: string;
  /** Id of the source. */
  readonly source: number;
  readonly operation: Operation;
  readonly status: RunStatus;
  readonly url: string;
  readonly html_url: string;
  readonly time_queued: string;
  readonly time_start: string | null;
  readonly time_end: string | null;
  /** Percentage of the file that has been read; 100 only when the run is complete. */
  readonly percent: number;
  /** Average since the start; `null` if no row was read. */
  readonly rows_per_second: number | null;
  /** Entries of the dataset after the run; `null` if the run has not changed it. */
  readonly num_entries: number | null;
  /** Exact grand total by measure; `null` if the run has not changed the dataset. */
  readonly totals: Readonly<Record<string, string>> | null;
  readonly notes: readonly string[];
  /** Sentences about figures that may not be what the publisher means. */
  readonly warnings: readonly string[];
  /** Control figures of the source; empty until it is read. */
  readonly control: readonly Control[];
  /** Number of all errors; `errors` may hold only the first ones. */
  readonly num_errors: number;
}

export interface RunWithErrors extends RunDescription {
  readonly errors: readonly RunError[];
}

export function describeRun(run: Run, origin: string): RunWithErrors {
  return { ...summarizeRun(run, origin), errors: run.errors };
}

/** Describe a run without its errors: there may be many. */
export function summarizeRun(run: Run, origin: string): RunDescription {
  const { counts, outcome } = run;
  const htmlUrl = runUrl(origin, run);
  return {
    id: run.id,
    dataset: run.dataset,
    source: run.source.id,
    operation: run.operation,
    status: run.status,
    url: `${htmlUrl}.json`,
    html_url: htmlUrl,
    time_queued: run.queued,
    time_start: run.started,
    time_end: run.ended,
    percent: percentOf(run),
    rows_per_second: rateOf(run),
    ...describeCounts(counts),
    num_entries: outcome?.numEntries ?? null,
    totals: outcome && Object.fromEntries(outcome.totals),
    notes: run.notes,
    warnings: run.warnings ?? [],
    control: run.control ?? [],
    num_errors: run.numErrors,
  };
}

/** Maximum percentage before the end: when all rows are read, the table still has to be built and written. */
const MAX_BEFORE_END = 99;

function percentOf({ status, counts: { bytesRead, bytesTotal } }: Run): number {
  if (status === "complete") return 100;
  return bytesTotal === 0 ? 0 : Math.min(MAX_BEFORE_END, Math.floor((100 * bytesRead) / bytesTotal));
}

function rateOf({ started, ended, counts: { rowsRead } }: Run): number | null {
  if (started === null || rowsRead === 0) return null;
  const milliseconds = (ended === null ? Date.now() : Date.parse(ended)) - Date.parse(started);
  return milliseconds <= 0 ? null : Math.round((1000 * rowsRead) / milliseconds);
}
