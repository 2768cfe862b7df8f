import type { RequestCancellation } from "../http/message/cancel.js";

/** Cancels an order: its computation sees shared memory at once, what waits is told by a message. */
export class OrderCancel implements RequestCancellation {
  readonly usage = { computed: 0 };
  readonly #controller = new AbortController();
  readonly #isCancelled: () => boolean;

  /** @param isCancelled looks it up in shared memory */
  constructor(isCancelled: () => boolean) {
    this.#isCancelled = isCancelled;
  }

  get aborted(): boolean {
    return this.signal.aborted || this.#isCancelled();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  addEventListener(type: "abort", listener: () => void): void {
    this.signal.addEventListener(type, listener);
  }

  removeEventListener(type: "abort", listener: () => void): void {
    this.signal.removeEventListener(type, listener);
  }

  abort(): void {
    this.#controller.abort();
  }
}
