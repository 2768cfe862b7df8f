import { OverCapacity } from "../../errors/errors.js";
import type { Value } from "../../model/values/value.js";
import { GrowingBytes } from "../base/growing-bytes.js";
import { GrowingCodes } from "../base/growing-codes.js";
import { equalBytes, hashBytes } from "../base/hash-bytes.js";
import { MAX_TEXT_BYTES } from "../table/text-column.js";
import type { TextViews } from "../table/text-views.js";
import { isValid } from "../base/validity.js";

/** Stands for no text where the size of one, and 1, would. */
const MISSING = 0;
/** A UTF-16 code unit becomes so many bytes at most. */
const MOST_UNIT_BYTES = 3;

/**
 * Texts of a table that is being built, as UTF-8: no string is kept. A text is staged first: then it can be compared
 * with those that are there, and kept.
 *
 *     bytes     text│text│replaced│text│ … │staged
 *     starts    u32 per text
 *     sizes     u32 per text, and 1; 0 for no text
 */
export class GrowingTexts {
  readonly #memory = new GrowingBytes();
  #bytes = Buffer.from(this.#memory.buffer);
  #top = 0;
  /** Size of the text behind the others, and 1. */
  #staged = MISSING;
  readonly #starts = new GrowingCodes();
  readonly #sizes = new GrowingCodes();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Where the texts lie; another piece once texts have been staged. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  startOf(at: number): number {
    return this.#starts.get(at);
  }

  /** Bytes of a text; 0 of none. */
  sizeOf(at: number): number {
    return Math.max(0, this.#sizes.get(at) - 1);
  }

  isMissing(at: number): boolean {
    return this.#sizes.get(at) === MISSING;
  }

  hashOf(at: number): number {
    return hashBytes(this.#bytes, this.startOf(at), this.startOf(at) + this.sizeOf(at));
  }

  stage(text: Value): void {
    this.#staged = text === null ? MISSING : this.#write(text as string) + 1;
  }

  /** Stage a text that is bytes already. */
  stageBytes(bytes: Uint8Array, length: number): void {
    this.#reserve(length);
    for (let at = 0; at < length; at++) this.#bytes[this.#top + at] = bytes[at]!;
    this.#staged = length + 1;
  }

  get stagedHash(): number {
    return hashBytes(this.#bytes, this.#top, this.#top + this.#stagedBytes);
  }

  equalsStaged(at: number): boolean {
    return (
      this.#sizes.get(at) === this.#staged &&
      equalBytes(this.#bytes, this.#starts.get(at), this.#bytes, this.#top, this.#stagedBytes)
    );
  }

  /** Keep what is staged as the next text. */
  push(): void {
    this.replace(this.#length++);
  }

  /** Keep what is staged instead of a text. */
  replace(at: number): void {
    this.#starts.set(at, this.#top);
    this.#sizes.set(at, this.#staged);
    this.#top += this.#stagedBytes;
    this.#staged = MISSING;
  }

  /** Put the texts of a column behind the others. */
  pushAll({ offsets, bytes, validity }: TextViews): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#top);
    for (let text = 0; text < offsets.length - 1; text++) {
      this.#starts.set(this.#length, this.#top + offsets[text]!);
      this.#sizes.set(this.#length++, isValid(validity, text) ? offsets[text + 1]! - offsets[text]! + 1 : MISSING);
    }
    this.#top += bytes.length;
  }

  get #stagedBytes(): number {
    return Math.max(0, this.#staged - 1);
  }

  /** @returns the number of bytes */
  #write(text: string): number {
    this.#reserve(text.length * MOST_UNIT_BYTES);
    const bytes = this.#bytes;
    let at = this.#top;
    for (let unit = 0; unit < text.length; unit++) {
      const code = text.charCodeAt(unit);
      if (code > 0x7f) return bytes.write(text, this.#top);
      bytes[at++] = code;
    }
    return at - this.#top;
  }

  #reserve(bytes: number): void {
    const needed = this.#top + bytes;
    if (needed <= this.#bytes.length) return;
    if (needed > MAX_TEXT_BYTES) throw new OverCapacity("An attribute has more than 2 GiB of text; leave it out");
    this.#bytes = Buffer.from(this.#memory.reserve(needed));
  }
}
