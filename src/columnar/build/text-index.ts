import { GrowingSlots } from "./growing-slots.js";
import type { GrowingTexts } from "./growing-texts.js";

/** Index of the texts of a table being built, from text to position. */
export class TextIndex {
  readonly #texts: GrowingTexts;
  readonly #slots: GrowingSlots;
  readonly #isStaged: (at: number) => boolean;

  /** @param texts all different; new texts that are entered are appended to them */
  constructor(texts: GrowingTexts) {
    this.#texts = texts;
    this.#slots = new GrowingSlots();
    this.#isStaged = (at) => texts.equalsStaged(at);
    for (let at = 0; at < texts.length; at++) this.#slots.push(texts.hashOf(at));
  }

  /** Return the position of a text; a new text is appended. */
  enter(text: string | null): number {
    this.#texts.stage(text);
    return this.enterStaged();
  }

  /** Return the position of a text in UTF-8; a new text is appended. */
  enterBytes(bytes: Uint8Array, from: number, length: number): number {
    this.#texts.stageBytes(bytes, length, from);
    return this.enterStaged();
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
