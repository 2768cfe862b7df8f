/**
 * Gives a request up. Most of those who work for it only look whether it is; a signal is made for those who have to be
 * told, because each leaves half a kilobyte of old memory behind. It is the `Cancellation` of an engine.
 */
export class Cancel {
  #isAborted = false;
  #controller: AbortController | undefined;

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
