import { equal, hashOf } from "../bytes";
import { putRaw } from "./buffers";

/**
 * Tables of the values of columns: each different value has a code.
 *
 *   column ─► | slots ─► u32 code + 1, or 0 … | values ─► | pointer | bytes | hash | … |
 */

/** Codes from here on are numbers of cells without a code. */
export const RAW: u32 = 0x80000000;

/** Maximum values of a table; a full one keeps its first ones. */
const MAX_VALUES: u32 = 1 << 16;
/** Maximum values of all tables. */
const MAX_ALL_VALUES: u32 = 1 << 20;
/** Number of values from which a table is given up if its column's values hardly repeat. */
const TRIAL: u32 = 1 << 12;
/** Maximum bytes of a value in a table: longer texts hardly repeat. */
const MAX_VALUE_BYTES: u32 = 256;
/** Maximum bytes of all values. */
const MAX_TEXT_BYTES: usize = 1 << 26;
/** Maximum slots that are searched for a value: more are needed only for texts that were made to collide. */
const MAX_PROBES: u32 = 128;
const FIRST_BITS: u32 = 8;
const VALUE_BYTES: u32 = 12;

@unmanaged
class Column {
  slots: usize;
  values: usize;
  /** Slots are 2^bits; values are at most half of them. */
  bits: u32;
  length: u32;
  /** Cells whose value was known, and cells whose value found no room, since the last review. */
  hits: u32;
  misses: u32;
  /** 1: no cell has a code any more. */
  isRaw: u32;
  /** Code of the last cell that had one: tables are often sorted. */
  last: u32;
}

let columns: usize = 0;
let numColumns: u32 = 0;
let numValues: u32 = 0;
let textBytes: usize = 0;
/** Free bytes of the last block of texts. */
let textAt: usize = 0;
let textEnd: usize = 0;
const TEXT_BLOCK: usize = 1 << 16;

export function makeColumns(count: u32): void {
  numColumns = count;
  columns = heap.alloc(count * offsetof<Column>());
  memory.fill(columns, 0, count * offsetof<Column>());
  for (let at: u32 = 0; at < count; at++) makeTable(columnAt(at), FIRST_BITS);
}

@inline
function columnAt(at: u32): Column {
  return changetype<Column>(columns + at * offsetof<Column>());
}

function makeTable(column: Column, bits: u32): void {
  column.bits = bits;
  column.slots = heap.alloc(4 << bits);
  memory.fill(column.slots, 0, 4 << bits);
  const values = heap.alloc((VALUE_BYTES << bits) >> 1);
  memory.copy(values, column.values, column.length * VALUE_BYTES);
  column.values = values;
}

/** Return the pointer to the text of a value. */
export function valuePointer(column: u32, code: u32): usize {
  return load<u32>(columnAt(column).values + code * VALUE_BYTES);
}

export function valueLength(column: u32, code: u32): u32 {
  return load<u32>(columnAt(column).values + code * VALUE_BYTES, 4);
}

/** Give no more codes to the cells of a column. */
export function stopCoding(column: u32): void {
  if (column < numColumns) columnAt(column).isRaw = 1;
}

/**
 * Return the code of a cell.
 * @param from pointer to its text; up to 8 bytes behind it may be read
 */
export function codeOf(at: u32, from: usize, bytes: u32): u32 {
  if (at >= numColumns || bytes > MAX_VALUE_BYTES) return RAW | putRaw(from, bytes);
  const column = columnAt(at);
  if (column.isRaw) return RAW | putRaw(from, bytes);
  if (isValue(column, column.last, from, bytes)) {
    column.hits++;
    return column.last;
  }
  const hash = hashOf(from, bytes);
  const mask: u32 = (1 << column.bits) - 1;
  let slot = hash & mask;
  for (let probes: u32 = 0; probes < MAX_PROBES; probes++) {
    const entry = load<u32>(column.slots + slot * 4);
    if (entry == 0) return enter(column, slot, from, bytes, hash);
    const value = column.values + (entry - 1) * VALUE_BYTES;
    if (load<u32>(value, 8) == hash && load<u32>(value, 4) == bytes && equal(load<u32>(value), from, bytes)) {
      column.hits++;
      column.last = entry - 1;
      return entry - 1;
    }
    slot = (slot + 1) & mask;
  }
  return miss(column, from, bytes);
}

/** True if a text is the value with a code; false in a column without values. */
@inline
function isValue(column: Column, code: u32, from: usize, bytes: u32): bool {
  const value = column.values + code * VALUE_BYTES;
  return column.length > 0 && load<u32>(value, 4) == bytes && equal(load<u32>(value), from, bytes);
}

/** Write a cell whose value found no room. */
function miss(column: Column, from: usize, bytes: u32): u32 {
  if (++column.misses == MAX_VALUES) review(column, column.misses);
  return RAW | putRaw(from, bytes);
}

/** Give a table up if fewer than a fifth of the cells since the last review were found in it. */
function review(column: Column, others: u32): void {
  if (column.hits < others / 4) column.isRaw = 1;
  column.hits = 0;
  column.misses = 0;
}

/** Add a value at an empty slot, if there is room. */
function enter(column: Column, slot: u32, from: usize, bytes: u32, hash: u32): u32 {
  if (column.length == MAX_VALUES || numValues == MAX_ALL_VALUES || textBytes + bytes > MAX_TEXT_BYTES) {
    return miss(column, from, bytes);
  }
  const code = column.length++;
  numValues++;
  const value = column.values + code * VALUE_BYTES;
  store<u32>(value, <u32>copyText(from, bytes));
  store<u32>(value, bytes, 4);
  store<u32>(value, hash, 8);
  store<u32>(column.slots + slot * 4, code + 1);
  if (column.length * 2 == <u32>1 << column.bits) {
    if (column.length >= TRIAL) review(column, column.length / 2);
    if (column.length < MAX_VALUES) grow(column);
  }
  return code;
}

function grow(column: Column): void {
  makeTable(column, column.bits + 1);
  const mask: u32 = (1 << column.bits) - 1;
  for (let code: u32 = 0; code < column.length; code++) {
    let slot = load<u32>(column.values + code * VALUE_BYTES, 8) & mask;
    while (load<u32>(column.slots + slot * 4) != 0) slot = (slot + 1) & mask;
    store<u32>(column.slots + slot * 4, code + 1);
  }
}

function copyText(from: usize, bytes: u32): usize {
  if (textAt + bytes > textEnd || textAt == 0) {
    textAt = heap.alloc(TEXT_BLOCK);
    textEnd = textAt + TEXT_BLOCK;
  }
  const place = textAt;
  memory.copy(place, from, bytes);
  textAt += bytes;
  textBytes += bytes;
  return place;
}
