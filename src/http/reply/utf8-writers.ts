import { Utf8Writer } from "./utf8-writer.js";

/** Idle writers to keep; more than one is needed only while several texts wait for their cells. */
const MAX_IDLE = 4;

/** Writers of text as UTF-8. A text has its own until it ends, because others are written while it waits for cells. */
export class Utf8Writers {
  readonly #full: number;
  readonly #idle: Utf8Writer[] = [];

  /** @param full bytes from which a writer is full */
  constructor(full: number) {
    this.#full = full;
  }

  take(): Utf8Writer {
    return this.#idle.pop() ?? new Utf8Writer(this.#full);
  }

  /** Take a writer back; whatever was not taken from it is forgotten. */
  release(writer: Utf8Writer): void {
    writer.clear();
    if (this.#idle.length < MAX_IDLE) this.#idle.push(writer);
  }
}
