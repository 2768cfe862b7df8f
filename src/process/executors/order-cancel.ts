import { errorText } from "../../core/errors/error-text.js";
import { OverCapacity } from "../../core/errors/errors.js";
import type { RequestCancellation } from "../../web/http/message/cancel.js";

/** Cancels an order: its computation sees shared memory at once, what waits is told by a message. */
export class OrderCancel implements RequestCancellation {
  readonly usage = { computed: 0 };
  readonly client = "";
  readonly #controller = new AbortController();
  readonly #isCancelled: () => boolean;

  readonly #maxSteps: number;
  #planned = 0;

  /**
   * @param isCancelled looks it up in shared memory
   * @param maxSteps estimated steps of all its queries from which on it is longer than its lane is for
   */
  constructor(isCancelled: () => boolean, maxSteps = Infinity) {
    this.#isCancelled = isCancelled;
    this.#maxSteps = maxSteps;
  }

  /** True if its queries are estimated at more than its lane is for. */
  get isOutgrown(): boolean {
    return this.#planned > this.#maxSteps;
  }

  get aborted(): boolean {
    return this.signal.aborted || this.isOutgrown || this.#isCancelled();
  }

  readonly plan = (steps: number): void => {
    this.#planned += steps;
    if (this.isOutgrown) throw new OverCapacity(errorText("query_too_long_for_lane"), { limit: "cancelled" });
  };

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
