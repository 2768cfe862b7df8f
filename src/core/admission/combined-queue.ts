import type { OverCapacity } from "../errors/errors.js";
import type { WorkQueue } from "./work-queue.js";

/** Several queues as one: a job may get into any of them. */
export class CombinedQueue implements Pick<
  WorkQueue,
  "waiting" | "isOverloaded" | "room" | "hasRoomFor" | "refusal" | "noteRefused"
> {
  readonly #queues: readonly WorkQueue[];

  /** @param queues at least one */
  constructor(queues: readonly WorkQueue[]) {
    this.#queues = queues;
  }

  get waiting(): number {
    return this.#queues.reduce((sum, { waiting }) => sum + waiting, 0);
  }

  get isOverloaded(): boolean {
    return this.#queues.some(({ isOverloaded }) => isOverloaded);
  }

  get room(): number {
    return Math.min(...this.#queues.map(({ room }) => room));
  }

  hasRoomFor(client: string): boolean {
    return this.#queues.every((queue) => queue.room > 0 || queue.hasRoomFor(client));
  }

  get refusal(): OverCapacity {
    return this.#queues[0]!.refusal;
  }

  noteRefused(): void {
    for (const queue of this.#queues) if (queue.isOverloaded) queue.noteRefused();
  }
}
