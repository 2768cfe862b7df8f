import type { GrowingFloats } from "./growing-floats.js";

/** Index of the numbers of a table being built, all different: `TextIndex` for numbers. */
export class FloatIndex {
  readonly #floats: GrowingFloats;
  readonly #places = new Map<number | null, number>();

  constructor(floats: GrowingFloats) {
    this.#floats = floats;
    for (let at = 0; at < floats.length; at++) this.#places.set(floats.read(at), at);
  }

  /** Return the position of a number; a new number is appended. */
  enter(number: number | null): number {
    const known = this.#places.get(number);
    if (known !== undefined) return known;
    this.#floats.stage(number);
    this.#floats.push();
    this.#places.set(number, this.#floats.length - 1);
    return this.#floats.length - 1;
  }
}
