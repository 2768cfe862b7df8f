import { LRUCache } from "lru-cache";
import type { AmountStatistics } from "../../../core/engine/search.js";
import type { AttributeField } from "../../../core/query/condition/field.js";
import type { MeasureColumn } from "../table/table.js";
import type { CountedRanks } from "./top-counts.js";

/** Maximum values cached for a field. */
const MAX_VALUES = 2 ** 12;
/** Minimum values cached for a field: a request for the first ones is often followed by one for more. */
const MIN_VALUES = 2 ** 6;
/** Fields that are cached, at 12 bytes for each value: at most 1 MB for a table. */
const FIELDS = 16;

/** Cache of results over all rows of a table, which never change. */
export class UnfilteredCache {
  // Both are absent until the first request: thousands of tables may never get one.
  #counts: LRUCache<string, CountedRanks & { readonly requested: number }> | undefined;
  #statistics: Map<MeasureColumn, AmountStatistics> | undefined;

  get bytes(): number {
    const cached = [...(this.#counts?.values() ?? [])];
    return cached.reduce((sum, { ranks, counts }) => sum + ranks.byteLength + counts.byteLength, 0);
  }

  /**
   * Return the values `first` … `first + limit` - 1 of a field among all rows, the largest count first.
   * @param count counts the values of a page
   */
  page(
    { dimension, attribute }: AttributeField,
    first: number,
    limit: number,
    count: (first: number, limit: number) => CountedRanks,
  ): CountedRanks {
    const end = first + limit;
    if (end > MAX_VALUES) return count(first, limit);
    const key = `${dimension.index} ${attribute.index}`;
    const known = (this.#counts ??= new LRUCache({ max: FIELDS }));
    let cached = known.get(key);
    if (!cached || cached.requested < end) {
      const requested = Math.max(MIN_VALUES, 2 ** Math.ceil(Math.log2(end)));
      // Copies, not views: a view would hold a larger array in memory.
      const { ranks, counts } = count(0, requested);
      cached = { requested, ranks: ranks.slice(), counts: counts.slice() };
      known.set(key, cached);
    }
    return { ranks: cached.ranks.subarray(first, end), counts: cached.counts.subarray(first, end) };
  }

  /** Return the statistics of a measure over all rows. @param describe computes them */
  statistics(column: MeasureColumn, describe: () => AmountStatistics): AmountStatistics {
    const known = (this.#statistics ??= new Map());
    let cached = known.get(column);
    if (!cached) known.set(column, (cached = describe()));
    return cached;
  }
}
