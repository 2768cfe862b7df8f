import { ID_BYTES } from "../base/id-index.js";
import { type IdReader, openIds } from "../table/read-ids.js";
import { orderRowsById, viewRowsById } from "../table/rows-by-id.js";
import type { ColumnarTable } from "../table/table.js";

/** Ids that are read at once. */
const BATCH = 8192;

/** Reads the rows of a table in the order of their ids. */
export class IdCursor {
  readonly #order: Uint32Array;
  readonly #reader: IdReader;
  #ids: Buffer = Buffer.alloc(0);
  /** Position of the first id of the batch. */
  #first = 0;
  #at = 0;

  /** Cost: for tables of older formats, which have no order, sorting all ids. */
  constructor(table: ColumnarTable) {
    this.#reader = openIds(table, table.rows);
    this.#order = viewRowsById(table) ?? sortRows(this.#reader, table.rows);
    this.#read();
  }

  /** True at the end; then there is neither a row nor an id. */
  get isAtEnd(): boolean {
    return this.#at === this.#order.length;
  }

  get row(): number {
    return this.#order[this.#at]!;
  }

  next(): void {
    this.#at++;
    if ((this.#at - this.#first) * ID_BYTES === this.#ids.length && !this.isAtEnd) this.#read();
  }

  /** Compare the id with that of another cursor. @returns below 0, 0 or above 0 */
  compare(other: IdCursor): number {
    const [a, b] = [this.#ids, other.#ids];
    const from = (this.#at - this.#first) * ID_BYTES;
    const to = (other.#at - other.#first) * ID_BYTES;
    for (let byte = 0; byte < ID_BYTES; byte++) {
      const difference = a[from + byte]! - b[to + byte]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #read(): void {
    this.#first = this.#at;
    this.#ids = this.#reader.read(this.#order.subarray(this.#at, this.#at + BATCH));
  }
}

function sortRows(reader: IdReader, rows: number): Uint32Array {
  const order = new Uint32Array(rows);
  orderRowsById(reader, order);
  return order;
}
