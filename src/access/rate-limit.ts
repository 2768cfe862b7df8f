import { LRUCache } from "lru-cache";

/** Clients held at most. The longest inactive one is dropped first; its next request starts with a full bucket. */
const MAX_CLIENTS = 50_000;

interface Bucket {
  tokens: number;
  /** Time of the last update, in milliseconds. */
  at: number;
}

/**
 * Token bucket per client: each request takes one token, and `perSecond` tokens a second are refilled up to the burst.
 * Takes about 200 bytes per client, for at most `MAX_CLIENTS`.
 */
export class RateLimit {
  readonly perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  readonly #buckets: LRUCache<string, Bucket>;

  /**
   * @param burst size of a full bucket: requests that a client may send at once
   * @param now the time in milliseconds
   */
  constructor(perSecond: number, burst: number, now: () => number, maxClients = MAX_CLIENTS) {
    this.perSecond = perSecond;
    this.#burst = burst;
    this.#now = now;
    this.#buckets = new LRUCache({ max: maxClients });
  }

  /** Number of clients held. */
  get clients(): number {
    return this.#buckets.size;
  }

  /** Count a request. @returns 0 if it is allowed, else the whole seconds after which the client may try again */
  take(client: string): number {
    const now = this.#now();
    const bucket = this.#buckets.get(client) ?? { tokens: this.#burst, at: now };
    // A clock that is set back neither adds nor removes tokens.
    const passed = Math.max(0, now - bucket.at) / 1000;
    bucket.tokens = Math.min(this.#burst, bucket.tokens + passed * this.perSecond);
    bucket.at = now;
    this.#buckets.set(client, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / this.perSecond);
    bucket.tokens--;
    return 0;
  }
}
