import { equal, hashOf } from "../bytes";
import { output, places, starts } from "./buffers";

/**
 * Tables of the values of columns: each different value has a code.
 *
 *   column ─► | slots ─► u32 code + 1, or 0 … | values ─► | pointer | bytes | hash | … |
 */

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
/** Records whose cells are looked up together, so that what one of them is compared with is read while others wait for theirs. */
const TOGETHER: u32 = 64;

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

/** Starts of the records that are looked up together, places of their cells in a column that are looked up, and their hashes. */
let together: usize = 0;
let cells: usize = 0;
let hashes: usize = 0;
/** Keeps reads in advance, whose results nobody needs. */
let read: u32 = 0;

export function makeColumns(count: u32): void {
  numColumns = count;
  columns = heap.alloc(count * offsetof<Column>());
  memory.fill(columns, 0, count * offsetof<Column>());
  for (let at: u32 = 0; at < count; at++) makeTable(columnAt(at), FIRST_BITS);
  together = heap.alloc(TOGETHER * 4);
  cells = heap.alloc(TOGETHER * 4);
  hashes = heap.alloc(TOGETHER * 4);
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

/** Give codes to the cells of the first records in the output. Bytes behind their texts may be read, up to 8. */
export function codeCells(records: u32): void {
  for (let first: u32 = 0; first < records; first += TOGETHER) codeRecords(first, min(TOGETHER, records - first));
}

function codeRecords(first: u32, count: u32): void {
  memory.copy(together, starts + first * 4, count * 4);
  for (let at: u32 = 0; at < numColumns; at++) {
    count = dropShort(at, count);
    if (count == 0) return;
    const column = columnAt(at);
    if (!column.isRaw) codeColumn(column, at, count);
  }
}

/** Drop the records that have no cell in a column. @returns the number of those that are left */
function dropShort(column: u32, count: u32): u32 {
  let left: u32 = 0;
  for (let at: u32 = 0; at < count; at++) {
    const start = load<u32>(together + at * 4);
    store<u32>(together + left * 4, start);
    left += u32(load<u32>(output + start * 4) > column);
  }
  return left;
}

/** Give codes to the cells of a column. @param count number of the records */
function codeColumn(column: Column, at: u32, count: u32): void {
  const others = codeRepeats(column, at, count);
  const slots = column.slots;
  const values = column.values;
  const mask: u32 = (1 << column.bits) - 1;
  for (let other: u32 = 0; other < others; other++) {
    const entry = load<u32>(slots + (load<u32>(hashes + other * 4) & mask) * 4);
    if (entry > 0) read ^= load<u8>(load<u32>(values + (entry - 1) * VALUE_BYTES));
  }
  for (let other: u32 = 0; other < others && !column.isRaw; other++) {
    codeCell(column, load<u32>(cells + other * 4), load<u32>(hashes + other * 4));
  }
}

/** Give codes to cells that have the column's last value: tables are often sorted. @returns the number of the others, whose hashes are written */
function codeRepeats(column: Column, at: u32, count: u32): u32 {
  const last = column.last;
  let others: u32 = 0;
  for (let record: u32 = 0; record < count; record++) {
    const cell = load<u32>(together + record * 4) + 1 + at;
    const from: usize = load<u32>(places + cell * 8);
    const bytes = load<u32>(places + cell * 8, 4);
    if (isValue(column, last, from, bytes)) {
      store<u32>(output + cell * 4, last);
    } else if (bytes <= MAX_VALUE_BYTES) {
      store<u32>(cells + others * 4, cell);
      store<u32>(hashes + others * 4, hashOf(from, bytes));
      others++;
    }
  }
  column.hits += count - others;
  return others;
}

/** Give a cell a code, if its value has one or there is room for it. @param cell place in the output */
function codeCell(column: Column, cell: u32, hash: u32): void {
  const from: usize = load<u32>(places + cell * 8);
  const bytes = load<u32>(places + cell * 8, 4);
  const mask: u32 = (1 << column.bits) - 1;
  let slot = hash & mask;
  for (let probes: u32 = 0; probes < MAX_PROBES; probes++) {
    const entry = load<u32>(column.slots + slot * 4);
    if (entry == 0) return enter(column, slot, cell, hash);
    const value = column.values + (entry - 1) * VALUE_BYTES;
    if (load<u32>(value, 8) == hash && load<u32>(value, 4) == bytes && equal(load<u32>(value), from, bytes)) {
      column.hits++;
      column.last = entry - 1;
      store<u32>(output + cell * 4, entry - 1);
      return;
    }
    slot = (slot + 1) & mask;
  }
  miss(column);
}

/** True if a text is the value with a code; false in a column without values. */
@inline
function isValue(column: Column, code: u32, from: usize, bytes: u32): bool {
  const value = column.values + code * VALUE_BYTES;
  return column.length > 0 && load<u32>(value, 4) == bytes && equal(load<u32>(value), from, bytes);
}

/** Count a cell whose value found no room. */
function miss(column: Column): void {
  if (++column.misses == MAX_VALUES) review(column, column.misses);
}

/** Give a table up if fewer than a fifth of the cells since the last review were found in it. */
function review(column: Column, others: u32): void {
  if (column.hits < others / 4) column.isRaw = 1;
  column.hits = 0;
  column.misses = 0;
}

/** Add the value of a cell at an empty slot, if there is room. */
function enter(column: Column, slot: u32, cell: u32, hash: u32): void {
  const from: usize = load<u32>(places + cell * 8);
  const bytes = load<u32>(places + cell * 8, 4);
  if (column.length == MAX_VALUES || numValues == MAX_ALL_VALUES || textBytes + bytes > MAX_TEXT_BYTES) {
    return miss(column);
  }
  const code = column.length++;
  numValues++;
  const value = column.values + code * VALUE_BYTES;
  store<u32>(value, <u32>copyText(from, bytes));
  store<u32>(value, bytes, 4);
  store<u32>(value, hash, 8);
  store<u32>(column.slots + slot * 4, code + 1);
  store<u32>(output + cell * 4, code);
  if (column.length * 2 == <u32>1 << column.bits) {
    if (column.length >= TRIAL) review(column, column.length / 2);
    if (column.length < MAX_VALUES) grow(column);
  }
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
