import { OverMemoryLimit } from "../../engines/kernel/memory/errors.js";
import { type MemoryLimit, requireMemory } from "../../engines/kernel/memory/memory-limit.js";

/** Interval of the checks. A load takes a few hundred megabytes per second at most. */
const EVERY_MS = 100;

type GiveUp = (error: OverMemoryLimit) => void;

/**
 * A watch on the process's memory. While it exceeds its limit, loads are cancelled one by one, the last started first.
 */
export class MemoryWatch {
  readonly #memory: MemoryLimit;
  readonly #running: GiveUp[] = [];
  /** The load being cancelled, whose memory is not free yet. */
  #ending: GiveUp | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(memory: MemoryLimit) {
    this.#memory = memory;
  }

  /**
   * Add a load.
   * @param giveUp called to cancel the load
   * @returns a function to call when the load has ended
   */
  add(giveUp: GiveUp): () => void {
    if (this.#memory.bytes === Infinity) return () => {};
    this.#running.push(giveUp);
    this.#timer ??= setInterval(() => this.#check(), EVERY_MS);
    return () => this.#remove(giveUp);
  }

  #check(): void {
    if (this.#ending) return;
    try {
      requireMemory(this.#memory, 0);
    } catch (error) {
      if (!(error instanceof OverMemoryLimit)) throw error;
      this.#ending = this.#running.at(-1);
      this.#ending?.(error);
    }
  }

  #remove(giveUp: GiveUp): void {
    this.#running.splice(this.#running.indexOf(giveUp), 1);
    if (this.#ending === giveUp) this.#ending = undefined;
    if (this.#running.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
