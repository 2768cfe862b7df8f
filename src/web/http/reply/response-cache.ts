import { LRUCache } from "lru-cache";
import { BATCH } from "./batches.js";
import type { AboutReply, Again, ByteStream, Headers, HttpReply } from "../message/message.js";
import type { ComputedBody } from "./compute-body.js";
import { Utf8Writers } from "./utf8-writers.js";

/** A body as it is sent, with the values that its headers need. */
export interface CachedResponse extends ComputedBody {
  readonly etag: string;
}

/** A reply to requests with one cache key, without its body. */
interface KnownReply extends Again {
  readonly headers: Headers;
  readonly about: AboutReply | undefined;
}

/** A body that is being computed. */
interface Running {
  body: Promise<CachedResponse> | undefined;
}

/** Figures of the response cache since the start. */
export interface CacheCounts {
  /** Replies sent from the cache, and public replies that had to be computed. */
  readonly hits: number;
  readonly misses: number;
  /** Size and number of the cached bodies. */
  readonly bytes: number;
  readonly bodies: number;
}

/** Estimated overhead of a cached body, and of a reply, in bytes. */
const OVERHEAD = 512;
/** The share of all bytes that replies and their cache keys may take. */
const REPLY_SHARE = 1 / 8;
/** Number of uncached bodies that are remembered as requested once. */
const MAX_SEEN_ONCE = 8192;

/** Bytes of the space for the copy of a stream at its beginning, of one that is kept for the next, and their number. */
const COPY = 2 ** 18;
const MAX_COPY = 2 ** 22;
const MAX_COPIES = 2;

/**
 * Caches bodies of public answers as they are sent. Keys include everything that a body depends on, also the version of
 * the data: entries never become invalid.
 *
 * A body that is sent as a stream is kept once all of it was sent.
 *
 * When the cache is full, a body must be requested twice before it replaces others. Otherwise every request that is
 * never repeated would replace a cached body, and cause garbage collections of old memory, which pause all requests.
 */
export class ResponseCache {
  /** Encoders of bodies that are being computed. */
  readonly writers = new Utf8Writers(BATCH);
  readonly #bodies: LRUCache<string, CachedResponse>;
  readonly #replies: LRUCache<string, KnownReply>;
  /** Entity tags of bodies that were requested once and are not cached. */
  readonly #seenOnce = new LRUCache<string, true>({ max: MAX_SEEN_ONCE });
  readonly #running = new Map<string, Running>();
  /** Space for copies of streams, which is used again: new space for each would be garbage outside the heap. */
  readonly #copies: Buffer[] = [];
  /** Bytes of streams that are copied while they are sent. */
  #gathering = 0;

  #hits = 0;
  #misses = 0;

  /** @param maxBytes size of everything together; 0 caches nothing */
  constructor(maxBytes: number) {
    const replyBytes = Math.floor(maxBytes * REPLY_SHARE);
    this.#bodies = new LRUCache({ maxSize: Math.max(1, maxBytes - replyBytes), sizeCalculation: sizeOf });
    this.#replies = new LRUCache({
      maxSize: Math.max(1, replyBytes),
      sizeCalculation: ({ key }, requestKey) => OVERHEAD + requestKey.length + key.length,
    });
  }

  /** Return the last reply to requests with a cache key, if it is still valid and its body still cached. */
  recall(requestKey: string): HttpReply | undefined {
    const known = this.#replies.get(requestKey);
    if (!known) return undefined;
    const cached = known.holds() ? this.#bodies.get(known.key) : undefined;
    if (!cached) this.#replies.delete(requestKey);
    if (!cached) return undefined;
    this.#hits++;
    return { status: 200, headers: known.headers, body: cached.body, ...(known.about && { about: known.about }) };
  }

  /** Store a reply under the cache key of its request, if it may be repeated and its body is cached. */
  remember(requestKey: string, { again, headers, about }: HttpReply): void {
    if (!again || !this.#bodies.has(again.key)) return;
    const known = about && { ...about, cached: true, effort: undefined };
    this.#replies.set(requestKey, { headers, about: known, ...again });
  }

  /** Return the body of a key, computed if not cached. Simultaneous calls wait for one computation. */
  async take(key: string, make: () => Promise<CachedResponse>): Promise<CachedResponse> {
    const cached = this.#bodies.get(key);
    if (cached) this.#hits++;
    else this.#misses++;
    if (cached) return cached;
    const running = this.#running.get(key);
    if (running) {
      // A stream can have one reader only, and the first request may have been cancelled.
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
      const response = await make();
      if (!Buffer.isBuffer(response.body)) return { ...response, body: this.#gather(key, response, response.body) };
      if (!this.#isWorthKeeping(response)) return response;
      const cached = { ...response, body: detach(response.body) };
      this.#bodies.set(key, cached);
      return cached;
    } finally {
      this.#running.delete(key);
      // A map with equal numbers of insertions and deletions leaves old tables behind. Each references the next one and
      // its entries until a full garbage collection; so the entry must not reference the body.
      running.body = undefined;
    }
  }

  /** Return a stream whose copy is kept once all of it has been read. */
  #gather(key: string, response: CachedResponse, stream: ByteStream): ByteStream {
    let copy: Buffer | null = this.#copies.pop() ?? Buffer.allocUnsafeSlow(COPY);
    let size = 0;
    const end = (): void => {
      if (copy && copy.length <= MAX_COPY && this.#copies.length < MAX_COPIES) this.#copies.push(copy);
      this.#gathering -= size;
      [copy, size] = [null, 0];
    };
    const add = (piece: Buffer): void => {
      this.#gathering += piece.length;
      const first = size;
      size += piece.length;
      if (this.#gathering > this.#bodies.maxSize || !this.#mayKeep(response.etag, size)) return end();
      if (size > copy!.length) copy = lengthen(copy!, 2 * size, first);
      // A piece lasts until the next one is requested.
      piece.copy(copy!, first);
    };
    return {
      next: async () => {
        const next = await stream.next();
        if (copy && !next.done) add(next.value);
        else if (copy) {
          const body = lengthen(copy, size, size);
          end();
          this.#seenOnce.delete(response.etag);
          this.#bodies.set(key, { ...response, body });
        }
        return next;
      },
      return: () => {
        end();
        return stream.return();
      },
    };
  }

  figures(): CacheCounts {
    const { calculatedSize: bytes, size: bodies } = this.#bodies;
    return { hits: this.#hits, misses: this.#misses, bytes, bodies };
  }

  #isWorthKeeping(response: CachedResponse): boolean {
    const isKept = this.#mayKeep(response.etag, sizeOf(response));
    if (isKept) this.#seenOnce.delete(response.etag);
    return isKept;
  }

  /** True if a body may replace others. If not, it may the next time. */
  #mayKeep(etag: string, size: number): boolean {
    const { calculatedSize, maxSize } = this.#bodies;
    if (size + OVERHEAD > maxSize) return false;
    if (calculatedSize + size <= maxSize || this.#seenOnce.has(etag)) return true;
    this.#seenOnce.set(etag, true);
    return false;
  }
}

/** Copy bytes that share a block with others: in the cache they would keep the whole block alive. */
function detach(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  return lengthen(bytes, bytes.length, bytes.length);
}

/** Copy bytes to a longer space of their own. @param used number of bytes to copy */
function lengthen(bytes: Buffer, length: number, used: number): Buffer {
  const longer = Buffer.allocUnsafeSlow(length);
  bytes.copy(longer, 0, 0, used);
  return longer;
}

function sizeOf({ body }: CachedResponse): number {
  return OVERHEAD + (Buffer.isBuffer(body) ? body.length : 0);
}
