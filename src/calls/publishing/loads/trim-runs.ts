import { isOver, type Run } from "./run.js";

/** Maximum number of stored runs, of one dataset and of all. */
const MAX_OF_DATASET = 50;
const MAX_OF_ALL = 2000;
/** Maximum number of stored errors, for the runs of one dataset and for all runs. */
const MAX_ERRORS_OF_DATASET = 2000;
const MAX_ERRORS_OF_ALL = 20_000;
/** Number of errors that a run keeps beyond these limits. */
const MIN_ERRORS = 10;

/**
 * Limit the stored runs: keep the latest of each dataset, with the errors of the latest ones. The limits matter because
 * every write of the manifest contains all runs.
 * @param runs runs in the order in which they started
 */
export function trimRuns(runs: readonly Run[]): readonly Run[] {
  const stored: Run[] = [];
  const counts = new Map<string, { runs: number; errors: number }>();
  let errors = 0;
  for (const run of runs.toReversed()) {
    const own = counts.get(run.dataset) ?? { runs: 0, errors: 0 };
    counts.set(run.dataset, own);
    if (isOver(run) && (own.runs >= MAX_OF_DATASET || stored.length >= MAX_OF_ALL)) continue;
    const fits =
      own.errors + run.errors.length <= MAX_ERRORS_OF_DATASET && errors + run.errors.length <= MAX_ERRORS_OF_ALL;
    const trimmed = fits ? run : shorten(run);
    stored.push(trimmed);
    own.runs++;
    own.errors += trimmed.errors.length;
    errors += trimmed.errors.length;
  }
  return stored.toReversed();
}

/** Return a run with few errors; their groups only say how many there are of each. */
function shorten({ groups, ...run }: Run): Run {
  const few = groups?.slice(0, MIN_ERRORS).map(({ count, first }) => ({ count, first: first.slice(0, 1) }));
  return { ...run, errors: run.errors.slice(0, MIN_ERRORS), ...(few ? { groups: few } : {}) };
}
