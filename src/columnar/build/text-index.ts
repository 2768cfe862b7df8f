import { GrowingSlots } from "./growing-slots.js";
import { hashBytes } from "../base/hash-bytes.js";
import type { TextSlices } from "../../engine/row-batch.js";
import type { GrowingTexts } from "./growing-texts.js";

/** Index of the texts of a table being built, from text to position. */
export class TextIndex {
  readonly #texts: GrowingTexts;
  readonly #slots: GrowingSlots;
  #hashes = new Uint32Array(0);
  readonly #isStaged: (at: number) => boolean;

  /** @param texts all different; new texts that are entered are appended to them */
  constructor(texts: GrowingTexts) {
    this.#texts = texts;
    this.#slots = new GrowingSlots();
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
    return this.enterStaged();
  }

  /**
   * Find the positions of texts in UTF-8; new texts are appended.
   * @param places of the texts in `texts`
   * @param positions gets the position of each text, at its place
   */
  enterAll({ bytes, starts, sizes }: TextSlices, places: Uint32Array, positions: Uint32Array): void {
    if (places.length > this.#hashes.length) this.#hashes = new Uint32Array(places.length * 2);
    const hashes = this.#hashes;
    for (let at = 0; at < places.length; at++) {
      const start = starts[places[at]!]!;
      hashes[at] = hashBytes(bytes, start, start + sizes[places[at]!]!);
    }
    this.#slots.touch(hashes, places.length);
    for (let at = 0; at < places.length; at++) {
      const place = places[at]!;
      this.#texts.stageBytes(bytes, starts[place]!, sizes[place]!, hashes[at]!);
      positions[place] = this.enterStaged();
    }
  }

  /** Return the position of the staged text; a new text is appended. */
  enterStaged(): number {
    const hash = this.#texts.stagedHash;
    const known = this.#slots.find(hash, this.#isStaged);
    if (known >= 0) return known;
    this.#texts.push();
    this.#slots.push(hash);
    return this.#texts.length - 1;
  }
}
