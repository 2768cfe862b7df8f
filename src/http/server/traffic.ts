/** What a server is busy with at a moment. */
export class Traffic {
  #running = 0;
  #connections = 0;
  #waiting: { readonly isSo: () => boolean; readonly resolve: () => void }[] = [];

  /** Requests that were received and whose replies are not all on their way. */
  get running(): number {
    return this.#running;
  }

  /** Connections that are open. */
  get connections(): number {
    return this.#connections;
  }

  noteRequest(change: 1 | -1): void {
    this.#running += change;
    if (this.#waiting.length > 0) this.#wake();
  }

  noteConnection(change: 1 | -1): void {
    this.#connections += change;
    if (this.#waiting.length > 0) this.#wake();
  }

  /** Resolves when something is so. */
  async until(isSo: (traffic: Traffic) => boolean): Promise<void> {
    if (isSo(this)) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push({ isSo: () => isSo(this), resolve });
    });
  }

  #wake(): void {
    this.#waiting = this.#waiting.filter(({ isSo, resolve }) => {
      if (!isSo()) return true;
      resolve();
      return false;
    });
  }
}
