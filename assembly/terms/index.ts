import { hashOf } from "../bytes";
import { beginText, enter, entryOf, makeDictionary, text, touch } from "./dictionary";

export { expectTexts, numTerms, touched } from "./dictionary";
export { offsets, order, output, sortTerms, writeTerms } from "./sort";

/**
 * Memory of a collector, for the texts of a batch:
 *
 *   input   ─► | text | text | … | 16 bytes that may be read, too |
 *   ends    ─► u32 for each text: its end, as an offset in the input
 *   found   ─► u32 terms, text by text, each once for a text
 *   foundTo ─► u32 for each text: the end of its terms in `found`
 *   lengths ─► u8 for each text: its number of tokens, at most 255
 *   tokens  ─► | token | blank | token | … of one text that is not ASCII
 *   runs    ─► | pointer | bytes | hash | for each token
 *   folds   ─► the byte of a token for each ASCII byte; 0 for those between tokens
 */

/** Maximum texts of a batch. */
export const MAX_TEXTS: u32 = 1 << 13;
const PADDING: u32 = 16;
const RUN_BYTES: u32 = 12;

export let input: usize = 0;
export let ends: usize = 0;
export let found: usize = 0;
export let foundTo: usize = 0;
export let lengths: usize = 0;
let folds: usize = 0;
export let tokens: usize = 0;
let runs: usize = 0;
let inputBytes: u32 = 0;
let tokenBytes: u32 = 0;
let foundLength: u32 = 0;

/** Number of terms in `found`. */
export let numFound: u32 = 0;

export function start(): void {
  makeDictionary();
  ends = heap.alloc(MAX_TEXTS * 4);
  foundTo = heap.alloc(MAX_TEXTS * 4);
  lengths = heap.alloc(MAX_TEXTS);
  folds = heap.alloc(128);
  for (let byte: u32 = 0; byte < 128; byte++) store<u8>(folds + byte, fold(<u8>byte));
}

function fold(byte: u8): u8 {
  if (byte >= 0x41 && byte <= 0x5a) return byte + 0x20;
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) ? byte : 0;
}

/** Make room for an input. Its contents are lost. */
export function reserveInput(bytes: u32): void {
  if (bytes <= inputBytes) return;
  inputBytes = bytes;
  input = heap.alloc(bytes + PADDING);
  reserveFound(bytes);
}

/** Make room for the tokens of one text. */
export function reserveTokens(bytes: u32): void {
  if (bytes <= tokenBytes) return;
  tokenBytes = bytes;
  tokens = heap.alloc(bytes + PADDING);
  reserveFound(bytes);
}

/** Make room for the terms of texts of some bytes: between two tokens of a text is a byte of none, between texts is none. */
function reserveFound(bytes: u32): void {
  const length = (bytes + MAX_TEXTS) / 2 + 1;
  if (length <= foundLength) return;
  foundLength = length;
  found = heap.alloc(foundLength * 4);
  runs = heap.alloc(foundLength * RUN_BYTES);
}

/**
 * Collect the terms of texts, up to the first that is not ASCII. Those of earlier calls are lost.
 * @param from number of the first text of the input to collect
 * @param count number of all texts of the input
 * @returns the number of the text that is not ASCII; `count` if there is none
 */
export function collect(from: u32, count: u32): u32 {
  let at = input + (from == 0 ? 0 : load<u32>(ends + (from - 1) * 4));
  let numRuns: u32 = 0;
  let number = from;
  for (; number < count; number++) {
    const end = input + load<u32>(ends + number * 4);
    if (!isAscii(at, end)) break;
    for (let each = at; each < end; each++) store<u8>(each, load<u8>(folds + load<u8>(each)));
    numRuns = findRuns(numRuns, at, end, 0);
    store<u32>(foundTo + number * 4, numRuns);
    at = end;
  }
  enterRuns(from, number, numRuns);
  return number;
}

/** Collect the terms of one text from `tokens`. Those of earlier calls are lost. @param number of the text */
export function collectTokens(number: u32, bytes: u32): void {
  const numRuns = findRuns(0, tokens, tokens + bytes, 0x20);
  store<u32>(foundTo + number * 4, numRuns);
  enterRuns(number, number + 1, numRuns);
}

/** Append the tokens of a text to `runs`. @returns the number of these */
function findRuns(numRuns: u32, from: usize, end: usize, between: u8): u32 {
  for (let at = from; at < end; ) {
    if (load<u8>(at) == between) {
      at++;
      continue;
    }
    const first = at;
    while (at < end && load<u8>(at) != between) at++;
    const run = runs + numRuns++ * RUN_BYTES;
    store<u32>(run, <u32>first);
    store<u32>(run, <u32>(at - first), 4);
    store<u32>(run, hashOf(first, <u32>(at - first)), 8);
  }
  return numRuns;
}

/** Enter the tokens of texts. @param to number behind the last text; `foundTo` has the ends of their runs */
function enterRuns(from: u32, to: u32, numRuns: u32): void {
  // The processor fetches the slots at the same time, while lookups would wait for them one after the other.
  for (let run: u32 = 0; run < numRuns; run++) touch(load<u32>(runs + run * RUN_BYTES, 8));
  numFound = 0;
  let run: u32 = 0;
  for (let number = from; number < to; number++) {
    beginText();
    const first = run;
    for (const end = load<u32>(foundTo + number * 4); run < end; run++) {
      const place = runs + run * RUN_BYTES;
      const term = enter(load<u32>(place), load<u32>(place, 4), load<u32>(place, 8));
      const entry = entryOf(term);
      if (load<u32>(entry, 12) == text) continue;
      store<u32>(entry, text, 12);
      store<u32>(found + numFound++ * 4, term);
    }
    store<u32>(foundTo + number * 4, numFound);
    store<u8>(lengths + number, <u8>min(run - first, 255));
  }
}

function isAscii(from: usize, end: usize): bool {
  let at = from;
  for (; at + 16 <= end; at += 16) if (i8x16.bitmask(v128.load(at)) != 0) return false;
  for (; at < end; at++) if (load<u8>(at) > 0x7f) return false;
  return true;
}
