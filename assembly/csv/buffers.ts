/**
 * Memory of a tokenizer:
 *
 *   input  ─► | rest of the last chunk | chunk | 32 bytes that may be read, too |
 *   output ─► | number of cells | code of a cell … | number of cells | …        u32 each
 *   places ─► | – | – | pointer | bytes | …                                     u32 each, two for each of the output: its text
 *   starts ─► | place of a record in the output | …                             u32 each
 *   spare  ─► | contents of quoted cells with doubled quotes                    valid until the next call
 */

/** Codes from here on are cells whose text has no code: the rest is their place in the output. */
export const RAW: u32 = 0x80000000;

/** Maximum bytes of a call: the rest of the last chunk and the next one. */
export const INPUT_BYTES: u32 = 1 << 21;
/** Bytes behind the input that vector loads may touch. */
const PADDING: u32 = 32;
/** Maximum numbers written by a call. */
export const OUTPUT_LENGTH: u32 = 1 << 18;

export let input: usize = 0;
export let output: usize = 0;
export let places: usize = 0;
export let starts: usize = 0;

let outputAt: usize = 0;
let spare: usize = 0;
let spareAt: usize = 0;

export function makeBuffers(): void {
  input = heap.alloc(INPUT_BYTES + PADDING);
  output = heap.alloc(OUTPUT_LENGTH * 4);
  places = heap.alloc(OUTPUT_LENGTH * 8);
  // A record has a number of cells, and one at least.
  starts = heap.alloc(OUTPUT_LENGTH * 2);
  spare = heap.alloc(INPUT_BYTES + PADDING);
}

export function clearOutput(): void {
  outputAt = output;
  spareAt = spare;
}

/** True if there is no room for another number. */
@inline
export function isFull(): bool {
  return outputAt == output + OUTPUT_LENGTH * 4;
}

/** Begin a record, with room for its number of cells. @returns its place */
@inline
export function putRecord(): usize {
  const place = outputAt;
  outputAt += 4;
  return place;
}

/** Write a cell, without a code at first. */
@inline
export function putCell(from: usize, bytes: u32): void {
  const place = outputAt - output;
  store<u32>(outputAt, RAW | (<u32>place >> 2));
  store<u32>(places + place * 2, <u32>from);
  store<u32>(places + place * 2, bytes, 4);
  outputAt += 4;
}

/** Note the place of a record. @param at place as `putRecord` returns it */
@inline
export function noteStart(record: u32, at: usize): void {
  store<u32>(starts + record * 4, <u32>(at - output) >> 2);
}

/** Return a mark to which `rewind` goes back. */
@inline
export function mark(): usize {
  return outputAt;
}

/** Drop what was written since a mark. */
export function rewind(to: usize): void {
  outputAt = to;
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
