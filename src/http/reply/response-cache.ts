import { LRUCache } from "lru-cache";
import { BATCH } from "./batches.js";
import type { AboutReply, Again, Headers, HttpReply } from "../message/message.js";
import type { Payload } from "./payload.js";
import { Utf8Writers } from "./utf8-writers.js";

/** A body as it is sent, and what its headers need. */
export interface CachedResponse extends Payload {
  readonly etag: string;
  readonly nextPage: number | undefined;
  readonly filename: string | undefined;
}

/** What was replied to some words, but for the body. */
interface KnownReply extends Again {
  readonly headers: Headers;
  readonly about: AboutReply | undefined;
}

/** A body that is being made. */
interface Running {
  body: Promise<CachedResponse> | undefined;
}

/** What became of them since the start. */
export interface CacheCounts {
  /** Replies that were sent from them, and public ones that had to be made. */
  readonly hits: number;
  readonly misses: number;
  /** Of the bodies that are kept now, and their number. */
  readonly bytes: number;
  readonly bodies: number;
}

/** Bytes that a body takes beside itself, and a reply beside its words, about. */
const OVERHEAD = 512;
/** The share of all bytes that known words may take. */
const WORDS_SHARE = 1 / 8;
/** Bodies that were asked for once and are not kept, of which is remembered that they were. */
const ASKED_ONCE = 8192;

/**
 * Bodies of public answers, ready to be sent. Keys name everything that shapes a body, the version of the data among
 * it: nothing ever has to be taken out because it is no longer true.
 *
 * Once there is no room left, a body has to be asked for twice to take the place of others. Of questions that never come
 * again each answer would else drive another one out, and leave old memory behind, whose collection holds up everybody.
 */
export class ResponseCache {
  /** Encodes bodies while they are made. */
  readonly writers = new Utf8Writers(BATCH);
  readonly #bodies: LRUCache<string, CachedResponse>;
  readonly #replies: LRUCache<string, KnownReply>;
  /** Tags of bodies. */
  readonly #requestedOnce = new LRUCache<string, true>({ max: ASKED_ONCE });
  readonly #running = new Map<string, Running>();

  #hits = 0;
  #misses = 0;

  /** @param maxBytes of everything together; 0 keeps nothing */
  constructor(maxBytes: number) {
    const forWords = Math.floor(maxBytes * WORDS_SHARE);
    this.#bodies = new LRUCache({ maxSize: Math.max(1, maxBytes - forWords), sizeCalculation: sizeOf });
    this.#replies = new LRUCache({
      maxSize: Math.max(1, forWords),
      sizeCalculation: ({ key }, words) => OVERHEAD + words.length + key.length,
    });
  }

  /** What was last replied to the same words, if it is still true and its body is still there. */
  recall(words: string): HttpReply | undefined {
    const known = this.#replies.get(words);
    if (!known) return undefined;
    const ready = known.holds() ? this.#bodies.get(known.key) : undefined;
    if (!ready) this.#replies.delete(words);
    if (!ready) return undefined;
    this.#hits++;
    return { status: 200, headers: known.headers, body: ready.body, ...(known.about && { about: known.about }) };
  }

  /** Keep what was replied to some words, where it may be repeated and its body is kept. */
  remember(words: string, { again, headers, about }: HttpReply): void {
    if (!again || !this.#bodies.has(again.key)) return;
    const known = about && { ...about, cached: true, effort: undefined };
    this.#replies.set(words, { headers, about: known, ...again });
  }

  /** The body of a key, made if it is not there. Who asks for what is being made waits for that. */
  async take(key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const ready = this.#bodies.get(key);
    if (ready) this.#hits++;
    else this.#misses++;
    if (ready) return ready;
    const running = this.#running.get(key);
    if (running) {
      // A stream has one reader, and who asked first may have given up.
      const shared = await running.body!.catch(() => null);
      return shared && Buffer.isBuffer(shared.body) ? shared : make();
    }
    const begun: Running = { body: undefined };
    this.#running.set(key, begun);
    begun.body = this.#make(key, make, begun);
    return begun.body;
  }

  async #make(key: string, make: () => Promise<CachedResponse>, running: Running): Promise<CachedResponse> {
    try {
      const made = await make();
      if (!Buffer.isBuffer(made.body)) return made;
      if (!this.#isWorthKeeping(made)) return made;
      const kept = { ...made, body: detach(made.body) };
      this.#bodies.set(key, kept);
      return kept;
    } finally {
      this.#running.delete(key);
      // A map that loses as many entries as it gets leaves tables behind, each of which holds the next, and whatever was
      // in it, until all old memory is collected.
      running.body = undefined;
    }
  }

  figures(): CacheCounts {
    const { calculatedSize: bytes, size: bodies } = this.#bodies;
    return { hits: this.#hits, misses: this.#misses, bytes, bodies };
  }

  #isWorthKeeping(body: CachedResponse): boolean {
    const { calculatedSize, maxSize } = this.#bodies;
    if (calculatedSize + sizeOf(body) <= maxSize || this.#requestedOnce.delete(body.etag)) return true;
    this.#requestedOnce.set(body.etag, true);
    return false;
  }
}

/** Copy bytes that share a block with others: cached, they would keep all of it. */
function detach(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

function sizeOf({ body }: CachedResponse): number {
  return OVERHEAD + (Buffer.isBuffer(body) ? body.length : 0);
}
