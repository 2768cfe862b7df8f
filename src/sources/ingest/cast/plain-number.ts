/** Any integer of this many digits is exact in a double. */
const MAX_DIGITS = 15;
/** Maximum characters of a plain number. */
export const MAX_PLAIN = MAX_DIGITS + 1;

const MINUS = 0x2d;
const ZERO = 0x30;

/**
 * Reads numbers in their plainest form: digits with an optional leading minus and an optional decimal sign. Nearly every
 * amount has this form. The results equal those of `convert`.
 */
export class PlainNumber {
  /** The last number is `integer` / 10^`scale`. */
  integer = 0;
  scale = 0;
  readonly #point: number;

  /** @param sign the decimal sign */
  constructor(sign: "." | ",") {
    this.#point = sign.charCodeAt(0);
  }

  /**
   * Read a number of some characters.
   * @returns false for any other form, even if it is a valid number
   */
  read(characters: ArrayLike<number>, from: number, end: number): boolean {
    const negative = characters[from] === MINUS;
    const start = negative ? from + 1 : from;
    if (end - start > MAX_DIGITS || end === start) return false;
    let number = 0;
    let pointAt = -1;
    // The number without trailing zeros after the decimal sign.
    let scale = 0;
    let significant = 0;
    for (let at = start; at < end; at++) {
      const code = characters[at]!;
      const digit = code - ZERO;
      if (digit >= 0 && digit <= 9) {
        number = number * 10 + digit;
        if (pointAt < 0 || digit > 0) {
          significant = number;
          scale = pointAt < 0 ? 0 : at - pointAt;
        }
      } else if (code === this.#point && pointAt < 0 && at > start) {
        pointAt = at;
      } else {
        return false;
      }
    }
    if (pointAt === end - 1) return false;
    // Not -0.
    this.integer = negative && significant > 0 ? -significant : significant;
    this.scale = scale;
    return true;
  }
}
