import type { TextSlices } from "../../../core/engine/row-batch.js";
import { hashBytes } from "../base/hash-bytes.js";
import { GrowingSlots } from "./growing-slots.js";
import type { GrowingTexts } from "./growing-texts.js";

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

  /** Return the hash of the text at a position, as `hashBytes` makes it. */
  hashOf(position: number): number {
    return this.#slots.hashOf(position);
  }

  /** Return the position of a text; a new text is appended. */
  enter(text: string | null): number {
    this.#texts.stage(text);
    const hash = this.#texts.stagedHash;
    const known = this.#slots.find(hash, this.#isStaged);
    return known < 0 ? this.#append(hash) : known;
  }

  /**
   * Find the positions of texts in UTF-8; new texts are appended.
   * @param places of the texts in `texts`
   * @param positions gets the position of each text, at its place
   */
  enterAll(texts: TextSlices, places: Uint32Array, positions: Uint32Array): void {
    const { bytes, starts, sizes } = texts;
    let [from, size] = [0, 0];
    const isIt = (at: number): boolean => this.#texts.equals(at, bytes, from, size);
    for (const place of places) {
      [from, size] = [starts[place]!, sizes[place]!];
      const hash = hashBytes(bytes, from, from + size);
      const known = this.#slots.find(hash, isIt);
      if (known < 0) this.#texts.stageBytes(bytes, from, size);
      positions[place] = known < 0 ? this.#append(hash) : known;
    }
  }

  /** Append the staged text, which is new. */
  #append(hash: number): number {
    this.#texts.push();
    this.#slots.push(hash);
    return this.#texts.length - 1;
  }
}
