/** Growing list of row numbers. */
export class GrowingRows {
  #rows = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(row: number): void {
    if (this.#length === this.#rows.length) {
      const longer = new Uint32Array(2 * this.#length);
      longer.set(this.#rows);
      this.#rows = longer;
    }
    this.#rows[this.#length++] = row;
  }

  /** Return all rows; none may be added after that. */
  take(): Uint32Array {
    return this.#rows.subarray(0, this.#length);
  }
}
