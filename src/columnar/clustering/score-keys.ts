import type { CutCount } from "../select/cut-statistics.js";
import type { Model } from "../../model/cube.js";
import type { ClusterKey } from "./cluster-rows.js";

/** Of fewer cuts nothing is concluded: they may be by chance what they are. */
const ENOUGH_CUTS = 2 ** 8;
/** A dimension is cut often that has so many times the cuts that it would have if all were cut alike … */
const TIMES_EVEN = 2;
/** … but no less than this share of all cuts, however many dimensions there are, and no more is asked of few. */
const LEAST_SHARE = 1 / 8;
const MOST_SHARE = 3 / 4;
/** Cuts that leave more of the entries gain too little. */
const MOST_LEFT = 1 / 2;

/**
 * What it is worth to have entries together by the dimensions that are clearly cut more often than others: the cuts,
 * times the share of entries that each of them need not look at then.
 * @param candidates the dimensions that entries may be put together by
 * @param asked of dimensions by whatever name; those that are no candidates count for nothing
 * @returns by position in the model; empty where too little was asked, or all was asked alike
 */
export function scoreKeys(
  { dimensions }: Model,
  candidates: readonly ClusterKey[],
  cutCounts: readonly CutCount[],
): ReadonlyMap<number, number> {
  const counts = new Map(cutCounts.map((each) => [each.dimension, each]));
  const known = candidates.flatMap(({ dimension }) => {
    const count = counts.get(dimensions[dimension]!.name);
    return count ? [{ dimension, count }] : [];
  });
  const all = known.reduce((sum, { count }) => sum + count.cuts, 0);
  if (all < ENOUGH_CUTS) return new Map();
  const share = Math.min(MOST_SHARE, Math.max(LEAST_SHARE, TIMES_EVEN / candidates.length));
  const weighed = known.flatMap(({ dimension, count: { cuts, passed } }) => {
    const left = passed / cuts;
    return cuts >= share * all && left <= MOST_LEFT ? [[dimension, cuts * (1 - left)] as const] : [];
  });
  return new Map(weighed);
}
