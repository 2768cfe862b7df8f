import { GrowingBytes } from "../base/growing-bytes.js";
import { firstSlot, nextSlot, slotsFor } from "../base/hash-slots.js";

/** Initial capacity, in items. */
const INITIAL_ITEMS = 64;

/** Tags that were read only to fetch their slots. */
let seen = new Uint8Array(0);

/**
 * Hash table of a table being built, from hashes to items, with open addressing:
 *
 *     items   u32 per slot
 *     tags    u8 per slot: 0 if the slot is free, else 128 + 7 bits of the hash
 *
 * Most lookups are of new items. They read only the tags: comparing with items would miss the processor's cache.
 */
export class GrowingSlots {
  #items = new Uint32Array(0);
  #tags = new Uint8Array(0);
  #length = 0;
  /** Hash of each item, to enter it again when the table grows. */
  readonly #memory = new GrowingBytes();
  #hashes = new Uint32Array(this.#memory.buffer);

  constructor() {
    this.#makeSlots(INITIAL_ITEMS);
  }

  /** Return the item that has the hash and for which `isIt` holds, or -1. */
  find(hash: number, isIt: (item: number) => boolean): number {
    let slot = this.firstSlot(hash);
    while (slot >= 0 && !isIt(this.#items[slot]!)) slot = this.nextSlot(slot, hash);
    return slot < 0 ? -1 : this.#items[slot]!;
  }

  /** Return the slot of the first item that may have a hash, or -1; then `nextSlot` goes on. */
  firstSlot(hash: number): number {
    return this.#seek(firstSlot(hash, this.#tags.length), tagOf(hash));
  }

  /** Return the slot of the next item that may have a hash, or -1. @param slot of the last one */
  nextSlot(slot: number, hash: number): number {
    return this.#seek(nextSlot(slot, this.#tags.length), tagOf(hash));
  }

  /** Return the item of a slot. */
  itemAt(slot: number): number {
    return this.#items[slot]!;
  }

  /**
   * Read the slots where the lookups of some hashes begin. The processor fetches them at the same time, while lookups would
   * wait for them one after the other.
   */
  touch(hashes: Uint32Array, count: number): void {
    const tags = this.#tags;
    if (count > seen.length) seen = new Uint8Array(count);
    for (let at = 0; at < count; at++) seen[at] = tags[firstSlot(hashes[at]!, tags.length)]!;
  }

  /** Return the hash of an item. */
  hashOf(item: number): number {
    return this.#hashes[item]!;
  }

  /** Enter the next item. Items are numbered 0, 1, 2, … */
  push(hash: number): void {
    const item = this.#length++;
    if (item >= this.#hashes.length) this.#hashes = new Uint32Array(this.#memory.reserve((item + 1) * 4));
    this.#hashes[item] = hash;
    if (slotsFor(this.#length) <= this.#tags.length) {
      this.#put(item, hash);
      return;
    }
    this.#makeSlots(this.#length * 2);
    for (let each = 0; each <= item; each++) this.#put(each, this.#hashes[each]!);
  }

  /** Forget the slots: no item can be found or entered any more, only hashes read. */
  close(): void {
    this.#items = new Uint32Array(0);
    this.#tags = new Uint8Array(0);
  }

  /** Forget all items. */
  clear(): void {
    this.#length = 0;
    this.#memory.clear();
    this.#hashes = new Uint32Array(this.#memory.buffer);
    this.#makeSlots(INITIAL_ITEMS);
  }

  /** Return the slot of the next item with a tag, from a slot on; -1 if a free one comes before. */
  #seek(from: number, wanted: number): number {
    const tags = this.#tags;
    let slot = from;
    for (let tag = tags[slot]!; tag !== 0; tag = tags[slot]!) {
      if (tag === wanted) return slot;
      slot = nextSlot(slot, tags.length);
    }
    return -1;
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

/** Return the tag of a hash: its lower bits, because the upper bits choose the slot. */
function tagOf(hash: number): number {
  return (hash & 0x7f) | 0x80;
}
