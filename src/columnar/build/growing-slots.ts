import { GrowingBytes } from "../base/growing-bytes.js";
import { firstSlot, nextSlot, slotsFor } from "../base/hash-slots.js";

/** Items that slots are made for at first. */
const LEAST = 64;

/**
 * The way from hashes to items of a table that is being built, by open addressing:
 *
 *     items   u32 per slot
 *     tags    a byte per slot: 0 where it is free, else 128 and 7 bits of the hash
 *
 * Looking for what is new, as most is, goes over tags alone: items that it would have to be compared with are far away.
 */
export class GrowingSlots {
  #items = new Uint32Array(0);
  #tags = new Uint8Array(0);
  #length = 0;
  readonly #hashOf: (item: number) => number;

  /** @param hashOf gives the hash of an item that was entered, as often as slots are added */
  constructor(hashOf: (item: number) => number) {
    this.#hashOf = hashOf;
    this.#makeSlots(LEAST);
  }

  /** The item of a hash for which `isIt` holds, or -1. */
  find(hash: number, isIt: (item: number) => boolean): number {
    const tags = this.#tags;
    const wanted = tagOf(hash);
    let slot = firstSlot(hash, tags.length);
    for (let tag = tags[slot]!; tag !== 0; tag = tags[slot]!) {
      if (tag === wanted && isIt(this.#items[slot]!)) return this.#items[slot]!;
      slot = nextSlot(slot, tags.length);
    }
    return -1;
  }

  /** Enter the next item: they are 0, 1, 2, … */
  push(hash: number): void {
    const item = this.#length++;
    if (slotsFor(this.#length) <= this.#tags.length) {
      this.#put(item, hash);
      return;
    }
    this.#makeSlots(this.#length * 2);
    for (let each = 0; each < item; each++) this.#put(each, this.#hashOf(each));
    this.#put(item, hash);
  }

  /** Forget all items. */
  clear(): void {
    this.#length = 0;
    this.#makeSlots(LEAST);
  }

  #put(item: number, hash: number): void {
    const tags = this.#tags;
    let slot = firstSlot(hash, tags.length);
    while (tags[slot] !== 0) slot = nextSlot(slot, tags.length);
    tags[slot] = tagOf(hash);
    this.#items[slot] = item;
  }

  #makeSlots(items: number): void {
    const slots = slotsFor(items);
    this.#items = new Uint32Array(new GrowingBytes(slots * 4).buffer, 0, slots);
    this.#tags = new Uint8Array(new GrowingBytes(slots).buffer, 0, slots);
  }
}

/** Slots are chosen by the upper bits of a hash, tags by the lower ones. */
function tagOf(hash: number): number {
  return (hash & 0x7f) | 0x80;
}
