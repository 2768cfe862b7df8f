import type { Dataset } from "../../../store/dataset.js";
import { LISTED_FILES } from "./bulk-files.js";
import { type FactsStore, measureFile } from "./file-facts.js";

/** Maximum number of entries of a version whose files are measured before its load ends: it takes a moment. */
const MAX_SMALL = 10_000;

/** Measure the files of a small version; those of others are measured after its load. */
export async function measureSmall(store: FactsStore, dataset: Dataset): Promise<void> {
  if (!isSmall(dataset)) return;
  // The version is there, whatever fails here.
  for (const extension of LISTED_FILES) await measureFile(store, dataset, extension).catch(() => {});
}

/** True if the files of a version are measured while it is loaded. */
export function isSmall({ engine }: Dataset): boolean {
  return engine.numEntries <= MAX_SMALL;
}
