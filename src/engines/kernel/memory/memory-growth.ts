import { OverMemoryLimit } from "./errors.js";
import { type MemoryLimit, requireMemory } from "./memory-limit.js";

/** Bytes that a query may always take, even above the process's memory limit. */
export const FREE_BYTES = 64 * 2 ** 20;
/** Milliseconds between two looks at the process's memory, which take some ten microseconds each. */
const LOOK_EVERY_MS = 20;

/**
 * A watch on the growth of the process during one query, which takes memory outside its scratch, too, such as lists of
 * members. Queries and loads at the same time count for each other.
 */
export class MemoryGrowth {
  readonly #limit: MemoryLimit;
  readonly #now: () => number;
  #looked: number;
  /** Bytes at the first look; `undefined` for a query that has been too short for one. */
  #before: number | undefined;

  /** @param now returns the time in milliseconds */
  constructor(limit: MemoryLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
    this.#looked = now();
  }

  /** Look at the memory if the last look was a while ago. @throws OverMemoryLimit if the query has taken too much */
  check(): void {
    if (this.#limit.bytes === Infinity || this.#now() - this.#looked < LOOK_EVERY_MS) return;
    this.#looked = this.#now();
    const used = this.#limit.used();
    this.#before ??= used;
    if (used <= this.#limit.bytes || used - this.#before <= FREE_BYTES) return;
    requireMemory(this.#limit, 0);
  }

  /** True if the query has taken so much that its garbage is worth collecting. */
  get isLarge(): boolean {
    return this.#before !== undefined && this.#limit.used() - this.#before > FREE_BYTES;
  }
}

/** Describe how far the process's memory is above its limit; `undefined` if it is not. */
export function explainExcess(limit: MemoryLimit): string | undefined {
  if (limit.bytes === Infinity) return undefined;
  const used = limit.used();
  return used > limit.bytes ? new OverMemoryLimit(0, used, limit.bytes).figures : undefined;
}
