/** Counts the holders of a version, and frees it after the last one, the builder's own hold included. */
export class Holds {
  readonly #free: () => void;
  #count = 1;

  /** @param free releases all resources of the version */
  constructor(free: () => void) {
    this.#free = free;
  }

  /** Hold the version. @returns a function that ends the hold; further calls do nothing */
  add(): () => void {
    if (this.#count === 0) throw new TypeError("The version is gone");
    this.#count++;
    return this.#release();
  }

  /** End the hold that the version begins with. */
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
