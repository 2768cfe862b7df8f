/** Counts the running requests and the open connections of a server. */
export class Traffic {
  #running = 0;
  #connections = 0;
  /** Requests that were received since the start. */
  received = 0;
  #waiting: { readonly isSo: () => boolean; readonly resolve: () => void }[] = [];

  /** Requests that were received and whose replies are not completely sent. */
  get running(): number {
    return this.#running;
  }

  /** Open connections. */
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

  /** Wait until a condition holds. Checked whenever a count changes. */
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
