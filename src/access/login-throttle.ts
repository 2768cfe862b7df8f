import { errorText } from "../core/errors/error-text.js";
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { TooManyAttempts } from "../core/errors/errors.js";

/** Keys under which attempts are counted: user name, client address, or client address for registrations. */
export type Counted = "name" | "client" | "newcomer";

/** Number of attempts without a wait, and the longest wait in seconds. */
const LIMITS: Readonly<Record<Counted, { readonly free: number; readonly longest: number }>> = {
  // An attacker's attempts delay the real user, too; so the wait stays short.
  name: { free: 5, longest: 60 },
  client: { free: 20, longest: 900 },
  newcomer: { free: 3, longest: 900 },
};
/** Counters held at most; the longest unused ones are dropped first. */
const MAX_COUNTERS = 10_000;
const FORGOTTEN_AFTER_MS = 3600 * 1000;

interface Count {
  readonly attempts: number;
  readonly last: number;
}

/**
 * Throttle for repeated sign-ins and registrations: each attempt beyond the free ones doubles the wait for the next.
 */
export class LoginThrottle {
  readonly #now: () => number;
  /** Counters by the digest of what is counted, so that long names take no more memory than short ones. */
  readonly #counts = new LRUCache<string, Count>({ max: MAX_COUNTERS });

  /** @param now the time in milliseconds, by a clock that is never set back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Count an attempt before it is checked, so that parallel attempts count as well.
   * @returns a function that undoes the count, for an attempt that succeeded or was never checked
   * @throws TooManyAttempts while the wait lasts
   */
  begin(by: Readonly<Partial<Record<Counted, string>>>): () => void {
    const keys = Object.entries(by).map(([kind, text]) => [kind as Counted, digest(`${kind} ${text}`)] as const);
    const wait = Math.max(...keys.map(([kind, key]) => this.#waitFor(kind, key)));
    if (wait > 0) {
      throw new TooManyAttempts(errorText("too_many_attempts", { seconds: wait }), wait);
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

  /** Return the remaining wait in whole seconds; 0: none. */
  #waitFor(kind: Counted, key: string): number {
    const { free, longest } = LIMITS[kind];
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

function digest(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
