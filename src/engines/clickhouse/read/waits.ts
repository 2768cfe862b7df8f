import { type Bounds, throwIfCancelled } from "../../../core/engine/bounds.js";
import type { Usage } from "../../../core/engine/cancellation.js";
import { queryTooLong } from "../../../core/errors/errors.js";
import { MAX_TIMER } from "../client/node.js";

type TimeBounds = Pick<Bounds, "deadline" | "maxComputing" | "signal">;

/** Waits of a request for a cluster: they count against its computing time, those at the same time once. */
export class Waits {
  readonly #bounds: TimeBounds;
  readonly #isStream: boolean;
  readonly #usage: Usage;

  /** @param isStream true if each wait has the time of a request: a client may take its time to read */
  constructor(bounds: TimeBounds, isStream = false) {
    this.#bounds = isStream ? { ...bounds, deadline: Infinity } : bounds;
    this.#isStream = isStream;
    this.#usage = (isStream ? undefined : bounds.signal?.usage) ?? { computed: 0 };
  }

  /** Time at which the request ends if it does nothing but wait. */
  get deadline(): number {
    const { deadline, maxComputing = Infinity } = this.#bounds;
    return Math.min(deadline, performance.now() + Math.max(0, maxComputing - this.#used));
  }

  /** Check that the answer is still needed and there is time left. @throws OverCapacity */
  readonly check = (): void => {
    throwIfCancelled(this.#bounds);
    const { deadline, maxComputing = Infinity } = this.#bounds;
    if (this.#used < maxComputing && performance.now() <= deadline) return;
    throw queryTooLong();
  };

  /** Begin to wait. @returns ends it; further calls have no effect */
  begin(): () => void {
    const usage = this.#usage;
    const waits = (usage.waits ??= { count: 0, since: 0 });
    if (waits.count++ === 0) waits.since = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (--waits.count === 0 && !this.#isStream) usage.computed += Math.max(0, performance.now() - waits.since);
    };
  }

  /**
   * Wait for work that others may need, too: it goes on when this wait ends.
   * @throws OverCapacity when the time is used up, or the request is cancelled
   */
  async for<T>(work: Promise<T>): Promise<T> {
    const done = work.then((value) => ({ value }));
    const end = this.begin();
    try {
      for (;;) {
        this.check();
        const { stopped, forget } = this.#untilStopped();
        const first = await Promise.race([done, stopped]).finally(forget);
        if (first) return first.value;
      }
    } finally {
      end();
      // Nobody else may wait for it any more.
      done.catch(() => {});
    }
  }

  /** Wait for the end of the time, or for the cancellation. */
  #untilStopped(): { readonly stopped: Promise<void>; readonly forget: () => void } {
    const { signal } = this.#bounds;
    let stop = (): void => {};
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    signal?.addEventListener("abort", stop);
    const left = Math.max(0, this.deadline - performance.now()) + 1;
    const timer = left < MAX_TIMER ? setTimeout(stop, left) : undefined;
    return {
      stopped,
      forget: () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", stop);
      },
    };
  }

  get #used(): number {
    const { computed, waits } = this.#usage;
    return computed + (waits && waits.count > 0 ? performance.now() - waits.since : 0);
  }
}
