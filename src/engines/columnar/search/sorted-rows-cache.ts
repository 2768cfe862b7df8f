import { LRUCache } from "lru-cache";
import type { HitCriterion } from "../../../core/query/search/query.js";
import { rowsFrom } from "../table/row-bitmaps.js";
import { firstRowsById, viewRowsById } from "../table/rows-by-id.js";
import type { ColumnarTable } from "../table/table.js";
import { planSortPasses } from "./sort-keys.js";
import { radixSort } from "./radix-sort.js";

/** Maximum rows cached for an order. */
const MAX_ROWS = 2 ** 16;
/** Minimum rows cached for an order: readers of the first page often turn to the next ones. */
const MIN_ROWS = 2 ** 10;
/** Orders that are cached, at 4 bytes for each row: at most 1 MB for a table. */
const ORDERS = 4;

/** Cache of the first rows of a whole table in the orders requested last: paging requests the same order repeatedly. */
export class SortedRowsCache {
  readonly #table: ColumnarTable;
  /** Absent until the first request: thousands of tables may never get one. */
  #orders: LRUCache<string, Uint32Array> | undefined;

  constructor(table: ColumnarTable) {
    this.#table = table;
  }

  get bytes(): number {
    return [...(this.#orders?.values() ?? [])].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Return the rows `first` … `end` - 1 of the whole table in an order without scores; `null` if too many to cache. */
  page(order: readonly HitCriterion[], first: number, end: number, check: () => void = () => {}): Uint32Array | null {
    const { rows } = this.#table;
    const last = Math.min(end, rows);
    if (last > MAX_ROWS) return null;
    const key = JSON.stringify(order.map(describeCriterion));
    const orders = (this.#orders ??= new LRUCache({ max: ORDERS }));
    let sorted = orders.get(key);
    if (!sorted || sorted.length < last) {
      sorted = this.#sort(order, Math.min(rows, roundUp(last)), check);
      orders.set(key, sorted);
    }
    return sorted.subarray(Math.min(first, last), last);
  }

  #sort(order: readonly HitCriterion[], count: number, check: () => void): Uint32Array {
    const { rows } = this.#table;
    const byId = order[0]?.by === "id" ? viewRowsById(this.#table) : null;
    if (byId) return firstRowsById(byId, order[0]!.descending, count, () => true, check);
    const passes = planSortPasses(this.#table, order, rowsFrom(0, rows), null, check);
    return radixSort(rows, passes, 0, count, check).slice();
  }
}

/** Round up to a power of two, so that not every further page sorts again. */
function roundUp(count: number): number {
  return Math.max(MIN_ROWS, 2 ** Math.ceil(Math.log2(count)));
}

/** Return a key's part for one criterion. */
function describeCriterion(criterion: HitCriterion): readonly (string | number | boolean)[] {
  const { by, descending } = criterion;
  if (by === "measure") return [by, descending, criterion.measure.index];
  if (by === "value") return [by, descending, criterion.dimension.index, criterion.attribute.index];
  return [by, descending];
}
