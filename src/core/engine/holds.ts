/** Reference count of a version: its memory is freed once it is disposed of and every hold is released. */
export class Holds {
  readonly #free: () => void;
  #count = 1;

  /** @param free frees the version's memory */
  constructor(free: () => void) {
    this.#free = free;
  }

  /**
   * Hold the version.
   * @returns releases the hold; further calls have no effect
   * @throws TypeError if the version is already freed
   */
  add(): () => void {
    if (this.#count === 0) throw new TypeError("The version is already freed");
    this.#count++;
    return this.#release();
  }

  /** Release the hold of the creator, with which the count begins. Further calls have no effect. */
  readonly dispose = this.#release();

  #release(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      if (--this.#count === 0) this.#free();
    };
  }
}
