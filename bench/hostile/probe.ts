import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { send } from "./send.js";

/** Milliseconds from an answer to the next question of a probe. */
const PAUSE_MS = 3;

/** Asks for something small again and again, over a connection of its own. */
export class Probe {
  readonly #agent: Agent;
  readonly #times: number[] = [];
  #asked = 0;
  #ends = false;
  readonly #done: Promise<void>;

  /**
   * @param nextTarget returns the path of the next request
   * @param localAddress of the client
   */
  constructor(url: string, nextTarget: () => string, localAddress?: string) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, ...(localAddress !== undefined && { localAddress }) });
    this.#done = this.#askOn(url, nextTarget);
  }

  /** Begin a new measurement. */
  clear(): void {
    this.#times.length = 0;
  }

  /** Milliseconds until each answer since the last `clear`. */
  get times(): readonly number[] {
    return this.#times.slice();
  }

  /** Return the longest time without an answer in milliseconds, one that is still awaited included. */
  get silence(): number {
    return Math.max(0, performance.now() - this.#asked, ...this.#times);
  }

  async stop(): Promise<void> {
    this.#ends = true;
    this.#agent.destroy();
    await this.#done;
  }

  async #askOn(url: string, nextTarget: () => string): Promise<void> {
    while (!this.#ends) {
      this.#asked = performance.now();
      await send(url, { target: nextTarget() }, this.#agent);
      this.#times.push(performance.now() - this.#asked);
      this.#asked = Infinity;
      await setTimeout(PAUSE_MS);
    }
  }
}
