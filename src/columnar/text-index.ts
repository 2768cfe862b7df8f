import { GrowingCodes } from "./growing-codes.js";
import type { GrowingTexts } from "./growing-texts.js";
import { firstSlot, makeSlots, nextSlot, slotsFor } from "./slots.js";

/** The way from a text to its place among the texts of a table that is being built, by open addressing. */
export class TextIndex {
  readonly #texts: GrowingTexts;
  readonly #hashes = new GrowingCodes();
  #slots: Uint32Array;

  /** @param texts all of them different; they grow with the index */
  constructor(texts: GrowingTexts) {
    this.#texts = texts;
    this.#slots = makeSlots(Math.max(texts.length, 64));
    for (let at = 0; at < texts.length; at++) this.#enterSlot(at, texts.hashOf(at));
  }

  /** @returns the place of a text; that of a new one is the number of texts so far */
  enter(text: string | null): number {
    this.#texts.stage(text);
    return this.enterStaged();
  }

  /** The same of the text that is staged. */
  enterStaged(): number {
    const texts = this.#texts;
    const hash = texts.stagedHash;
    const slots = this.#slots;
    for (let slot = firstSlot(hash, slots.length); slots[slot] !== 0; slot = nextSlot(slot, slots.length)) {
      const at = slots[slot]! - 1;
      if (this.#hashes.get(at) === hash && texts.equalsStaged(at)) return at;
    }
    texts.push();
    if (slotsFor(texts.length) > slots.length) this.#grow();
    this.#enterSlot(texts.length - 1, hash);
    return texts.length - 1;
  }

  #enterSlot(at: number, hash: number): void {
    this.#hashes.set(at, hash);
    let slot = firstSlot(hash, this.#slots.length);
    while (this.#slots[slot] !== 0) slot = nextSlot(slot, this.#slots.length);
    this.#slots[slot] = at + 1;
  }

  /** Twice the slots, for all texts but the newest. */
  #grow(): void {
    this.#slots = makeSlots(this.#texts.length * 2);
    for (let at = 0; at < this.#texts.length - 1; at++) this.#enterSlot(at, this.#hashes.get(at));
  }
}
