/** Semaphore: runs a limited number of jobs at once; the others wait, first in, first out. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param maxConcurrent number of jobs that may run at once */
  constructor(maxConcurrent: number) {
    this.#free = maxConcurrent;
  }

  /** Run a job when a place is free. @throws the signal's reason if it is aborted before the job starts */
  async pass<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener("abort", giveUp);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal!.reason as Error);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#waiting.push(enter);
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
