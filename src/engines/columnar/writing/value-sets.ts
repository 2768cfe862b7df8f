import type { Value } from "../../../core/model/values/value.js";

/** Maximum number of values noted for a dimension beyond the second of each member; bounds the memory. */
const MAX_VALUES = 100_000;

/** The different values of one attribute, for each member whose rows disagree. */
export class ValueSets {
  readonly #sets = new Map<number, Set<Value>>();
  /** Members of which not all values were noted. */
  readonly #cut = new Set<number>();
  #noted = 0;

  get codes(): Iterable<number> {
    return this.#sets.keys();
  }

  /** @param first the value of the member's first row */
  add(code: number, first: Value, value: Value): void {
    const set = this.#sets.get(code);
    if (!set) {
      this.#sets.set(code, new Set([first, value]));
    } else if (!set.has(value)) {
      if (this.#noted++ < MAX_VALUES) set.add(value);
      else this.#cut.add(code);
    }
  }

  /** Return the values of a member; none if its rows agree. */
  of(code: number): readonly Value[] {
    return [...(this.#sets.get(code) ?? [])];
  }

  isCut(code: number): boolean {
    return this.#cut.has(code);
  }
}
