import type { Catalog } from "../../store/catalog.js";
import type { Dataset } from "../../store/dataset.js";

/**
 * Tells whether a dataset is still the version that it was, for everybody to read. What tells it is kept beside ready
 * answers when the version is gone, so it holds on to nothing of it.
 */
export function stillCurrent(catalog: Catalog, dataset: Dataset): () => boolean {
  const { version } = dataset;
  const { name } = dataset.model.dataset;
  return () => {
    const now = catalog.get(name);
    return now !== undefined && now.version === version && !now.private;
  };
}
