/** Cost of answering a query, filled in meanwhile. */
export interface Effort {
  /** Names of the datasets that are asked. */
  readonly datasets: readonly string[];
  /** The query as it was understood, in one spelling. */
  readonly query: string;
  /** Entries of those datasets, and those of them that match, where they are counted. */
  readonly entries: number;
  matches: number | null;
  /** Milliseconds until its turn came, and of its turn; a page has several. */
  waited: number;
  computed: number;
}

export function beginEffort(datasets: readonly string[], query: string, entries: number): Effort {
  return { datasets, query, entries, matches: null, waited: 0, computed: 0 };
}
