import type { DatasetDates } from "../../feeds.js";
import { readPrecisions } from "./date-precision.js";
import { readFiscalYear } from "./fiscal-years.js";
import type { PageScope } from "./page-scope.js";

/** Read how dates and years of a dataset are written. */
export async function readDates(scope: PageScope): Promise<DatasetDates> {
  const precisions = await readPrecisions(scope, scope.dataset.model.dimensions);
  return { precisions, fiscal: await readFiscalYear(scope) };
}
