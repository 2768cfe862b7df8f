import { LRUCache } from "lru-cache";
import type { Payload } from "./payload.js";

/** A body as it is sent, and what its headers need. */
export interface ReadyBody extends Payload {
  readonly nextPage: number | undefined;
  readonly filename: string | undefined;
}

/** Bytes that an entry takes beside its body, about. */
const OVERHEAD = 512;

/**
 * Bodies of public answers, ready to be sent. Keys name everything that shapes a body, the version of the data among
 * it: nothing ever has to be taken out because it is no longer true.
 */
export class ReadyBodies {
  readonly #bodies: LRUCache<string, ReadyBody>;
  readonly #running = new Map<string, Promise<ReadyBody>>();

  /** @param maxBytes of all bodies together; 0 keeps none */
  constructor(maxBytes: number) {
    this.#bodies = new LRUCache<string, ReadyBody>({ maxSize: Math.max(1, maxBytes), sizeCalculation: sizeOf });
  }

  /** The body of a key, made if it is not there. Who asks for what is being made waits for that. */
  async take(key: string, make: () => Promise<ReadyBody>): Promise<ReadyBody> {
    const ready = this.#bodies.get(key);
    if (ready) return ready;
    const running = this.#running.get(key);
    if (running) {
      // A stream has one reader, and who asked first may have given up.
      const shared = await running.catch(() => null);
      return shared && Buffer.isBuffer(shared.body) ? shared : make();
    }
    const made = make();
    this.#running.set(key, made);
    try {
      const body = await made;
      if (Buffer.isBuffer(body.body)) this.#bodies.set(key, body);
      return body;
    } finally {
      this.#running.delete(key);
    }
  }
}

function sizeOf({ body }: ReadyBody): number {
  return OVERHEAD + (Buffer.isBuffer(body) ? body.length : 0);
}
