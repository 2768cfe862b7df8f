import { LRUCache } from "lru-cache";
import { TooManyAttempts } from "../errors/errors.js";

/** What attempts are counted by. */
export type Counted = "name" | "client" | "newcomer";

/** How many attempts are free, and the longest wait for another one in seconds. */
const PATIENCE: Readonly<Record<Counted, { readonly free: number; readonly longest: number }>> = {
  // Whoever guesses holds up the user, too: not for long.
  name: { free: 5, longest: 60 },
  client: { free: 20, longest: 900 },
  newcomer: { free: 3, longest: 900 },
};
/** Beyond so many, those that were counted longest ago are forgotten. */
const MOST = 10_000;
const FORGOTTEN_AFTER_MS = 3600 * 1000;

interface Count {
  readonly attempts: number;
  readonly last: number;
}

/** Slows down whoever tries again and again: each attempt beyond the free ones doubles the wait for the next one. */
export class LoginThrottle {
  readonly #now: () => number;
  readonly #counts = new LRUCache<string, Count>({ max: MOST });

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Count an attempt; as those that are under way count too, nothing is gained by making many at once.
   * @returns takes it back: it was none, or the right one
   * @throws TooManyAttempts
   */
  begin(by: Readonly<Partial<Record<Counted, string>>>): () => void {
    const keys = Object.entries(by).map(([kind, text]) => [kind as Counted, `${kind} ${text}`] as const);
    const wait = Math.max(...keys.map(([kind, key]) => this.#waitFor(kind, key)));
    if (wait > 0) {
      throw new TooManyAttempts(`Too many attempts; another one is looked at in ${wait} seconds`, wait);
    }
    for (const [, key] of keys) this.#counts.set(key, { attempts: this.#attempts(key) + 1, last: this.#now() });
    return () => {
      for (const [kind, key] of keys) {
        const left = kind === "name" ? 0 : this.#attempts(key) - 1;
        if (left > 0) this.#counts.set(key, { attempts: left, last: this.#counts.peek(key)!.last });
        else this.#counts.delete(key);
      }
    };
  }

  /** In whole seconds. */
  #waitFor(kind: Counted, key: string): number {
    const { free, longest } = PATIENCE[kind];
    const beyond = this.#attempts(key) - free;
    if (beyond < 0) return 0;
    const wait = Math.min(longest, 2 ** beyond);
    const since = this.#now() - this.#counts.get(key)!.last;
    return Math.max(0, Math.ceil(wait - since / 1000));
  }

  #attempts(key: string): number {
    const count = this.#counts.peek(key);
    return count && this.#now() - count.last < FORGOTTEN_AFTER_MS ? count.attempts : 0;
  }
}
