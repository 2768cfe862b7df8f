import type { TitledDataset } from "../../calls/reading/describe/describe-dataset.js";

/** Levels of the data of a page at which titles of datasets are. */
const LEVELS = 4;

/** List the titles of datasets, with their languages, in the data of a page. */
export function listTitled(data: unknown, levels = LEVELS): readonly TitledDataset[] {
  if (typeof data !== "object" || data === null) return [];
  if ("label" in data && "languages" in data && Array.isArray(data.languages)) return [data as TitledDataset];
  // A version opens its model and its table when they are looked at.
  const isPlain = Array.isArray(data) || (Object.getPrototypeOf(data) === Object.prototype && !("engine" in data));
  return levels === 0 || !isPlain ? [] : Object.values(data).flatMap((each) => listTitled(each, levels - 1));
}
