/** Jobs started in a row without a refusal that end an overload. */
const JOBS_TO_RECOVER = 32;
/** Idle time minus busy time, in milliseconds, that ends an overload. */
const REST_TO_RECOVER_MS = 50;

/**
 * Detector of lasting overload. An overload begins with an excess (a full queue or a wait that is too long) after the
 * queue has been busy without a break for `lastingMs`. So a short burst does not count, nor do many clients that each
 * send their next request after the last answer. An overload ends after `JOBS_TO_RECOVER` jobs without a refusal, or
 * when idle time exceeds busy time by `REST_TO_RECOVER_MS`. Short idle moments do not end it: they are normal while
 * only few requests are admitted.
 */
export class OverloadDetector {
  readonly #lastingMs: number;
  #holds = false;
  /** True while the queue has work; `#since` is the time of the last change. */
  #isBusy = false;
  #since = 0;
  /** Idle minus busy time in milliseconds, never below 0. */
  #rest = 0;
  #begun = 0;

  /** @param lastingMs milliseconds without a break that the queue must have been busy before an excess counts */
  constructor(lastingMs: number) {
    this.#lastingMs = lastingMs;
  }

  /** True during an overload. */
  holds(now: number): boolean {
    return this.#holds && this.#restBy(now) < REST_TO_RECOVER_MS;
  }

  /** Note that the queue has work. */
  noteBusy(now: number): void {
    if (!this.#isBusy) this.#turn(true, now);
  }

  /** Note that the queue is empty. */
  noteIdle(now: number): void {
    this.#turn(false, now);
  }

  /** Note the start of a job. */
  noteBegun(): void {
    if (++this.#begun >= JOBS_TO_RECOVER) this.#holds = false;
  }

  /** Note a full queue, or a job that has waited for too long. */
  noteExcess(now: number): void {
    if (this.#holds || !this.#isBusy || now - this.#since <= this.#lastingMs) return;
    this.#holds = true;
    this.#rest = 0;
    this.#begun = 0;
  }

  /** Note a refused request. */
  noteRefused(): void {
    this.#begun = 0;
  }

  #turn(isBusy: boolean, now: number): void {
    this.#holds = this.holds(now);
    this.#rest = this.#restBy(now);
    this.#isBusy = isBusy;
    this.#since = now;
  }

  #restBy(now: number): number {
    const passed = now - this.#since;
    return Math.max(0, this.#rest + (this.#isBusy ? -passed : passed));
  }
}
