/** Cost of answering a query, filled in meanwhile. */
export interface Effort {
  /** Names of the queried datasets. */
  readonly datasets: readonly string[];
  /** The parsed query in canonical form. */
  readonly query: string;
  /** Number of entries of those datasets. */
  readonly entries: number;
  /** Number of entries that match; `null` if they are not counted. */
  matches: number | null;
  /** Milliseconds in the queue; a page adds up those of its computations. */
  waited: number;
  /** Milliseconds of computing; a page adds up those of its computations. */
  computed: number;
}

export function beginEffort(datasets: readonly string[], query: string, entries: number): Effort {
  return { datasets, query, entries, matches: null, waited: 0, computed: 0 };
}
