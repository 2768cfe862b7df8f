/** Number of orders whose cancellation is remembered at the same time. */
const SLOTS = 1024;

/**
 * Cancelled orders, in memory that all threads share: a thread that computes reads no messages. An order's number is
 * written to its slot, `number % SLOTS`.
 */
export class Cancelled {
  readonly #slots: Int32Array;

  constructor(readonly buffer = new SharedArrayBuffer(SLOTS * 4)) {
    this.#slots = new Int32Array(buffer);
  }

  /** @param order 1 or more */
  add(order: number): void {
    Atomics.store(this.#slots, order % SLOTS, order);
  }

  has(order: number): boolean {
    return Atomics.load(this.#slots, order % SLOTS) === order;
  }
}
