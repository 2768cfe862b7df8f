import { LRUCache } from "lru-cache";
import type { HitCriterion } from "../../query/search/query.js";
import { rowsFrom } from "../table/row-bitmaps.js";
import type { ColumnarTable } from "../table/table.js";
import { planSortPasses } from "./sort-keys.js";
import { radixSort } from "./radix-sort.js";

/** Most rows that are kept of an order. */
const MOST = 2 ** 16;
/** Fewest: who sees the first page turns some. */
const LEAST = 2 ** 10;
/** Orders that are kept, 4 bytes a row: a megabyte for a table at most. */
const ORDERS = 4;

/** The first of all rows in the orders that were last asked for: who turns pages asks for the same one again and again. */
export class SortedRowsCache {
  readonly #table: ColumnarTable;
  readonly #kept = new LRUCache<string, Uint32Array>({ max: ORDERS });

  constructor(table: ColumnarTable) {
    this.#table = table;
  }

  get bytes(): number {
    return [...this.#kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Rows `first` … `end` - 1 of all in an order that needs no scores; `null` where so many are not kept. */
  page(order: readonly HitCriterion[], first: number, end: number): Uint32Array | null {
    const { rows } = this.#table;
    const last = Math.min(end, rows);
    if (last > MOST) return null;
    const key = JSON.stringify(order.map(spell));
    let kept = this.#kept.get(key);
    if (!kept || kept.length < last) {
      kept = this.#order(order, Math.min(rows, roundUp(last)));
      this.#kept.set(key, kept);
    }
    return kept.subarray(Math.min(first, last), last);
  }

  #order(order: readonly HitCriterion[], count: number): Uint32Array {
    const { rows } = this.#table;
    const steps = planSortPasses(this.#table, order, rowsFrom(0, rows), null);
    return radixSort(rows, steps, 0, count).slice();
  }
}

/** To a power of two, so that each page after the last one asked for does not order anew. */
function roundUp(count: number): number {
  return Math.max(LEAST, 2 ** Math.ceil(Math.log2(count)));
}

function spell(criterion: HitCriterion): readonly (string | number | boolean)[] {
  const { by, descending } = criterion;
  if (by === "measure") return [by, descending, criterion.measure.index];
  if (by === "value") return [by, descending, criterion.dimension.index, criterion.attribute.index];
  return [by, descending];
}
