import { type GroupingSet, groupingKey } from "./grouping-set.js";

/** A grouping set and how often queries had it. */
export interface QueryCount {
  readonly grouping: GroupingSet;
  /** Number of queries since it is remembered. */
  readonly asks: number;
  /** Entries that such a query visits if there is no rollup. */
  readonly entries: number;
}

/** Maximum grouping sets remembered: a dashboard has a dozen, and a client that tries all must not fill the memory. */
const MAX_GROUPINGS = 64;

/** Counts of a table's queries by grouping set, kept in memory with the table. */
export class QueryStatistics {
  /** Counts by grouping key; the most recently requested comes last. */
  readonly #counts = new Map<string, QueryCount>();

  /**
   * Count a query.
   * @param entries entries that it has visited; `null` if it has read a rollup instead
   * @param allEntries number of the table's entries
   * @returns the number of queries with this grouping set so far
   */
  note(grouping: GroupingSet, entries: number | null, allEntries: number): number {
    const key = groupingKey(grouping);
    const before = this.#counts.get(key);
    const asks = (before?.asks ?? 0) + 1;
    this.#put(key, { grouping, asks, entries: entries ?? before?.entries ?? allEntries });
    return asks;
  }

  /** Add counts of the version before, or stored ones. */
  resume(requested: readonly QueryCount[]): void {
    for (const { grouping, asks, entries } of requested) {
      const key = groupingKey(grouping);
      this.#put(key, { grouping, asks: asks + (this.#counts.get(key)?.asks ?? 0), entries });
    }
  }

  /** List the grouping sets, the most requested first. */
  list(): readonly QueryCount[] {
    return [...this.#counts.values()].toSorted((a, b) => b.asks - a.asks);
  }

  /** Store a count as the most recently requested. */
  #put(key: string, count: QueryCount): void {
    this.#counts.delete(key);
    if (this.#counts.size >= MAX_GROUPINGS) this.#forgetOne();
    this.#counts.set(key, count);
  }

  /** Forget the least requested grouping set; among equals, the one requested longest ago. */
  #forgetOne(): void {
    let fewest = Number.POSITIVE_INFINITY;
    let forgotten = "";
    for (const [key, { asks }] of this.#counts) {
      if (asks >= fewest) continue;
      fewest = asks;
      forgotten = key;
    }
    this.#counts.delete(forgotten);
  }
}
