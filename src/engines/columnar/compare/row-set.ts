/** Set of row numbers: one bit for each. */
export class RowSet {
  readonly #words: Uint32Array;
  #size = 0;

  /** @param rows number of rows, of which none is in the set */
  constructor(rows: number) {
    this.#words = new Uint32Array(Math.ceil(rows / 32));
  }

  get size(): number {
    return this.#size;
  }

  /** Add a row that is not in the set. */
  add(row: number): void {
    this.#words[row >>> 5]! |= 1 << (row & 31);
    this.#size++;
  }

  has(row: number): boolean {
    return ((this.#words[row >>> 5]! >>> (row & 31)) & 1) === 1;
  }
}
