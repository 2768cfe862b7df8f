import type { GroupPage, GroupQuery } from "../query/query.js";

/** Return the page for no entries: no groups, or one group of zeros without keys. */
export function emptyPage({ keys, measures, first, limit }: GroupQuery): GroupPage {
  const numGroups = keys.length === 0 ? 1 : 0;
  const length = first === 0 ? Math.min(limit, numGroups) : 0;
  return {
    totals: measures.map(() => 0n),
    numEntries: 0,
    numGroups,
    length,
    keys: keys.map(() => new Uint32Array(0)),
    sums: measures.map(() => new BigInt64Array(length)),
    counts: new Float64Array(length),
  };
}
