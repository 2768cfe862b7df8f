import { clearOutput, copied, input, isFull, mark, noteStart, putCell, putRecord, rewind, unquote } from "./buffers";
import { codeCells } from "./columns";

/** All records that end in the input were read. */
export const MORE: u32 = 0;
/** The output is full; call again. */
export const FULL: u32 = 1;
/** The next record has quotes in places where they mean nothing, or too many cells. */
export const UNUSUAL: u32 = 2;

const LF: u8 = 0x0a;
const CR: u8 = 0x0d;

/** End of the last complete record, as an offset in the input. */
export let consumed: u32 = 0;

let cellEnd: usize = 0;
let recordEnd: usize = 0;

/**
 * Read records. Cells are separated by a delimiter, records by CRLF, LF or CR; a cell that begins with a quote ends with
 * the next one that is not doubled.
 * @param from offset of the first record in the input
 * @param length bytes of the input
 * @param isLast 1 if no more input follows
 * @returns MORE, FULL or UNUSUAL; the records before are in the output, up to `consumed`
 */
export function tokenize(from: u32, length: u32, isLast: u32, delimiter: u32, quote: u32): u32 {
  clearOutput();
  const end = input + length;
  let at = input + from;
  let state = MORE;
  let records: u32 = 0;
  while (at < end) {
    const before = mark();
    state = readRecord(at, end, isLast, <u8>delimiter, <u8>quote);
    if (state != DONE) {
      rewind(before);
      // A record that does not fit an empty output never will.
      if (state == FULL && records == 0) state = UNUSUAL;
      break;
    }
    state = MORE;
    noteStart(records++, before);
    at = recordEnd;
  }
  codeCells(records);
  numRecords = records;
  consumed = <u32>(at - input);
  return state;
}

/** Number of records that the last call has read. */
export let numRecords: u32 = 0;

const DONE: u32 = 3;

function readRecord(start: usize, end: usize, isLast: u32, delimiter: u8, quote: u8): u32 {
  if (isFull()) return FULL;
  const count = putRecord();
  let at = start;
  for (let column: u32 = 0; ; column++) {
    if (isFull()) return FULL;
    if (at < end && load<u8>(at) == quote) {
      const state = readQuoted(at + 1, end, isLast, delimiter, quote);
      if (state != DONE) return state;
    } else {
      cellEnd = findEnd(at, end, delimiter);
      if (cellEnd == end && !isLast) return MORE;
      putCell(at, <u32>(cellEnd - at));
    }
    at = cellEnd;
    if (at < end && load<u8>(at) == delimiter) {
      at++;
      continue;
    }
    if (at < end && load<u8>(at) == CR) {
      if (at + 1 == end && !isLast) return MORE;
      if (at + 1 < end && load<u8>(at, 1) == LF) at++;
    }
    recordEnd = min(at + 1, end);
    store<u32>(count, column + 1);
    return DONE;
  }
}

/** Read a quoted cell. @param start behind its opening quote */
function readQuoted(start: usize, end: usize, isLast: u32, delimiter: u8, quote: u8): u32 {
  let isDoubled = false;
  for (let at = start; ; ) {
    const close = findByte(at, end, quote);
    if (close == end) return isLast ? UNUSUAL : MORE;
    if (close + 1 == end) {
      if (!isLast) return MORE;
    } else {
      const next = load<u8>(close, 1);
      if (next == quote) {
        isDoubled = true;
        at = close + 2;
        continue;
      }
      if (next != delimiter && next != LF && next != CR) return UNUSUAL;
    }
    if (isDoubled) {
      const bytes = unquote(start, close, quote);
      putCell(copied, bytes);
    } else {
      putCell(start, <u32>(close - start));
    }
    cellEnd = close + 1;
    return DONE;
  }
}

/** Find the end of a cell without quotes around it. Bytes behind the end may be read. */
function findEnd(from: usize, end: usize, delimiter: u8): usize {
  const delimiters = i8x16.splat(delimiter);
  const feeds = i8x16.splat(LF);
  const returns = i8x16.splat(CR);
  for (let at = from; at < end; at += 16) {
    const bytes = v128.load(at);
    const found = v128.or(
      i8x16.eq(bytes, delimiters),
      v128.or(i8x16.eq(bytes, feeds), i8x16.eq(bytes, returns)),
    );
    const bits = i8x16.bitmask(found);
    if (bits != 0) return min(at + ctz(bits), end);
  }
  return end;
}

@inline
function findByte(from: usize, end: usize, byte: u8): usize {
  const wanted = i8x16.splat(byte);
  for (let at = from; at < end; at += 16) {
    const bits = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (bits != 0) return min(at + ctz(bits), end);
  }
  return end;
}
