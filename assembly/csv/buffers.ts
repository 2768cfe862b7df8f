/**
 * Memory of a tokenizer:
 *
 *   input  ─► | rest of the last chunk | chunk | 32 bytes that may be read, too |
 *   output ─► | number of cells | code of a cell … | number of cells | …        u32 each
 *   raw    ─► | pointer | bytes | …                                             u32 each, for cells without a code
 *   spare  ─► | contents of quoted cells with doubled quotes                    valid until the next call
 */

/** Maximum bytes of a call: the rest of the last chunk and the next one. */
export const INPUT_BYTES: u32 = 1 << 21;
/** Bytes behind the input that vector loads may touch. */
const PADDING: u32 = 32;
/** Maximum numbers written by a call. */
export const OUTPUT_LENGTH: u32 = 1 << 18;

export let input: usize = 0;
export let output: usize = 0;
export let raw: usize = 0;
/** Cells without a code. */
export let numRaw: u32 = 0;

let outputAt: usize = 0;
let spare: usize = 0;
let spareAt: usize = 0;

export function makeBuffers(): void {
  input = heap.alloc(INPUT_BYTES + PADDING);
  output = heap.alloc(OUTPUT_LENGTH * 4);
  raw = heap.alloc(OUTPUT_LENGTH * 8);
  spare = heap.alloc(INPUT_BYTES + PADDING);
}

export function clearOutput(): void {
  outputAt = output;
  numRaw = 0;
  spareAt = spare;
}

/** True if there is no room for another number. */
@inline
export function isFull(): bool {
  return outputAt == output + OUTPUT_LENGTH * 4;
}

/** Write a number. @returns its place */
@inline
export function put(number: u32): usize {
  const place = outputAt;
  store<u32>(place, number);
  outputAt += 4;
  return place;
}

/** Return a mark to which `rewind` goes back. */
@inline
export function mark(): usize {
  return outputAt;
}

/** Drop the numbers and cells that were written since a mark. */
export function rewind(to: usize, rawBefore: u32): void {
  outputAt = to;
  numRaw = rawBefore;
}

/** Write a cell without a code. @returns its number */
export function putRaw(pointer: usize, bytes: u32): u32 {
  const place = raw + numRaw * 8;
  store<u32>(place, <u32>pointer);
  store<u32>(place, bytes, 4);
  return numRaw++;
}

/** Copy the content of a quoted cell, with single instead of doubled quotes. @returns the copy's bytes; see `copied` */
export function unquote(from: usize, end: usize, quote: u8): u32 {
  copied = spareAt;
  let to = spareAt;
  for (let at = from; at < end; at++) {
    const byte = load<u8>(at);
    store<u8>(to++, byte);
    if (byte == quote) at++;
  }
  spareAt = to;
  return <u32>(to - copied);
}

/** Last copy of `unquote`. */
export let copied: usize = 0;
