import { errorText } from "../../../core/errors/error-text.js";
import { OverCapacity } from "../../../core/errors/errors.js";
import type { Value } from "../../../core/model/values/value.js";
import { GrowingBytes } from "../base/growing-bytes.js";
import { GrowingCodes } from "../base/growing-codes.js";
import { equalBytes, hashBytes } from "../base/hash-bytes.js";
import { MAX_UNIT_BYTES, writeUtf8 } from "../base/write-utf8.js";
import { MAX_TEXT_BYTES } from "../table/text-column.js";
import type { TextViews } from "../table/text-views.js";
import { isValid } from "../base/validity.js";

/** Stored instead of size + 1 for a missing text. */
const MISSING = 0;

/**
 * Texts of a table being built, as UTF-8; no JavaScript string is stored. A text is staged first; it can then be
 * compared with the others and stored.
 *
 *     bytes     text│text│replaced│text│ … │staged
 *     starts    offset per text
 *     sizes     size + 1 per text; 0 for a missing text
 */
export class GrowingTexts {
  readonly #memory = new GrowingBytes();
  #bytes = Buffer.from(this.#memory.buffer);
  #top = 0;
  /** Size + 1 of the staged text, which lies behind the others. */
  #staged = MISSING;
  /** Hash of the staged text; `null` before it is computed. */
  #stagedHash: number | null = null;
  readonly #startBytes = new GrowingBytes();
  #starts = new Uint32Array(this.#startBytes.buffer);
  readonly #sizes = new GrowingCodes();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Bytes of all texts. Staging a text may move them to another buffer. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  startOf(at: number): number {
    return this.#starts[at]!;
  }

  /** Return the bytes of a text; 0 if it is missing. */
  sizeOf(at: number): number {
    return Math.max(0, this.#sizes.get(at) - 1);
  }

  read(at: number): string | null {
    if (this.isMissing(at)) return null;
    return this.bytes.toString("utf8", this.startOf(at), this.startOf(at) + this.sizeOf(at));
  }

  isMissing(at: number): boolean {
    return this.#sizes.get(at) === MISSING;
  }

  hashOf(at: number): number {
    return hashBytes(this.#bytes, this.startOf(at), this.startOf(at) + this.sizeOf(at));
  }

  stage(text: Value): void {
    this.#stagedHash = null;
    this.#staged = text === null ? MISSING : this.#write(text as string) + 1;
  }

  /** Append a text given as UTF-8. @param from its first byte */
  pushBytes(bytes: Uint8Array, from: number, length: number): void {
    this.#reserve(length);
    const to = this.#bytes;
    for (let byte = 0, top = this.#top; byte < length; byte++) to[top + byte] = bytes[from + byte]!;
    this.#place(this.#length++, this.#top, length + 1);
    this.#top += length;
  }

  get stagedHash(): number {
    return (this.#stagedHash ??= hashBytes(this.#bytes, this.#top, this.#top + this.#stagedBytes));
  }

  /** True if a text is there, and the same as one given as UTF-8. @param from its first byte */
  equals(at: number, bytes: Uint8Array, from: number, length: number): boolean {
    return this.#sizes.get(at) === length + 1 && equalBytes(this.#bytes, this.#starts[at]!, bytes, from, length);
  }

  equalsStaged(at: number): boolean {
    return (
      this.#sizes.get(at) === this.#staged &&
      equalBytes(this.#bytes, this.#starts[at]!, this.#bytes, this.#top, this.#stagedBytes)
    );
  }

  /** Append the staged text. */
  push(): void {
    this.replace(this.#length++);
  }

  /** Replace a text by the staged one. */
  replace(at: number): void {
    this.#place(at, this.#top, this.#staged);
    this.#top += this.#stagedBytes;
    this.#staged = MISSING;
  }

  /** Append the texts of a column. */
  pushAll({ offsets, bytes, validity }: TextViews): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#top);
    for (let text = 0; text < offsets.length - 1; text++) {
      const size = isValid(validity, text) ? offsets[text + 1]! - offsets[text]! + 1 : MISSING;
      this.#place(this.#length++, this.#top + offsets[text]!, size);
    }
    this.#top += bytes.length;
  }

  /** Note where a text is. @param size as `#sizes` has it */
  #place(at: number, start: number, size: number): void {
    if (at >= this.#starts.length) this.#starts = new Uint32Array(this.#startBytes.reserve((at + 1) * 4));
    this.#starts[at] = start;
    this.#sizes.set(at, size);
  }

  get #stagedBytes(): number {
    return Math.max(0, this.#staged - 1);
  }

  /** Write a text behind the others; return its number of bytes. */
  #write(text: string): number {
    this.#reserve(text.length * MAX_UNIT_BYTES);
    return writeUtf8(this.#bytes, text, this.#top);
  }

  #reserve(bytes: number): void {
    const needed = this.#top + bytes;
    if (needed <= this.#bytes.length) return;
    if (needed > MAX_TEXT_BYTES) throw new OverCapacity(errorText("too_much_text"));
    this.#bytes = Buffer.from(this.#memory.reserve(needed));
  }
}
