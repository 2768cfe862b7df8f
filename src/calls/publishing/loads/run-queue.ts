import { errorText } from "../../../core/errors/error-text.js";
import { OverCapacity } from "../../../core/errors/errors.js";

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (reason: Error) => void;
}

/**
 * Queue of loads. A limited number runs at once; the others wait, in turns by user (round robin), so that a user with
 * many loads does not delay the loads of others.
 */
export class RunQueue {
  readonly #maxWaiting: number;
  readonly #atOnce: number;
  #free: number;
  /** Waiting loads by user; the first user is the next one to have a turn. */
  readonly #lines = new Map<string, Waiting[]>();
  #closed: Error | null = null;

  /**
   * @param atOnce loads that run at once
   * @param maxWaiting loads that may wait; more are refused
   */
  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce;
    this.#free = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  get running(): number {
    return this.#atOnce - this.#free;
  }

  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Check that one more load may run or wait. @throws OverCapacity */
  checkCapacity(): void {
    if (this.#closed) throw this.#closed;
    if (this.#free > 0 || this.waiting < this.#maxWaiting) return;
    throw new OverCapacity(errorText("too_many_loads_waiting", { detail: this.#maxWaiting }));
  }

  /**
   * Run `work` when its turn has come. Callers call `checkCapacity` first.
   * @throws OverCapacity if the queue is closed before the turn; the signal's reason if it is aborted before
   */
  async run<T>(user: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#enter(user, signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Refuse waiting and future work; running work continues. */
  close(reason: string): void {
    this.#closed = new OverCapacity(reason);
    for (const line of this.#lines.values()) for (const { refuse } of line) refuse(this.#closed);
    this.#lines.clear();
  }

  async #enter(user: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#closed) throw this.#closed;
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    let giveUp = (): void => {};
    await new Promise<void>((begin, refuse) => {
      const waiting = { begin, refuse };
      const line = this.#lines.get(user);
      if (line) line.push(waiting);
      else this.#lines.set(user, [waiting]);
      giveUp = () => {
        this.#remove(user, waiting);
        refuse(signal!.reason as Error);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
    }).finally(() => signal?.removeEventListener("abort", giveUp));
  }

  #remove(user: string, waiting: Waiting): void {
    const line = this.#lines.get(user)?.filter((each) => each !== waiting) ?? [];
    if (line.length > 0) this.#lines.set(user, line);
    else this.#lines.delete(user);
  }

  #leave(): void {
    const [next] = this.#lines;
    if (!next) {
      this.#free++;
      return;
    }
    const [user, [first, ...others]] = next;
    // A user who had a turn goes to the end.
    this.#lines.delete(user);
    if (others.length > 0) this.#lines.set(user, others);
    first!.begin();
  }
}
