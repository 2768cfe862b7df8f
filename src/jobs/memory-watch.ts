import { OverMemoryLimit } from "../kernel/memory/errors.js";
import { type MemoryLimit, requireMemory } from "../kernel/memory/memory-limit.js";

/** A load takes some hundred megabytes a second at most. */
const EVERY_MS = 100;

type Give = (why: OverMemoryLimit) => void;

/** Ends loads when the process takes more memory than it may, the last that began first. */
export class MemoryWatch {
  readonly #memory: MemoryLimit;
  readonly #running: Give[] = [];
  /** The one that ends now: what it took is not there yet. */
  #ending: Give | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(memory: MemoryLimit) {
    this.#memory = memory;
  }

  /**
   * Watch over a load.
   * @param giveUp called when it is to end
   * @returns to be called when it has ended
   */
  add(giveUp: Give): () => void {
    if (this.#memory.bytes === Infinity) return () => {};
    this.#running.push(giveUp);
    this.#timer ??= setInterval(() => this.#look(), EVERY_MS);
    return () => this.#remove(giveUp);
  }

  #look(): void {
    if (this.#ending) return;
    try {
      requireMemory(this.#memory, 0);
    } catch (error) {
      if (!(error instanceof OverMemoryLimit)) throw error;
      this.#ending = this.#running.at(-1);
      this.#ending?.(error);
    }
  }

  #remove(giveUp: Give): void {
    this.#running.splice(this.#running.indexOf(giveUp), 1);
    if (this.#ending === giveUp) this.#ending = undefined;
    if (this.#running.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
