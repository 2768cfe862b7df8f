/** After so many milliseconds in all with nothing to do it is over. */
const RESTED_MS = 50;
/** Of the time that there is something to do, the share that does not count against such rest. */
const SPARED = 1 / 20;

/**
 * Whether more is asked for than can be done. A burst that is worked off is none, nor are many who each ask for the next
 * thing when they have the last: there has to be too much after there has always been something to do for a while. What
 * comes in fits and starts then does not end it: only rest does, a moment at a time or all at once.
 */
export class Overload {
  readonly #lastingMs: number;
  #holds = false;
  #busyAt = 0;
  #idleAt: number | undefined = -Infinity;
  /** Milliseconds of rest, less a share of those of work. */
  #rest = 0;

  /** @param lastingMs for how long there has to have been something to do */
  constructor(lastingMs: number) {
    this.#lastingMs = lastingMs;
  }

  holds(now: number): boolean {
    return this.#holds && this.#restBy(now) < RESTED_MS;
  }

  /** There is something to do. */
  noteBusy(now: number): void {
    if (this.#idleAt === undefined) return;
    this.#holds = this.holds(now);
    this.#rest = this.#restBy(now);
    this.#busyAt = now;
    this.#idleAt = undefined;
  }

  /** Nothing is left to do. */
  noteIdle(now: number): void {
    this.#rest = Math.max(0, this.#rest - (now - this.#busyAt) * SPARED);
    this.#idleAt = now;
  }

  /** Too much waits, or something has waited for too long. */
  noteExcess(now: number): void {
    if (this.#holds || this.#idleAt !== undefined || now - this.#busyAt <= this.#lastingMs) return;
    this.#holds = true;
    this.#rest = 0;
  }

  #restBy(now: number): number {
    return this.#rest + (this.#idleAt === undefined ? 0 : now - this.#idleAt);
  }
}
