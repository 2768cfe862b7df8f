/** A shared limit on the number of stored values. */
export class Budget {
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** Reserve one value; return false if none is left. */
  take(): boolean {
    if (this.#left <= 0) return false;
    this.#left--;
    return true;
  }
}
