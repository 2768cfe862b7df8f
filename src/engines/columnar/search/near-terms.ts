import type { TermLookup } from "./term-lookup.js";

/** Maximum number of shared bytes that are known of two neighbouring terms. */
const MAX_SHARED = 255;
/** Terms between two checks. */
const STRIDE = 1024;
/** More than any number of edits. */
const FAR = 0xffff;

/** Return for each term the number of bytes that it shares with the one before, at most 255. Cost: a pass over the terms. */
export function sharedBytes({ size, bytes, offsets }: TermLookup): Uint8Array {
  const shared = new Uint8Array(size);
  for (let term = 1; term < size; term++) {
    const [before, start, end] = [offsets[term - 1]!, offsets[term]!, offsets[term + 1]!];
    const most = Math.min(MAX_SHARED, start - before, end - start);
    let at = 0;
    while (at < most && bytes[before + at] === bytes[start + at]) at++;
    shared[term] = at;
  }
  return shared;
}

/**
 * Visit the terms within some edits of a text, as `isWithinEdits` counts them, in ascending order.
 *
 * Terms are walked in order, and each one goes on where it differs from the one before. A row holds the edits between a
 * term's first characters and the first characters of the text: only those of about the same number, because others are
 * too far apart. Once a whole row is too far, all terms with the same beginning are skipped.
 *
 *     text         t o w n s          row 2, for "to": the edits to …, t, to, tow, town
 *     term 17      t o w n
 *     term 18      t o y              begins at row 2
 *
 * @param shared result of `sharedBytes`
 * @param check called at intervals; throws to abort
 * Cost: a step for each term, and the allowed edits for each different beginning that is near enough.
 */
export function visitNear(
  index: TermLookup,
  shared: Uint8Array,
  text: string,
  edits: number,
  visit: (term: number) => void,
  check: () => void,
): void {
  const { size, bytes, offsets } = index;
  const wanted = Uint32Array.from(Array.from(text, (character) => character.codePointAt(0)!));
  const rows = new NearRows(wanted, edits);
  let steps = 0;
  for (let term = 0; term < size;) {
    if (++steps % STRIDE === 0) check();
    const [start, end] = [offsets[term]!, offsets[term + 1]!];
    const isNear = rows.read(bytes, start, end, shared[term]!);
    if (isNear && rows.last <= edits) visit(term);
    term++;
    const far = isNear ? MAX_SHARED + 1 : rows.bytes;
    if (far > MAX_SHARED) continue;
    while (term < size && shared[term]! >= far) term++;
  }
}

/** Rows of edits of one term, for each number of its first characters. */
class NearRows {
  readonly #wanted: Uint32Array;
  readonly #edits: number;
  readonly #width: number;
  /** Row of `i` characters, at `i × width`: cell `k` is for the first `i - edits + k` characters of the text. */
  readonly #cells: Uint16Array;
  readonly #characters: Uint32Array;
  /** Number of bytes before each row's next character. */
  readonly #bytesOf: Uint32Array;
  #row = 0;

  constructor(wanted: Uint32Array, edits: number) {
    this.#wanted = wanted;
    this.#edits = edits;
    this.#width = 2 * edits + 1;
    // Longer terms end at a row that is too far.
    const rows = wanted.length + edits + 2;
    this.#cells = new Uint16Array(rows * this.#width).fill(FAR);
    this.#characters = new Uint32Array(rows);
    this.#bytesOf = new Uint32Array(rows);
    for (let k = edits; k < this.#width && k - edits <= wanted.length; k++) this.#cells[k] = k - edits;
  }

  /** Edits between all characters that were read and the whole text. */
  get last(): number {
    const k = this.#wanted.length - this.#row + this.#edits;
    return k >= 0 && k < this.#width ? this.#cells[this.#row * this.#width + k]! : FAR;
  }

  /** Bytes of the characters that were read. */
  get bytes(): number {
    return this.#bytesOf[this.#row]!;
  }

  /**
   * Read a term that shares its first bytes with the one before.
   * @returns false if its first characters, `bytes` of them, are too far from any beginning of the text
   */
  read(bytes: Uint8Array, start: number, end: number, shared: number): boolean {
    while (this.#bytesOf[this.#row]! > shared) this.#row--;
    for (let at = start + this.bytes; at < end;) {
      const size = sizeOf(bytes[at]!);
      this.#row++;
      this.#characters[this.#row] = characterAt(bytes, at, size);
      at += size;
      this.#bytesOf[this.#row] = at - start;
      if (!this.#fillRow()) return false;
    }
    return true;
  }

  /** Compute the last row. @returns false if all of it is too far */
  #fillRow(): boolean {
    const edits = this.#edits;
    const width = this.#width;
    const row = this.#row;
    const wanted = this.#wanted;
    const cells = this.#cells;
    const character = this.#characters[row]!;
    const own = row * width;
    const before = own - width;
    let least = FAR;
    for (let k = 0; k < width; k++) {
      const column = row - edits + k;
      let cell = FAR;
      if (column === 0) cell = row;
      else if (column > 0 && column <= wanted.length) {
        cell = cells[before + k]!;
        if (wanted[column - 1] !== character) {
          cell++;
          if (k + 1 < width && cells[before + k + 1]! < cell) cell = cells[before + k + 1]! + 1;
          if (k > 0 && cells[own + k - 1]! < cell) cell = cells[own + k - 1]! + 1;
          if (cell > 1) cell = this.#swapped(column, k, cell);
        }
      }
      cells[own + k] = cell > FAR ? FAR : cell;
      if (cell < least) least = cell;
    }
    return least <= edits;
  }

  /**
   * Return the edits of a cell, or fewer if two characters were swapped, and those between them inserted or removed.
   * @param cell edits without a swap
   */
  #swapped(column: number, k: number, cell: number): number {
    const edits = this.#edits;
    const row = this.#row;
    const characters = this.#characters;
    const wanted = this.#wanted;
    const character = characters[row]!;
    const other = wanted[column - 1]!;
    let least = cell;
    for (let back = 1; back <= edits && back < row; back++) {
      if (characters[row - back] !== other) continue;
      for (let left = 1; back + left - 1 <= edits && left < column; left++) {
        const place = k + back - left;
        if (wanted[column - left - 1] !== character || place < 0 || place >= this.#width) continue;
        const swapped = this.#cells[(row - back - 1) * this.#width + place]! + back + left - 1;
        if (swapped < least) least = swapped;
      }
    }
    return least;
  }
}

/** Return the bytes of a character, by its first byte. */
function sizeOf(first: number): number {
  return first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

function characterAt(bytes: Uint8Array, at: number, size: number): number {
  const first = bytes[at]!;
  if (size === 1) return first;
  let character = first & (0x7f >> size);
  for (let next = at + 1; next < at + size; next++) character = (character << 6) | (bytes[next]! & 0x3f);
  return character;
}
