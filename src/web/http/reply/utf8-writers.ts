import { Utf8Writer } from "./utf8-writer.js";

/** Maximum of idle writers. More than one is needed only while several texts wait for their cells. */
const MAX_IDLE = 4;

/**
 * A pool of UTF-8 writers. A text has a writer of its own until it ends: others are written while it waits for cells.
 */
export class Utf8Writers {
  readonly #full: number;
  readonly #idle: Utf8Writer[] = [];

  /** @param full bytes from which on a writer is full */
  constructor(full: number) {
    this.#full = full;
  }

  take(): Utf8Writer {
    return this.#idle.pop() ?? new Utf8Writer(this.#full);
  }

  /** Take a writer back and discard text that was not taken from it. */
  release(writer: Utf8Writer): void {
    writer.clear();
    if (this.#idle.length < MAX_IDLE) this.#idle.push(writer);
  }
}
