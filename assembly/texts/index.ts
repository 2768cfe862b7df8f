import { allocate, bytesOf, lookUp, makeSlots, numTexts, put, touch } from "./store";

export { blocks, numTexts, touched } from "./store";

/**
 * Memory for the texts of a batch:
 *
 *   input     ─► | text | text | … | 16 bytes that may be read, too |
 *   starts    ─► u32 for each text: its first byte, as an offset in the input
 *   sizes     ─► u32 for each text: its bytes + 1, or 0 for a missing text
 *   hashes    ─► u32 for each text
 *   positions ─► u32 for each text: its number among all different texts
 */

/** Maximum texts of a batch. */
export const MAX_TEXTS: u32 = 1 << 13;
const PADDING: u32 = 16;

export let input: usize = 0;
export let starts: usize = 0;
export let sizes: usize = 0;
export let positions: usize = 0;
let hashes: usize = 0;
let inputBytes: u32 = 0;

export function start(): void {
  starts = allocate(MAX_TEXTS * 4);
  sizes = allocate(MAX_TEXTS * 4);
  hashes = allocate(MAX_TEXTS * 4);
  positions = allocate(MAX_TEXTS * 4);
  makeSlots();
}

/** Make room for an input. Its contents are lost. */
export function reserveInput(bytes: u32): void {
  if (bytes <= inputBytes) return;
  // At least doubled, because the former input is not given back.
  inputBytes = max(bytes, inputBytes * 2);
  input = allocate(inputBytes + PADDING);
}

/** Find the numbers of the texts of a batch; each new text gets the next number. */
export function enter(count: u32): void {
  for (let at: u32 = 0; at < count; at++) {
    const from = input + load<u32>(starts + at * 4);
    const size = load<u32>(sizes + at * 4);
    store<u32>(hashes + at * 4, hashOf(from, bytesOf(size)));
  }
  // The processor fetches the slots at the same time, while lookups would wait for them one after the other.
  for (let at: u32 = 0; at < count; at++) touch(load<u32>(hashes + at * 4));
  for (let at: u32 = 0; at < count; at++) {
    const from = input + load<u32>(starts + at * 4);
    const size = load<u32>(sizes + at * 4);
    const hash = load<u32>(hashes + at * 4);
    let position = lookUp(from, size, hash);
    if (position == numTexts) position = put(from, size, hash);
    store<u32>(positions + at * 4, position);
  }
}

/** Append the texts of a batch, whether or not there are equal ones. */
export function append(count: u32): void {
  for (let at: u32 = 0; at < count; at++) {
    const from = input + load<u32>(starts + at * 4);
    const size = load<u32>(sizes + at * 4);
    put(from, size, hashOf(from, bytesOf(size)));
  }
}

/** Return the same hash as the columns of texts have: FNV-1a with a final mix. */
function hashOf(from: usize, bytes: u32): u32 {
  let hash: u32 = 0x811c9dc5;
  const end = from + bytes;
  for (let at = from; at < end; at++) hash = (hash ^ load<u8>(at)) * 0x01000193;
  hash = (hash ^ (hash >> 16)) * 0x85ebca6b;
  hash = (hash ^ (hash >> 13)) * 0xc2b2ae35;
  return hash ^ (hash >> 16);
}
