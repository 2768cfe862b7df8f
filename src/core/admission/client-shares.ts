/**
 * Shares of clients in what is done: the next turn is that of the client that has least running, and has had least of
 * the time. A client that comes back begins with what the last one had whose turn it was, so that nobody saves time up.
 */
export class ClientShares {
  readonly #spent = new Map<string, number>();
  readonly #running = new Map<string, number>();
  /** Time that the client had whose turn was last. */
  #clock = 0;

  /** Return the milliseconds that a client has had, as far as they count. */
  spentBy(client: string): number {
    return Math.max(this.#clock, this.#spent.get(client) ?? 0);
  }

  /** Choose whose turn is next. @returns the position of its first job; -1 if there is none */
  choose(waiting: readonly { readonly client: string }[], mayBegin: (client: string) => boolean = () => true): number {
    let best = -1;
    const seen = new Set<string>();
    for (const [at, { client }] of waiting.entries()) {
      if (seen.has(client)) continue;
      seen.add(client);
      if (!mayBegin(client)) continue;
      if (best < 0 || this.#comesBefore(client, waiting[best]!.client)) best = at;
    }
    return best;
  }

  /** Return the number of a client's jobs that run. */
  runningOf(client: string): number {
    return this.#running.get(client) ?? 0;
  }

  /** Note that a job of a client begins. */
  begin(client: string): void {
    this.#clock = this.spentBy(client);
    this.#running.set(client, this.runningOf(client) + 1);
    for (const [other, spent] of this.#spent) if (spent <= this.#clock) this.#spent.delete(other);
  }

  /** Note that a job of a client has ended. */
  end(client: string, milliseconds: number): void {
    this.#spent.set(client, this.spentBy(client) + milliseconds);
    const left = this.runningOf(client) - 1;
    if (left > 0) this.#running.set(client, left);
    else this.#running.delete(client);
  }

  /** Forget all clients: nothing waits, and nothing runs. */
  clear(): void {
    this.#spent.clear();
    this.#clock = 0;
  }

  #comesBefore(a: string, b: string): boolean {
    const running = this.runningOf(a) - this.runningOf(b);
    return running < 0 || (running === 0 && this.spentBy(a) < this.spentBy(b));
  }
}
