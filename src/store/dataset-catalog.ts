import type { Dataset } from "./dataset.js";
import type { CollectionRecord } from "./disk/manifest.js";
import type { Visibility } from "./removals.js";

/** Datasets by name, for calls that only read. */
export interface DatasetCatalog {
  get(name: string): Dataset | undefined;

  /** Every dataset, the most recently changed first. */
  list(): readonly Dataset[];

  /** Every dataset that is a series, in the same order. Pages ask for them again and again, whatever else there is. */
  listSeries(): readonly Dataset[];

  /** Named unions of datasets; absent: none. */
  readonly collections?: readonly CollectionRecord[];

  /** Return a dataset as a collection sees it; `undefined` if that is as it is. Absent where no collection differs. */
  viewIn?(collection: string, dataset: string): Dataset | undefined;

  /** Time of the last removal of a dataset that a reader could read. Lists of datasets are at least as new. */
  lastRemoval(couldRead: (was: Visibility) => boolean): Date;
}
