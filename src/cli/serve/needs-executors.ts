import type { Dataset } from "../../store/dataset.js";

/** Entries of all datasets from which on the first query would be held up by the start of threads. */
const MANY_ENTRIES = 100_000;
/** Datasets from which on it would, because each is shown to each thread. */
const MANY_DATASETS = 500;

/** True for datasets for which threads for queries are started at once. With less data they may never be needed. */
export function needsExecutors(datasets: readonly Pick<Dataset, "engine">[]): boolean {
  const entries = datasets.reduce((sum, { engine }) => sum + engine.numEntries, 0);
  return entries >= MANY_ENTRIES || datasets.length >= MANY_DATASETS;
}
