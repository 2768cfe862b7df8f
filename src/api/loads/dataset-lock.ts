/** Lock for each dataset: changes of one dataset run one after the other, those of different datasets in parallel. */
export class DatasetLock {
  readonly #last = new Map<string, Promise<unknown>>();

  /** True while a dataset is being changed. */
  isTaken(dataset: string): boolean {
    return this.#last.has(dataset);
  }

  /** Resolves when no dataset is being changed. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }

  /**
   * Run `work` once all earlier work on the dataset has ended.
   * @throws the signal's reason if it is aborted before the work has started
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
