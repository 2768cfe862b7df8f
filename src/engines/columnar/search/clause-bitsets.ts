import { lengthen } from "../base/lengthen.js";

/** Sets of clauses as bits, each stored once and numbered from 1 on. Set 0 is empty. */
export class ClauseBitsets {
  /** Number of 32-bit words of a set. */
  readonly words: number;
  readonly #take: (bytes: number) => void;
  #bits: Uint32Array<ArrayBuffer>;
  #slots = new Uint32Array(64);
  #size = 0;

  /** @param take counts the bytes that the sets are about to take; throws if these are too many */
  constructor(clauses: number, take: (bytes: number) => void) {
    this.words = Math.ceil(clauses / 32);
    this.#take = take;
    this.#bits = new Uint32Array(32 * this.words);
  }

  /** Return the number of the set in `bits` at an offset in words; 0 for an empty one. */
  numberOf(bits: Uint32Array, at: number): number {
    if (isEmpty(bits, at, this.words)) return 0;
    const mask = this.#slots.length - 1;
    let slot = hash(bits, at, this.words) & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      if (this.#equals(this.#slots[slot]!, bits, at)) return this.#slots[slot]!;
    }
    const set = ++this.#size;
    if ((set + 1) * this.words > this.#bits.length || set * 2 > this.#slots.length) this.#grow();
    this.#bits.set(bits.subarray(at, at + this.words), set * this.words);
    this.#enter(set);
    return set;
  }

  /** Return the number of the set with the clauses of `set` that are also in `mask`. */
  intersect(set: number, mask: Uint32Array): number {
    const both = new Uint32Array(this.words);
    for (let word = 0; word < this.words; word++) both[word] = this.#bits[set * this.words + word]! & mask[word]!;
    return this.numberOf(both, 0);
  }

  /** Visit the clauses of a set in ascending order. */
  forEach(set: number, visit: (clause: number) => void): void {
    for (let word = 0; word < this.words; word++) {
      for (let bits = this.#bits[set * this.words + word]!; bits !== 0; bits &= bits - 1) {
        visit(word * 32 + 31 - Math.clz32(bits & -bits));
      }
    }
  }

  #equals(set: number, bits: Uint32Array, at: number): boolean {
    const own = set * this.words;
    for (let word = 0; word < this.words; word++) if (this.#bits[own + word] !== bits[at + word]) return false;
    return true;
  }

  #grow(): void {
    const length = this.#bits.length * 2;
    this.#take((length / 2) * 4 + this.#slots.byteLength);
    this.#bits = lengthen(this.#bits, length);
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let set = 1; set < this.#size; set++) this.#enter(set);
  }

  #enter(set: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash(this.#bits, set * this.words, this.words) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = set;
  }
}

function isEmpty(bits: Uint32Array, at: number, words: number): boolean {
  for (let word = 0; word < words; word++) if (bits[at + word] !== 0) return false;
  return true;
}

function hash(bits: Uint32Array, at: number, words: number): number {
  let mixed = 0;
  for (let word = 0; word < words; word++) mixed = Math.imul(mixed ^ bits[at + word]!, 0x9e37_79b1) ^ (mixed >>> 15);
  return Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b) >>> 7;
}
