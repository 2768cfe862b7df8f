import type { TextSlices } from "../../../core/engine/row-batch.js";
import { hashBytes } from "../base/hash-bytes.js";
import { GrowingSlots } from "./growing-slots.js";
import type { GrowingTexts } from "./growing-texts.js";

/** Texts that are looked up together. */
const TOGETHER = 256;
const hashes = new Uint32Array(TOGETHER);

/** Index of the texts of a table being built, from text to position. */
export class TextIndex {
  readonly #texts: GrowingTexts;
  readonly #slots = new GrowingSlots();
  readonly #isStaged: (at: number) => boolean;

  /** @param texts all different, but that several may be missing; new texts that are entered are appended to them */
  constructor(texts: GrowingTexts) {
    this.#texts = texts;
    this.#isStaged = (at) => texts.equalsStaged(at);
    for (let at = 0; at < texts.length; at++) this.#slots.push(texts.hashOf(at));
  }

  /** Release what only finding and entering texts needs. */
  close(): void {
    this.#slots.close();
  }

  /** Return the hash of the text at a position, as `hashBytes` makes it. */
  hashOf(position: number): number {
    return this.#slots.hashOf(position);
  }

  /** Return the position of a text; a new text is appended. */
  enter(text: string | null): number {
    this.#texts.stage(text);
    const hash = this.#texts.stagedHash;
    const known = this.#slots.find(hash, this.#isStaged);
    if (known >= 0) return known;
    this.#texts.push();
    this.#slots.push(hash);
    return this.#texts.length - 1;
  }

  /**
   * Find the positions of texts in UTF-8; new texts are appended.
   * @param places of the texts in `texts`
   * @param positions gets the position of each text, at its place
   */
  enterAll(texts: TextSlices, places: Uint32Array, positions: Uint32Array): void {
    const { bytes, starts, sizes } = texts;
    for (let first = 0; first < places.length; first += TOGETHER) {
      const count = Math.min(TOGETHER, places.length - first);
      for (let at = 0; at < count; at++) {
        const start = starts[places[first + at]!]!;
        hashes[at] = hashBytes(bytes, start, start + sizes[places[first + at]!]!);
      }
      this.#slots.touch(hashes, count);
      for (let at = 0; at < count; at++) {
        const place = places[first + at]!;
        positions[place] = this.#enterBytes(hashes[at]!, bytes, starts[place]!, sizes[place]!);
      }
    }
  }

  #enterBytes(hash: number, bytes: Uint8Array, from: number, size: number): number {
    const slots = this.#slots;
    for (let slot = slots.firstSlot(hash); slot >= 0; slot = slots.nextSlot(slot, hash)) {
      const known = slots.itemAt(slot);
      if (this.#texts.equals(known, bytes, from, size)) return known;
    }
    this.#texts.pushBytes(bytes, from, size);
    slots.push(hash);
    return this.#texts.length - 1;
  }
}
