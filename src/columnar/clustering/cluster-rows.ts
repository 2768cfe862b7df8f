/** What entries are put together by: the codes of a dimension, or groups of them. */
export interface ClusterKey {
  /** Position of the dimension in the model. */
  readonly dimension: number;
  /** For each code its group, below `groups`. */
  readonly groupOf: Uint32Array;
  readonly groups: number;
}

/** Places by row, where the clusters begin, and what of. */
export interface ClusteredRows {
  readonly keys: readonly ClusterKey[];
  readonly places: Uint32Array;
  readonly starts: readonly number[];
}

/**
 * Order places by some keys, the first is the most significant, and equal ones as they are. Every other value of a key
 * has those of the next one in descending order: values beside each other then stay beside each other, which makes runs
 * twice as long.
 * @param codeAt the code of a place in a dimension; the product of all keys' groups is at most 65,536
 * @returns `null` where they are in that order already
 * Cost: a pass over the codes of each key and one over all places.
 */
export function clusterRows(
  rows: number,
  keys: readonly ClusterKey[],
  codeAt: (dimension: number, place: number) => number,
): ClusteredRows | null {
  const clusters = new Uint16Array(rows);
  let count = 1;
  for (const { dimension, groupOf, groups } of keys) {
    for (let place = 0; place < rows; place++) {
      const before = clusters[place]!;
      const group = groupOf[codeAt(dimension, place)]!;
      clusters[place] = before * groups + (before % 2 === 0 ? group : groups - 1 - group);
    }
    count *= groups;
  }
  if (isAscending(clusters)) return null;
  const next = startsOf(clusters, count);
  const starts = [...new Set(next)].filter((start) => start < rows);
  const places = new Uint32Array(rows);
  for (let place = 0; place < rows; place++) places[next[clusters[place]!]!++] = place;
  return { keys, places, starts };
}

function isAscending(clusters: Uint16Array): boolean {
  for (let place = 1; place < clusters.length; place++) if (clusters[place]! < clusters[place - 1]!) return false;
  return true;
}

/** For each cluster its first row. */
function startsOf(clusters: Uint16Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let place = 0; place < clusters.length; place++) starts[clusters[place]! + 1]!++;
  for (let cluster = 1; cluster <= count; cluster++) starts[cluster]! += starts[cluster - 1]!;
  return starts.subarray(0, count);
}
