/** Lock for each dataset: changes of one dataset run one after the other, those of different datasets in parallel. */
export class DatasetLock {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #going = new Map<string, Set<AbortController>>();

  /** True while a dataset is being changed. */
  isTaken(dataset: string): boolean {
    return this.#last.has(dataset);
  }

  /** Resolves when no dataset is being changed. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }

  /** Abort the work on a dataset that is running or waits, for a reason, and wait for its end. */
  async cancel(dataset: string, reason: Error): Promise<void> {
    for (const each of this.#going.get(dataset) ?? []) each.abort(reason);
    await this.#last.get(dataset)?.catch(() => {});
  }

  /** Abort the work on all datasets. */
  cancelAll(reason: Error): void {
    for (const all of this.#going.values()) for (const each of all) each.abort(reason);
  }

  /**
   * Run `work` once all earlier work on the dataset has ended.
   * @param work gets a signal that is aborted with this one, and when the work is cancelled
   * @throws the signal's reason if it is aborted before the work has started
   */
  async take<T>(
    dataset: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const before = this.#last.get(dataset);
    const own = new AbortController();
    const going = this.#going.get(dataset) ?? new Set();
    this.#going.set(dataset, going.add(own));
    const either = signal ? AbortSignal.any([signal, own.signal]) : own.signal;
    const mine = (async () => {
      await before?.catch(() => {});
      either.throwIfAborted();
      return work(either);
    })();
    this.#last.set(dataset, mine);
    try {
      return await mine;
    } finally {
      going.delete(own);
      if (going.size === 0 && this.#going.get(dataset) === going) this.#going.delete(dataset);
      if (this.#last.get(dataset) === mine) this.#last.delete(dataset);
    }
  }
}
