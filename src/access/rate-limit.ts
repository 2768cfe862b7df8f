import { LRUCache } from "lru-cache";

/** Beyond so many clients, those that asked longest ago are forgotten, and begin anew. */
const MOST = 50_000;

interface Bucket {
  tokens: number;
  /** When it held them. */
  at: number;
}

/**
 * A bucket of tokens for each client: every request takes one, and so many a second are put back until it is full.
 * Takes some 200 bytes for each client, of `MOST` at most.
 */
export class RateLimit {
  readonly perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  readonly #buckets: LRUCache<string, Bucket>;

  /**
   * @param burst requests that may come at once
   * @param now the time in milliseconds
   */
  constructor(perSecond: number, burst: number, now: () => number, most = MOST) {
    this.perSecond = perSecond;
    this.#burst = burst;
    this.#now = now;
    this.#buckets = new LRUCache({ max: most });
  }

  /** Clients that are remembered. */
  get clients(): number {
    return this.#buckets.size;
  }

  /** Count a request. @returns whole seconds after which the client may ask again; 0: it may now */
  take(client: string): number {
    const now = this.#now();
    const bucket = this.#buckets.get(client) ?? { tokens: this.#burst, at: now };
    // A clock that is set back gives and takes nothing.
    const passed = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + passed * this.perSecond);
    bucket.at = now;
    this.#buckets.set(client, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.perSecond);
    bucket.tokens--;
    return 0;
  }
}
