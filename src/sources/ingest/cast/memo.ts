/** Number of cached keys after which the hit rate is first checked. */
const TRIAL = 4096;

/**
 * A cache of values by key. It turns itself off when hits are rare. Results never depend on it: a value that was
 * dropped is computed again.
 */
export class Memo<V> {
  readonly #limit: number;
  readonly #known = new Map<string, V>();
  #capacity: number;
  #hits = 0;
  #useless = false;

  /** @param limit maximum number of keys; when it is reached, all are dropped */
  constructor(limit: number) {
    this.#limit = limit;
    this.#capacity = Math.min(limit, TRIAL);
  }

  get(key: string): V | undefined {
    if (this.#useless) return undefined;
    const value = this.#known.get(key);
    if (value !== undefined) this.#hits++;
    return value;
  }

  set(key: string, value: V): void {
    if (this.#useless) return;
    if (this.#known.size >= this.#capacity) this.#growOrClear();
    this.#known.set(key, value);
  }

  /** Caching costs more than it saves for a column whose values hardly repeat, such as transaction numbers. */
  #growOrClear(): void {
    this.#useless = this.#hits * 4 < this.#capacity;
    this.#hits = 0;
    if (this.#useless || this.#capacity === this.#limit) this.#known.clear();
    this.#capacity = Math.min(this.#capacity * 2, this.#limit);
  }
}

/** Wrap `make` with a cache. `make` must not return `undefined`. */
export function remembering<V>(limit: number, make: (key: string) => V): (key: string) => V {
  const memo = new Memo<V>(limit);
  return (key) => {
    let value = memo.get(key);
    if (value === undefined) {
      value = make(key);
      memo.set(key, value);
    }
    return value;
  };
}
