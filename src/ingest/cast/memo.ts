/** Keys after which it is first asked whether remembering pays. */
const TRIAL = 4096;

/**
 * Remembers what was made of the keys seen lately. Nothing but the memory it owns and the time it saves depends on
 * it: whatever it forgets is made again.
 */
export class Memo<V> {
  readonly #limit: number;
  readonly #known = new Map<string, V>();
  #room: number;
  #hits = 0;
  #useless = false;

  /** @param limit most keys that are kept; then all are forgotten */
  constructor(limit: number) {
    this.#limit = limit;
    this.#room = Math.min(limit, TRIAL);
  }

  get(key: string): V | undefined {
    if (this.#useless) return undefined;
    const value = this.#known.get(key);
    if (value !== undefined) this.#hits++;
    return value;
  }

  set(key: string, value: V): void {
    if (this.#useless) return;
    if (this.#known.size >= this.#room) this.#makeRoom();
    this.#known.set(key, value);
  }

  /** A column whose values hardly come back (a transaction number) would only pay for remembering. */
  #makeRoom(): void {
    this.#useless = this.#hits * 4 < this.#room;
    this.#hits = 0;
    if (this.#useless || this.#room === this.#limit) this.#known.clear();
    this.#room = Math.min(this.#room * 2, this.#limit);
  }
}

/** `make`, which never gives `undefined`, with a memory. */
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
