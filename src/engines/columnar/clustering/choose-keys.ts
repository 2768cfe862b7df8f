import type { Model } from "../../../core/model/cube.js";
import { namedDimensions } from "../table/named-dimensions.js";
import type { ClusterKey } from "./cluster-rows.js";

/** Thresholds from which clustering pays off. */
export interface WorthClustering {
  /** Minimum rows of a table: scanning fewer takes next to no time. */
  readonly rows: number;
  /** Minimum average rows per cluster: an eighth of a block, because cluster sizes vary widely. */
  readonly clusterRows: number;
}

export const WORTH_CLUSTERING: WorthClustering = { rows: 2 ** 16, clusterRows: 2 ** 8 };
/** Limits the cost of finding the entry at a place, which visits every cluster. */
const MAX_CLUSTERS = 2 ** 12;
/** Block statistics do not distinguish more groups. */
const MAX_GROUPS = 2 ** 8;

/**
 * Choose the dimensions of the clustering key: time first, then those that the model's facets and views name, then the
 * others, those with fewer groups first, as long as clusters are large enough.
 * @param candidates at most one per dimension
 */
export function chooseKeys(
  model: Model,
  rows: number,
  candidates: readonly ClusterKey[],
  { clusterRows }: Pick<WorthClustering, "clusterRows">,
): readonly ClusterKey[] {
  const named = namedDimensions(model);
  const rankOf = ({ dimension }: ClusterKey): number => {
    const { name } = model.dimensions[dimension]!;
    return name === "time" ? 0 : named.has(name) ? 1 : 2;
  };
  const possible = candidates.filter(({ groups }) => groups > 1 && groups <= MAX_GROUPS);
  const order = possible.toSorted((a, b) => rankOf(a) - rankOf(b) || a.groups - b.groups);
  const maxClusters = Math.min(rows / clusterRows, MAX_CLUSTERS);
  const chosen: ClusterKey[] = [];
  let clusters = 1;
  for (const key of order) {
    if (clusters * key.groups > maxClusters) continue;
    clusters *= key.groups;
    chosen.push(key);
  }
  return chosen;
}
