import type { Value } from "../../model/values/value.js";

/** Tuples that are known at a time. */
const MOST = 2 ** 16;

/**
 * The codes of the tuples seen lately, by the object: ingestion gives equal rows one object, and finding it takes a
 * tenth of the time of looking at what is in it. Nothing but time depends on what is known.
 */
export class TupleIndex {
  readonly #codes = new Map<readonly Value[], number>();
  #hits = 0;
  #isUseless = false;

  get(tuple: readonly Value[]): number | undefined {
    if (this.#isUseless) return undefined;
    const code = this.#codes.get(tuple);
    if (code !== undefined) this.#hits++;
    return code;
  }

  set(tuple: readonly Value[], code: number): void {
    if (this.#isUseless) return;
    if (this.#codes.size === MOST) {
      // Numbers of transactions never come back.
      this.#isUseless = this.#hits * 4 < MOST;
      this.clear();
      if (this.#isUseless) return;
    }
    this.#codes.set(tuple, code);
  }

  clear(): void {
    this.#codes.clear();
    this.#hits = 0;
  }
}
