import { GrowingSlots } from "./growing-slots.js";
import type { GrowingTexts } from "./growing-texts.js";

/** The way from a text to its place among the texts of a table that is being built. */
export class TextIndex {
  readonly #texts: GrowingTexts;
  readonly #slots: GrowingSlots;
  readonly #isStaged: (at: number) => boolean;

  /** @param texts all of them different; they grow with the index */
  constructor(texts: GrowingTexts) {
    this.#texts = texts;
    this.#slots = new GrowingSlots((at) => texts.hashOf(at));
    this.#isStaged = (at) => texts.equalsStaged(at);
    for (let at = 0; at < texts.length; at++) this.#slots.push(texts.hashOf(at));
  }

  /** @returns the place of a text; that of a new one is the number of texts so far */
  enter(text: string | null): number {
    this.#texts.stage(text);
    return this.enterStaged();
  }

  /** The same of the text that is staged. */
  enterStaged(): number {
    const hash = this.#texts.stagedHash;
    const known = this.#slots.find(hash, this.#isStaged);
    if (known >= 0) return known;
    this.#texts.push();
    this.#slots.push(hash);
    return this.#texts.length - 1;
  }
}
