import type { DatasetCatalog } from "../../../store/dataset-catalog.js";
import type { Dataset } from "../../../store/dataset.js";
import { withoutVersion } from "../../../store/version-name.js";

/**
 * Return a function that returns true while this version of a dataset is current and public. Cached responses keep the
 * function after the version is gone, so it does not reference the version's data.
 */
export function stillCurrent(catalog: Pick<DatasetCatalog, "get" | "viewIn">, dataset: Dataset): () => boolean {
  const { version, isFixed, viewOf } = dataset;
  const { name } = dataset.model.dataset;
  const current = withoutVersion(name);
  // A page of a version says whether there is a newer one.
  const latest = isFixed ? catalog.get(current)?.number : undefined;
  return () => {
    const now = viewOf ? catalog.viewIn?.(viewOf.collection, name) : catalog.get(name);
    const isLatest = !isFixed || catalog.get(current)?.number === latest;
    return now !== undefined && now.version === version && !now.private && isLatest;
  };
}
