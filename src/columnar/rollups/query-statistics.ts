import { type GroupingSet, groupingKey } from "./grouping-set.js";

/** A shape that queries have. */
export interface QueryCount {
  readonly grouping: GroupingSet;
  /** How many did, since it is remembered. */
  readonly asks: number;
  /** Entries that one has to look at where there is no cuboid. */
  readonly entries: number;
}

/** Shapes that are remembered: a dashboard has a dozen, and whoever tries all is not to fill the memory. */
const MOST_SHAPES = 64;

/** What was asked of a table, as long as it is. */
export class QueryStatistics {
  /** By spelling, that which was asked last at the end. */
  readonly #asked = new Map<string, QueryCount>();

  /**
   * Remember a query.
   * @param entries that it has looked at; `null` where it has read a cuboid instead of all
   * @returns how many there were of its shape
   */
  note(grouping: GroupingSet, entries: number | null, allEntries: number): number {
    const spelling = groupingKey(grouping);
    const before = this.#asked.get(spelling);
    const asks = (before?.asks ?? 0) + 1;
    this.#put(spelling, { grouping, asks, entries: entries ?? before?.entries ?? allEntries });
    return asks;
  }

  /** Go on with what was asked elsewhere. */
  resume(requested: readonly QueryCount[]): void {
    for (const { grouping, asks, entries } of requested) {
      const spelling = groupingKey(grouping);
      this.#put(spelling, { grouping, asks: asks + (this.#asked.get(spelling)?.asks ?? 0), entries });
    }
  }

  /** Those that were asked most first. */
  list(): readonly QueryCount[] {
    return [...this.#asked.values()].toSorted((a, b) => b.asks - a.asks);
  }

  /** As that which was asked last. */
  #put(spelling: string, requested: QueryCount): void {
    this.#asked.delete(spelling);
    if (this.#asked.size >= MOST_SHAPES) this.#forgetOne();
    this.#asked.set(spelling, requested);
  }

  /** Of those that were asked least, that which was asked longest ago. */
  #forgetOne(): void {
    let least = Number.POSITIVE_INFINITY;
    let forgotten = "";
    for (const [spelling, { asks }] of this.#asked) {
      if (asks >= least) continue;
      least = asks;
      forgotten = spelling;
    }
    this.#asked.delete(forgotten);
  }
}
