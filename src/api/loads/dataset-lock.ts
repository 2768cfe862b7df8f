/** Changes of one dataset, one after the other; different datasets do not wait for each other. */
export class DatasetLock {
  readonly #last = new Map<string, Promise<unknown>>();

  /** True while a dataset is being changed. */
  isTaken(dataset: string): boolean {
    return this.#last.has(dataset);
  }

  /** Resolves when nobody changes anything. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }

  /**
   * Do some work when all that asked before have ended theirs.
   * @throws the signal's reason when it is aborted before the turn has come
   */
  async take<T>(dataset: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(dataset);
    const mine = (async () => {
      await before?.catch(() => {});
      signal?.throwIfAborted();
      return work();
    })();
    this.#last.set(dataset, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(dataset) === mine) this.#last.delete(dataset);
    }
  }
}
