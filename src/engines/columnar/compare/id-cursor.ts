import { ID_BYTES } from "../base/id-index.js";
import { type IdReader, openIds } from "../table/read-ids.js";
import type { ColumnarTable } from "../table/table.js";

/** Ids that are read at once. */
const BATCH = 8192;

/** Reads rows of a table that are in the order of their ids. */
export class IdCursor {
  readonly #rows: Uint32Array;
  readonly #reader: IdReader;
  #ids: Buffer = Buffer.alloc(0);
  /** Position of the first id of the batch. */
  #first = 0;
  #at = 0;

  constructor(table: ColumnarTable, rows: Uint32Array) {
    this.#reader = openIds(table, rows.length);
    this.#rows = rows;
    this.#read();
  }

  /** True at the end; then there is neither a row nor an id. */
  get isAtEnd(): boolean {
    return this.#at === this.#rows.length;
  }

  get row(): number {
    return this.#rows[this.#at]!;
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
    this.#ids = this.#reader.read(this.#rows.subarray(this.#at, this.#at + BATCH));
  }
}
