import { lengthen } from "./lengthen.js";

/** Minimum number of slots. */
const MIN_SLOTS = 8;
/** Bytes for each pair: both numbers, and two slots at most half full. */
const PAIR_BYTES = 16;

/** Numbers pairs of integers from 1 on, in the order in which they are first given. Integers have 32 bits. */
export class PairIndex {
  readonly #take: (bytes: number) => void;
  #firsts = new Uint32Array(MIN_SLOTS);
  #seconds = new Uint32Array(MIN_SLOTS);
  /** Number of the pair in each slot; 0 for none. */
  #slots = new Uint32Array(MIN_SLOTS * 2);
  #size = 0;
  #last = 0;

  /** @param take counts the bytes that the index is about to take; throws if these are too many */
  constructor(take: (bytes: number) => void) {
    this.#take = take;
  }

  /** Number of pairs. */
  get size(): number {
    return this.#size;
  }

  firstOf(number: number): number {
    return this.#firsts[number]!;
  }

  secondOf(number: number): number {
    return this.#seconds[number]!;
  }

  /** Return the number of a pair, a new one for a new pair. */
  numberOf(first: number, second: number): number {
    const last = this.#last;
    // Neighbouring rows often have the same pair.
    if (last !== 0 && this.#firsts[last] === first && this.#seconds[last] === second) return last;
    return (this.#last = this.#find(first, second));
  }

  #find(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash(first, second) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]!;
      if (number === 0) return this.#add(first, second, slot);
      if (this.#firsts[number] === first && this.#seconds[number] === second) return number;
    }
  }

  #add(first: number, second: number, slot: number): number {
    const number = ++this.#size;
    if (number === this.#firsts.length) {
      this.#grow();
      return this.#enter(first, second, number);
    }
    this.#slots[slot] = number;
    this.#firsts[number] = first;
    this.#seconds[number] = second;
    return number;
  }

  #grow(): void {
    const length = this.#firsts.length * 2;
    this.#take((length / 2) * PAIR_BYTES);
    this.#firsts = lengthen(this.#firsts, length);
    this.#seconds = lengthen(this.#seconds, length);
    this.#slots = new Uint32Array(length * 2);
    for (let number = 1; number < this.#size; number++) {
      this.#enter(this.#firsts[number]!, this.#seconds[number]!, number);
    }
  }

  #enter(first: number, second: number, number: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash(first, second) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number;
    this.#firsts[number] = first;
    this.#seconds[number] = second;
    return number;
  }
}

function hash(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e37_79b1) ^ Math.imul(second, 0x85eb_ca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2_ae35) >>> 7;
}
