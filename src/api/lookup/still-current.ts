import type { DatasetCatalog } from "../../store/dataset-catalog.js";
import type { Dataset } from "../../store/dataset.js";

/**
 * Return a function that returns true while this version of a dataset is current and public. Cached responses keep the
 * function after the version is gone, so it does not reference the version's data.
 */
export function stillCurrent(catalog: Pick<DatasetCatalog, "get">, dataset: Dataset): () => boolean {
  const { version } = dataset;
  const { name } = dataset.model.dataset;
  return () => {
    const now = catalog.get(name);
    return now !== undefined && now.version === version && !now.private;
  };
}
