/** How much may still be kept, by all who keep something. */
export class Budget {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  /** Whether there was room for one more, which is taken then. */
  take(): boolean {
    if (this.#left <= 0) return false;
    this.#left--;
    return true;
  }
}
