import type { ChangedRows } from "../../../core/engine/changed-rows.js";
import type { Both, SharedFields } from "../../../core/model/shared-fields.js";
import type { Pace } from "../../../core/engine/pace.js";
import { GrowingRows } from "../base/growing-rows.js";
import { findRow } from "../table/find-row.js";
import { readIdTexts } from "../table/read-ids.js";
import { viewRowsById } from "../table/rows-by-id.js";
import type { ColumnarTable } from "../table/table.js";
import { type IsSame, openFields, openKeys } from "./differ.js";
import { IdCursor } from "./id-cursor.js";
import { RowSet } from "./row-set.js";
import { binarySearch } from "../base/binary-search.js";

/** Rows between two steps, which take less than half a millisecond. */
const BATCH = 1024;
/** Minimum number of rows for each id that is looked up. */
const ROWS_PER_LOOKUP = 64;

/**
 * Join the rows of two tables by their ids, and compare the shared fields of those that both have. Mostly, entries have
 * the same order in both: those are paired by their keys, all others by their ids.
 * Cost: keys and fields of all rows once, ids of the rows that are in another order; memory: some bits for each row, and
 * up to 12 bytes for each that differs.
 * @param most ends once as many rows differ
 */
export async function compareTables(
  tables: Both<ColumnarTable>,
  shared: SharedFields,
  pace: Pace,
  most: number,
): Promise<ChangedRows> {
  const comparison = new Comparison(tables, shared, pace, most);
  await comparison.pairByKey();
  return comparison.pairById();
}

class Comparison {
  readonly #tables: Both<ColumnarTable>;
  readonly #isSame: IsSame;
  readonly #pace: Pace;
  readonly #most: number;
  /** Rows whose counterpart was found. */
  readonly #paired: Both<RowSet>;
  readonly #changed = new RowPairs();
  #visited = 0;

  constructor(tables: Both<ColumnarTable>, shared: SharedFields, pace: Pace, most: number) {
    this.#tables = tables;
    this.#isSame = openFields(tables, shared);
    this.#pace = pace;
    this.#most = most;
    this.#paired = { before: new RowSet(tables.before.rows), after: new RowSet(tables.after.rows) };
  }

  /** Pair rows that follow each other in both tables. Where the order differs, an id finds the row to go on with. */
  async pairByKey(): Promise<void> {
    const { before, after } = this.#tables;
    const isSameKey = openKeys(this.#tables);
    if (!isSameKey) return;
    let lookups = Math.ceil(after.rows / ROWS_PER_LOOKUP);
    let next = 0;
    for (let row = 0; row < after.rows && this.#changed.length < this.#most; row++) {
      if (next === before.rows || !isSameKey(next, row)) {
        if (lookups-- <= 0) break;
        const found = findRow(before, readIdTexts(after, [row])[0]!);
        if (found < 0) continue;
        next = found;
      }
      this.#pair(next++, row);
      if (++this.#visited % BATCH === 0) await this.#pace.step();
    }
  }

  /** Pair the other rows by their ids. */
  async pairById(): Promise<ChangedRows> {
    const tables = this.#tables;
    const before = new IdCursor(tables.before, listById(tables.before, this.#paired.before, false));
    const after = new IdCursor(tables.after, listById(tables.after, this.#paired.after, false));
    const [added, removed] = [new GrowingRows(), new GrowingRows()];
    const isEnough = (): boolean => added.length + removed.length + this.#changed.length >= this.#most;
    while (!(before.isAtEnd && after.isAtEnd) && !isEnough()) {
      const order = before.isAtEnd ? 1 : after.isAtEnd ? -1 : before.compare(after);
      if (order < 0) removed.push(before.row);
      else if (order > 0) added.push(after.row);
      else this.#pair(before.row, after.row);
      if (order <= 0) before.next();
      if (order >= 0) after.next();
      if (++this.#visited % BATCH === 0) await this.#pace.step();
    }
    const inOrder = (rows: RowSet): Uint32Array => listById(tables.after, rows, true);
    const changed = this.#changed.take(new RowSet(tables.after.rows), inOrder);
    return { added: added.take(), removed: removed.take(), changed };
  }

  #pair(before: number, after: number): void {
    this.#paired.before.add(before);
    this.#paired.after.add(after);
    if (!this.#isSame(before, after)) this.#changed.push(before, after);
  }
}

/** List the rows that are in a set, or those that are not, in the order of their ids. */
function listById(table: ColumnarTable, set: RowSet, has: boolean): Uint32Array {
  const rows = new Uint32Array(has ? set.size : table.rows - set.size);
  if (rows.length === 0) return rows;
  const order = viewRowsById(table);
  let length = 0;
  for (const row of order) if (set.has(row) === has) rows[length++] = row;
  return rows;
}

/** Pairs of rows of two tables. */
class RowPairs {
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
