import { ID_BYTES } from "../base/id-index.js";
import type { IdReader } from "./read-ids.js";
import type { ColumnarTable } from "./table.js";

/**
 * Order of the rows of a table by their ids. It finds the row of an id in few steps, because ids are spread evenly, and
 * lists entries by id:
 *
 *     rows    u32 │ u32 │ …      the row with the least id, the next, …
 */

/** Order rows by their ids. @param rows all rows, in an order in which their ids are read fast */
export function orderRowsById(ids: IdReader, rows: Uint32Array): void {
  const keys = new Uint32Array(rows.length);
  writeKeys(ids, rows, keys);
  orderByKeys(ids, rows, keys);
}

/** Order rows by their ids. @param keys the first four bytes of the id of each row; they are overwritten */
export function orderByKeys(ids: IdReader, rows: Uint32Array, keys: Uint32Array): void {
  const sorted = sortByKeys(keys, rows);
  if (sorted.rows !== rows) rows.set(sorted.rows);
  orderTies(ids, sorted.keys, rows);
}

/** Write the first four bytes of the ids of rows. */
export function writeKeys(ids: IdReader, rows: Uint32Array, keys: Uint32Array): void {
  ids.each(rows, (bytes, first) => {
    for (let at = 0; at * ID_BYTES < bytes.length; at++) keys[first + at] = readWord(bytes, at * ID_BYTES);
  });
}

interface Keyed {
  readonly keys: Uint32Array;
  readonly rows: Uint32Array;
}

const BITS = 11;
const MASK = 2 ** BITS - 1;

/** Sort rows by their keys, in three passes from the lowest bits on. The arrays are used for the passes. */
function sortByKeys(keys: Uint32Array, rows: Uint32Array): Keyed {
  let from: Keyed = { keys, rows };
  let to: Keyed = { keys: new Uint32Array(keys.length), rows: new Uint32Array(keys.length) };
  for (let shift = 0; shift < 32; shift += BITS) {
    sortByBits(from, to, shift);
    [from, to] = [to, from];
  }
  return from;
}

/** Sort by some bits of the keys; equal ones keep their order. A function of its own is optimized sooner. */
function sortByBits(from: Keyed, to: Keyed, shift: number): void {
  const [keys, rows, sortedKeys, sortedRows] = [from.keys, from.rows, to.keys, to.rows];
  const starts = new Uint32Array(MASK + 2);
  for (let at = 0; at < keys.length; at++) starts[((keys[at]! >>> shift) & MASK) + 1]!++;
  for (let bin = 1; bin < starts.length; bin++) starts[bin]! += starts[bin - 1]!;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!;
    const place = starts[(key >>> shift) & MASK]!++;
    sortedKeys[place] = key;
    sortedRows[place] = rows[at]!;
  }
}

/** Order the rows whose ids have the same first bytes. */
function orderTies(ids: IdReader, keys: Uint32Array, rows: Uint32Array): void {
  for (let first = 0; first + 1 < keys.length; first++) {
    if (keys[first] !== keys[first + 1]) continue;
    let end = first + 2;
    while (end < keys.length && keys[end] === keys[first]) end++;
    const tied = rows.slice(first, end);
    const bytes = ids.read(tied);
    const idOf = (at: number): Buffer => bytes.subarray(at * ID_BYTES, (at + 1) * ID_BYTES);
    const order = Array.from(tied.keys()).toSorted((a, b) => idOf(a).compare(idOf(b)));
    order.forEach((from, at) => (rows[first + at] = tied[from]!));
    first = end - 1;
  }
}

/** View the order of the rows by their ids. */
export function viewRowsById({ byId, memories, rows }: ColumnarTable): Uint32Array {
  return memories[byId.memory]!.u32(byId.pointer, rows);
}

/** Rows that are looked at between two checks. */
const STRIDE = 2 ** 16;

/**
 * List the first rows in the order of their ids.
 * @param has true for the rows to list
 * @param check called at intervals; throws to abort
 */
export function firstRowsById(
  order: Uint32Array,
  descending: boolean,
  count: number,
  has: (row: number) => boolean,
  check: () => void,
): Uint32Array {
  const found = new Uint32Array(count);
  let length = 0;
  for (let at = 0; at < order.length && length < count; at++) {
    if (at % STRIDE === 0) check();
    const row = order[descending ? order.length - 1 - at : at]!;
    if (has(row)) found[length++] = row;
  }
  return found.subarray(0, length);
}

/**
 * Find the row of an id. Cost: about four ids are made, because the place of an id can be estimated.
 * @param wanted 20 bytes
 * @returns -1 if it is absent
 */
export function findInOrder(ids: IdReader, order: Uint32Array, wanted: Buffer): number {
  const key = readWord(wanted, 0);
  let low = 0;
  let high = order.length - 1;
  let [least, most] = [0, 2 ** 32];
  for (let steps = 0; low <= high; steps++) {
    const share = most > least ? (key - least) / (most - least) : 0.5;
    // Halving bounds the steps where the estimate is of no use.
    const place = steps < 16 ? low + Math.floor(share * (high - low)) : (low + high) >>> 1;
    const at = Math.min(high, Math.max(low, place));
    const id = ids.read([order[at]!]);
    const compared = wanted.compare(id);
    if (compared === 0) return order[at]!;
    if (compared > 0) [low, least] = [at + 1, readWord(id, 0)];
    else [high, most] = [at - 1, readWord(id, 0)];
  }
  return -1;
}

/** Read four bytes as an unsigned integer, the most significant first. */
export function readWord(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
}
