/** Counts who holds a version: what it takes is given back when it was disposed of and nobody holds it any more. */
export class Holds {
  readonly #free: () => void;
  #count = 1;

  /** @param free gives back what the version takes */
  constructor(free: () => void) {
    this.#free = free;
  }

  /** @returns to be called when it is held no longer; may be called again */
  add(): () => void {
    if (this.#count === 0) throw new TypeError("The version is gone");
    this.#count++;
    return this.#release();
  }

  /** What whoever has made the version holds. */
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
