import type { Value } from "../../../core/model/values/value.js";

/** Maximum number of cached tuples. */
const MAX_TUPLES = 2 ** 16;

/**
 * Cache of the codes of recent tuples, by object identity. Ingestion gives equal tuples the same object, and this lookup
 * takes a tenth of the time of comparing values. The cache changes no result.
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
    if (this.#codes.size === MAX_TUPLES) {
      // Caching is useless if tuples hardly repeat, as with transaction numbers.
      this.#isUseless = this.#hits * 4 < MAX_TUPLES;
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
