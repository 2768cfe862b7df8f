import { LRUCache } from "lru-cache";
import type { AmountStatistics } from "../../engine/search.js";
import type { AttributeField } from "../../query/condition/field.js";
import type { MeasureColumn } from "../table/table.js";
import type { CountedRanks } from "./top-counts.js";

/** Most values that are kept of a field. */
const MOST = 2 ** 12;
/** Fewest: who sees the first ones may ask for some more. */
const LEAST = 2 ** 6;
/** Fields that are kept, 12 bytes a value: less than a megabyte for a table at most. */
const FIELDS = 16;

/** What was asked about all rows of a table, of which nothing ever changes. */
export class UnfilteredCache {
  readonly #counts = new LRUCache<string, CountedRanks & { readonly requested: number }>({ max: FIELDS });
  readonly #statistics = new Map<MeasureColumn, AmountStatistics>();

  get bytes(): number {
    return [...this.#counts.values()].reduce((sum, { ranks, counts }) => sum + ranks.byteLength + counts.byteLength, 0);
  }

  /**
   * Values `first` … `first + limit` - 1 of a field among all rows, the largest count first.
   * @param count some of them, from a place on
   */
  page(
    { dimension, attribute }: AttributeField,
    first: number,
    limit: number,
    count: (first: number, limit: number) => CountedRanks,
  ): CountedRanks {
    const end = first + limit;
    if (end > MOST) return count(first, limit);
    const key = `${dimension.index} ${attribute.index}`;
    let kept = this.#counts.get(key);
    if (!kept || kept.requested < end) {
      const requested = Math.max(LEAST, 2 ** Math.ceil(Math.log2(end)));
      // Not as views: what they are views of may be larger.
      const { ranks, counts } = count(0, requested);
      kept = { requested, ranks: ranks.slice(), counts: counts.slice() };
      this.#counts.set(key, kept);
    }
    return { ranks: kept.ranks.subarray(first, end), counts: kept.counts.subarray(first, end) };
  }

  /** @param describe the statistics of a measure over all rows */
  statistics(column: MeasureColumn, describe: () => AmountStatistics): AmountStatistics {
    let kept = this.#statistics.get(column);
    if (!kept) this.#statistics.set(column, (kept = describe()));
    return kept;
  }
}
