import { errorText } from "../errors/error-text.js";
import { OverCapacity } from "../errors/errors.js";

/** Limit of the computing time of work in parts, such as the chunks of a body: time between the parts does not count. */
export class ComputingTime {
  readonly #milliseconds: number;
  readonly #now: () => number;
  #used = 0;
  #begun = 0;

  /** @param now returns the time in milliseconds */
  constructor(milliseconds: number, now = (): number => performance.now()) {
    this.#milliseconds = milliseconds;
    this.#now = now;
  }

  /** Run one part. @throws OverCapacity if `check` is called after the time is used up */
  run<T>(part: () => T): T {
    this.#begun = this.#now();
    try {
      return part();
    } finally {
      this.#used += this.#now() - this.#begun;
    }
  }

  /** Check that time is left, within a part. @throws OverCapacity if not */
  readonly check = (): void => {
    if (this.#used + this.#now() - this.#begun <= this.#milliseconds) return;
    throw new OverCapacity(errorText("highlighting_too_long"));
  };
}
