import type { Both } from "../../../core/model/shared-fields.js";
import { binarySearch } from "../base/binary-search.js";
import { GrowingRows } from "../base/growing-rows.js";
import type { RowSet } from "./row-set.js";

/** Pairs of rows of two tables. */
export class RowPairs {
  /** The row before, the row after, the next row before, … */
  readonly #rows = new GrowingRows();

  get length(): number {
    return this.#rows.length / 2;
  }

  push(before: number, after: number): void {
    this.#rows.push(before);
    this.#rows.push(after);
  }

  /** List the pairs in the order of the later ids. @param marked empty; @param inOrder lists the rows of a set by their ids */
  take(marked: RowSet, inOrder: (marked: RowSet) => Uint32Array): Both<Uint32Array> {
    const rows = this.#rows.take();
    // As one number, a pair is ordered by its later row.
    new BigUint64Array(rows.buffer, rows.byteOffset, this.length).sort();
    for (let at = 0; at < this.length; at++) marked.add(rows[2 * at + 1]!);
    const after = inOrder(marked);
    const before = after.map((row) => rows[2 * binarySearch(this.length, (at) => rows[2 * at + 1]! >= row)]!);
    return { before, after };
  }
}
