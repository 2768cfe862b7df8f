/** The cancellation of a request, for those who only watch it. */
export interface RequestCancellation {
  /** Milliseconds of computation for the request so far. */
  readonly usage: { computed: number };
  /** Key of the client, by which clients share what is computed; empty until it is known. */
  client: string;
  readonly plan?: (steps: number) => void;
  readonly aborted: boolean;
  readonly signal: AbortSignal;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * Cancels a request; the `Cancellation` of an engine. Most of its work only reads `aborted`. The signal is created on
 * first use, because each leaves half a kilobyte in V8's old generation.
 */
export class Cancel implements RequestCancellation {
  readonly usage: RequestCancellation["usage"];
  client: string;
  #isAborted = false;
  #controller: AbortController | undefined;

  /** @param part of a request: counts what it computes for its client */
  constructor({ usage = { computed: 0 }, client = "" }: Partial<Pick<RequestCancellation, "usage" | "client">> = {}) {
    this.usage = usage;
    this.client = client;
  }

  get aborted(): boolean {
    return this.#isAborted;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.#controller.abort();
    return this.#controller.signal;
  }

  addEventListener(type: "abort", listener: () => void): void {
    this.signal.addEventListener(type, listener);
  }

  removeEventListener(type: "abort", listener: () => void): void {
    this.#controller?.signal.removeEventListener(type, listener);
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort();
  }
}
