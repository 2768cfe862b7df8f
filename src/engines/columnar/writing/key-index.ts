import { GrowingBytes } from "../base/growing-bytes.js";
import type { GrowingCodes } from "../base/growing-codes.js";
import type { GrowingAmounts } from "./growing-amounts.js";
import { GrowingSlots } from "./growing-slots.js";

/** Key of a row: the code of the member of each key dimension, and each key measure as the nearest double. */
export interface RowKey {
  readonly codes: Uint32Array;
  readonly amounts: Float64Array;
}

/** Columns of the key of a table being built. */
export interface KeyColumns {
  readonly codes: readonly GrowingCodes[];
  readonly amounts: readonly GrowingAmounts[];
}

/** Index of the rows of a table being built by their keys. */
export interface KeyIndex {
  /** Return the row with a key, or -1. @param hasAmounts true if a row has the exact amounts; called if it has their doubles */
  find(key: RowKey, hasAmounts: (row: number) => boolean): number;
  /** Add the next row; no row has its key. */
  push(key: RowKey): void;
  clear(): void;
}

export function indexKeys(columns: KeyColumns): KeyIndex {
  return columns.codes.length === 1 && columns.amounts.length === 0 ? new RowsOfMembers() : new KeySlots(columns);
}

/** Index for a key of one dimension: a member has one row at most. */
export class RowsOfMembers implements KeyIndex {
  readonly #memory = new GrowingBytes();
  /** For each member its row + 1, or 0. */
  #rows = new Uint32Array(this.#memory.buffer);
  #length = 0;

  find({ codes }: RowKey): number {
    const member = codes[0]!;
    return member < this.#rows.length ? this.#rows[member]! - 1 : -1;
  }

  push({ codes }: RowKey): void {
    this.#push(codes[0]!);
  }

  /** Return the row of a member; a new one gets the next row. */
  rowOf(member: number): number {
    const known = member < this.#rows.length ? this.#rows[member]! : 0;
    return known > 0 ? known - 1 : this.#push(member);
  }

  /** Add the rows of new members, up to the first that has a row. @returns the place behind the last */
  addNew(members: Uint32Array, from: number): number {
    let at = from;
    for (; at < members.length; at++) {
      const member = members[at]!;
      if (member < this.#rows.length && this.#rows[member]! > 0) break;
      this.#push(member);
    }
    return at;
  }

  #push(member: number): number {
    if (member >= this.#rows.length) this.#rows = new Uint32Array(this.#memory.reserve((member + 1) * 4));
    this.#rows[member] = ++this.#length;
    return this.#length - 1;
  }

  clear(): void {
    this.#memory.clear();
    this.#rows = new Uint32Array(0);
    this.#length = 0;
  }
}

/** Index for any key. */
class KeySlots implements KeyIndex {
  readonly #columns: KeyColumns;
  readonly #slots: GrowingSlots;

  constructor(columns: KeyColumns) {
    this.#columns = columns;
    this.#slots = new GrowingSlots();
  }

  find(key: RowKey, hasAmounts: (row: number) => boolean): number {
    return this.#slots.find(hashOf(key), (row) => this.#hasCodes(row, key.codes) && hasAmounts(row));
  }

  push(key: RowKey): void {
    this.#slots.push(hashOf(key));
  }

  clear(): void {
    this.#slots.clear();
  }

  #hasCodes(row: number, wanted: Uint32Array): boolean {
    const { codes } = this.#columns;
    for (let at = 0; at < codes.length; at++) if (codes[at]!.get(row) !== wanted[at]) return false;
    return true;
  }
}

function hashOf({ codes, amounts }: RowKey): number {
  let hash = 0;
  for (let at = 0; at < codes.length; at++) hash = mix(hash, codes[at]!);
  for (let at = 0; at < amounts.length; at++) hash = mixDouble(hash, amounts[at]!);
  return hash >>> 0;
}

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

function mixDouble(hash: number, number: number): number {
  double[0] = number;
  return mix(mix(hash, halves[0]!), halves[1]!);
}

function mix(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b) ^ Math.imul(code + 1, 0x9e37_79b1);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35) ^ (mixed >>> 16);
}
