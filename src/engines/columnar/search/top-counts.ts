import { type SortPass, radixSort } from "./radix-sort.js";

/** Ranks of values, and the count of each. */
export interface CountedRanks {
  readonly ranks: Uint32Array;
  readonly counts: Float64Array;
}

/**
 * Return one page of the ranks with a count above 0: the largest count first, then the least rank.
 * @param counts count of each rank
 * @param check called at intervals; throws to abort
 */
export function topCounts(counts: Uint32Array, first: number, limit: number, check: () => void): CountedRanks {
  const present = new Uint32Array(counts.length);
  let size = 0;
  for (let rank = 0; rank < counts.length; rank++) if (counts[rank]! > 0) present[size++] = rank;
  const byCount: SortPass = (hits, keys) => {
    for (let at = 0; at < hits.length; at++) keys[at] = ~counts[present[hits[at]!]!]!;
  };
  const byRank: SortPass = (hits, keys) => keys.set(hits);
  const ranks = radixSort(size, [byCount, byRank], first, limit, check).map((hit) => present[hit]!);
  return { ranks, counts: Float64Array.from(ranks, (rank) => counts[rank]!) };
}
