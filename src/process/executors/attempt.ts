import type { RequestCancellation } from "../../web/http/message/cancel.js";

/** One attempt to carry out an order of a request: it ends with the request, or before it. */
export class Attempt implements RequestCancellation {
  readonly usage: RequestCancellation["usage"];
  readonly client: string;
  readonly #request: RequestCancellation;
  readonly #listeners = new Set<() => void>();
  #isEnded = false;

  constructor(request: RequestCancellation) {
    this.#request = request;
    this.usage = request.usage;
    this.client = request.client;
    request.addEventListener("abort", this.#tell);
  }

  /** True if it was ended although its request goes on. */
  get isEnded(): boolean {
    return this.#isEnded && !this.#request.aborted;
  }

  get aborted(): boolean {
    return this.#isEnded || this.#request.aborted;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  /** End it; its request may go on. */
  end(): void {
    if (this.aborted) return;
    this.#isEnded = true;
    this.#tell();
  }

  /** Watch the request no more. */
  close(): void {
    this.#request.removeEventListener("abort", this.#tell);
  }

  readonly #tell = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
