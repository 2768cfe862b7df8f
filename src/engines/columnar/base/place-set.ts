import { lengthen } from "./lengthen.js";

/** Places of a chunk: at most 2^16, so that 16 bits are enough for each. */
const CHUNK_BITS = 16;
const CHUNK = 2 ** CHUNK_BITS;
/** Maximum places of a chunk that are listed; more take a bit for each place. */
const MAX_LISTED = CHUNK / 16;

/** Places of one chunk: a list in ascending order, or a bitmap. */
type Chunk = Uint16Array | Uint32Array | null;

/**
 * Set of integers, added in ascending order. Each chunk of 2^16 is a list if it has few of them, else a bitmap: a set
 * takes at most a bit for each possible integer.
 */
export class PlaceSet {
  readonly #take: (bytes: number) => void;
  readonly #chunks: Chunk[] = [];
  #open = new Uint16Array(4);
  #listed = 0;
  #bitmap: Uint32Array | null = null;
  #chunk = 0;
  #count = 0;

  /** @param take counts the bytes that the set is about to take; throws if these are too many */
  constructor(take: (bytes: number) => void) {
    this.#take = take;
  }

  /** Number of integers. */
  get count(): number {
    return this.#count;
  }

  /** Add an integer above all others. */
  add(place: number): void {
    const chunk = place >>> CHUNK_BITS;
    if (chunk !== this.#chunk) this.#close(chunk);
    const own = place & (CHUNK - 1);
    this.#count++;
    if (this.#bitmap) {
      this.#bitmap[own >>> 5]! |= 1 << (own & 31);
      return;
    }
    if (this.#listed === MAX_LISTED) {
      this.#take(CHUNK / 8);
      this.#bitmap = new Uint32Array(CHUNK / 32);
      for (let at = 0; at < this.#listed; at++) this.#bitmap[this.#open[at]! >>> 5]! |= 1 << (this.#open[at]! & 31);
      this.#bitmap[own >>> 5]! |= 1 << (own & 31);
      this.#listed = 0;
      return;
    }
    if (this.#listed === this.#open.length) this.#open = lengthen(this.#open, this.#listed * 2);
    this.#open[this.#listed++] = own;
  }

  /** Visit the integers from `from` up to `to`, which is excluded, in ascending order. Nothing can be added after it. */
  forEach(visit: (place: number) => void, from = 0, to = Infinity): void {
    this.#close(this.#chunk + 1);
    for (let chunk = from >>> CHUNK_BITS; chunk < this.#chunks.length && chunk * CHUNK < to; chunk++) {
      const own = this.#chunks[chunk];
      if (!own) continue;
      const first = chunk * CHUNK;
      const start = Math.max(0, from - first);
      const end = Math.min(CHUNK, to - first);
      if (own instanceof Uint16Array) visitList(own, first, start, end, visit);
      else visitBitmap(own, first, start, end, visit);
    }
  }

  /** List all integers. Nothing can be added after it. */
  list(): Uint32Array {
    const listed = new Uint32Array(this.#count);
    let at = 0;
    this.forEach((place) => (listed[at++] = place));
    return listed;
  }

  /** Close the open chunk, and open another one. */
  #close(chunk: number): void {
    if (this.#bitmap) this.#chunks[this.#chunk] = this.#bitmap;
    else if (this.#listed > 0) {
      this.#take(this.#listed * 2);
      this.#chunks[this.#chunk] = this.#open.slice(0, this.#listed);
    }
    this.#bitmap = null;
    this.#listed = 0;
    this.#chunk = chunk;
  }
}

function visitList(list: Uint16Array, first: number, start: number, end: number, visit: (place: number) => void): void {
  for (let at = 0; at < list.length; at++) {
    const own = list[at]!;
    if (own >= end) return;
    if (own >= start) visit(first + own);
  }
}

function visitBitmap(
  bitmap: Uint32Array,
  first: number,
  start: number,
  end: number,
  visit: (place: number) => void,
): void {
  for (let at = start >>> 5; at < bitmap.length && at * 32 < end; at++) {
    for (let word = bitmap[at]!; word !== 0; word &= word - 1) {
      const own = at * 32 + 31 - Math.clz32(word & -word);
      if (own >= start && own < end) visit(first + own);
    }
  }
}
