/** Texts of the members of a large dimension stay out of the JavaScript heap. */
const PACKED_FROM = 50_000;

/** One text per member. `null` is no value. */
export interface Texts {
  readonly length: number;
  at(index: number): string | null;
  /** Every index whose text equals `text`. */
  find(text: string): number[];
}

/** Keep texts: few as they are, many as UTF-8 in one piece. */
export function keepTexts(texts: readonly (string | null)[]): Texts {
  const canPack = texts.length >= PACKED_FROM && texts.every((text) => text !== null && text.isWellFormed());
  return canPack ? new PackedTexts(texts as readonly string[]) : new PlainTexts(texts);
}

class PlainTexts implements Texts {
  readonly #texts: readonly (string | null)[];

  constructor(texts: readonly (string | null)[]) {
    this.#texts = texts;
  }

  get length(): number {
    return this.#texts.length;
  }

  at(index: number): string | null {
    return this.#texts[index]!;
  }

  find(text: string): number[] {
    const found: number[] = [];
    for (let at = this.#texts.indexOf(text); at >= 0; at = this.#texts.indexOf(text, at + 1)) found.push(at);
    return found;
  }
}

/**
 *     ends    u32 │ u32 │ …        where text 0, text 1, … end
 *     bytes   text 0│text 1│…      UTF-8
 */
class PackedTexts implements Texts {
  readonly #ends: Uint32Array;
  readonly #bytes: Buffer;

  constructor(texts: readonly string[]) {
    this.#ends = new Uint32Array(texts.length);
    let end = 0;
    for (let at = 0; at < texts.length; at++) {
      end += Buffer.byteLength(texts[at]!);
      this.#ends[at] = end;
    }
    this.#bytes = Buffer.allocUnsafeSlow(end);
    let start = 0;
    for (const text of texts) start += this.#bytes.write(text, start);
  }

  get length(): number {
    return this.#ends.length;
  }

  at(index: number): string {
    return this.#bytes.toString("utf8", index === 0 ? 0 : this.#ends[index - 1], this.#ends[index]);
  }

  find(text: string): number[] {
    if (!text.isWellFormed()) return [];
    const wanted = Buffer.from(text);
    const last = wanted.at(-1);
    const found: number[] = [];
    let start = 0;
    for (let at = 0; at < this.#ends.length; at++) {
      const end = this.#ends[at]!;
      // Numbers differ at their end: its byte saves most comparisons.
      const isLike = end - start === wanted.length && (end === start || this.#bytes[end - 1] === last);
      if (isLike && wanted.compare(this.#bytes, start, end) === 0) found.push(at);
      start = end;
    }
    return found;
  }
}
