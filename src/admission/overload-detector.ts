/** It is over when so many pieces of work were begun in a row and nobody was refused … */
const ENOUGH_BEGUN = 32;
/** … or there was nothing to do for so many milliseconds more than there was something. */
const RESTED_MS = 50;

/**
 * Whether more is asked for than can be done. A burst that is worked off is none, nor are many who each ask for the next
 * thing when they have the last: there has to be too much after there has always been something to do for a while. Then
 * it lasts as long as somebody has to be refused every now and then. That there is nothing to do for moments does not end
 * it, because only few are let in; that there mostly is nothing does.
 */
export class OverloadDetector {
  readonly #lastingMs: number;
  #holds = false;
  /** Whether there is something to do, and since when it is as it is. */
  #isBusy = false;
  #since = 0;
  /** Milliseconds with nothing to do, less those with something. */
  #rest = 0;
  #begun = 0;

  /** @param lastingMs for how long there has to have been something to do */
  constructor(lastingMs: number) {
    this.#lastingMs = lastingMs;
  }

  holds(now: number): boolean {
    return this.#holds && this.#restBy(now) < RESTED_MS;
  }

  /** There is something to do. */
  noteBusy(now: number): void {
    if (!this.#isBusy) this.#turn(true, now);
  }

  /** Nothing is left to do. */
  noteIdle(now: number): void {
    this.#turn(false, now);
  }

  /** A piece of work is begun. */
  noteBegun(): void {
    if (++this.#begun >= ENOUGH_BEGUN) this.#holds = false;
  }

  /** Too much waits, or something has waited for too long. */
  noteExcess(now: number): void {
    if (this.#holds || !this.#isBusy || now - this.#since <= this.#lastingMs) return;
    this.#holds = true;
    this.#rest = 0;
    this.#begun = 0;
  }

  /** Somebody was refused. */
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
