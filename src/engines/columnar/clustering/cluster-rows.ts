/** Part of a clustering key: a dimension, with its codes in groups. */
export interface ClusterKey {
  /** Position of the dimension in the model. */
  readonly dimension: number;
  /** Group of each code, below `groups`. */
  readonly groupOf: Uint32Array;
  readonly groups: number;
}

/** Rows in clustered order. */
export interface ClusteredRows {
  readonly keys: readonly ClusterKey[];
  /** For each place in load order the row there. */
  readonly ranks: Uint32Array;
  /** First row of each non-empty cluster, ascending. */
  readonly starts: readonly number[];
}

/**
 * Sort places by keys, the most significant key first. The sort is stable. Within every second group of a key, the
 * groups of the next key are in descending order: groups then stay the same across cluster borders, which makes runs
 * twice as long.
 * @param keys the product of their `groups` is at most 65,536
 * @param codeAt code of a place in a dimension
 * @returns `null` if the places are in this order already
 * Cost: one pass over the codes of each key, and one over all places.
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
  const ranks = new Uint32Array(rows);
  for (let place = 0; place < rows; place++) ranks[place] = next[clusters[place]!]!++;
  return { keys, ranks, starts };
}

function isAscending(clusters: Uint16Array): boolean {
  for (let place = 1; place < clusters.length; place++) if (clusters[place]! < clusters[place - 1]!) return false;
  return true;
}

/** Return the first row of each cluster. */
function startsOf(clusters: Uint16Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (let place = 0; place < clusters.length; place++) starts[clusters[place]! + 1]!++;
  for (let cluster = 1; cluster <= count; cluster++) starts[cluster]! += starts[cluster - 1]!;
  return starts.subarray(0, count);
}
