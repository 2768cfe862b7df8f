import { isOver, type Run } from "./run.js";

/** Most runs that are kept of one dataset, and of all. */
const OF_DATASET = 50;
const OF_ALL = 2000;
/** Most errors that are kept of the runs of one dataset, and of all. */
const ERRORS_OF_DATASET = 2000;
const ERRORS_OF_ALL = 20_000;
/** Errors that a run keeps where there are more. */
const LEAST_ERRORS = 10;

/**
 * What is kept of runs: the last of each dataset, and the errors of the last of those. Every write of the store holds
 * them.
 * @param runs in the order in which they were begun
 */
export function trimRuns(runs: readonly Run[]): readonly Run[] {
  const kept: Run[] = [];
  const counts = new Map<string, { runs: number; errors: number }>();
  let errors = 0;
  for (const run of runs.toReversed()) {
    const own = counts.get(run.dataset) ?? { runs: 0, errors: 0 };
    counts.set(run.dataset, own);
    if (isOver(run) && (own.runs >= OF_DATASET || kept.length >= OF_ALL)) continue;
    const fits = own.errors + run.errors.length <= ERRORS_OF_DATASET && errors + run.errors.length <= ERRORS_OF_ALL;
    const trimmed = fits ? run : { ...run, errors: run.errors.slice(0, LEAST_ERRORS) };
    kept.push(trimmed);
    own.runs++;
    own.errors += trimmed.errors.length;
    errors += trimmed.errors.length;
  }
  return kept.toReversed();
}
