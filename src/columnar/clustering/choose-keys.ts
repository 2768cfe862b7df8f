import type { Model } from "../../model/cube.js";
import { namedDimensions } from "../table/named-dimensions.js";
import type { ClusterKey } from "./cluster-rows.js";

/** From when on putting entries together pays. */
export interface WorthClustering {
  /** Tables of fewer entries are passed over in no time. */
  readonly rows: number;
  /** Entries of a cluster on average, at least: an eighth of a block, because most are far from even. */
  readonly clusterRows: number;
}

export const WORTH_CLUSTERING: WorthClustering = { rows: 2 ** 16, clusterRows: 2 ** 8 };
/** Finding the entry at a place looks into every cluster. */
const MOST_CLUSTERS = 2 ** 12;
/** More are not told apart in a block. */
const MOST_GROUPS = 2 ** 8;

/**
 * Choose the dimensions of the clustering key: time first, then those that the model's facets and views name, then the
 * others, those with fewer groups first, as long as clusters are large enough.
 * @param candidates one for each of some dimensions
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
  const possible = candidates.filter(({ groups }) => groups > 1 && groups <= MOST_GROUPS);
  const order = possible.toSorted((a, b) => rankOf(a) - rankOf(b) || a.groups - b.groups);
  const most = Math.min(rows / clusterRows, MOST_CLUSTERS);
  const chosen: ClusterKey[] = [];
  let clusters = 1;
  for (const key of order) {
    if (clusters * key.groups > most) continue;
    clusters *= key.groups;
    chosen.push(key);
  }
  return chosen;
}
