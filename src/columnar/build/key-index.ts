import { GrowingBytes } from "../base/growing-bytes.js";
import type { GrowingCodes } from "../base/growing-codes.js";
import { GrowingSlots } from "./growing-slots.js";

/** Index of the rows of a table being built by the members of their key. */
export interface KeyIndex {
  /** Return the row with a key, or -1. @param key code of the member of each key dimension */
  find(key: Uint32Array): number;
  /** Add the next row; no row has its key. */
  push(key: Uint32Array): void;
  clear(): void;
}

/** @param columns codes by row of each key dimension, at least one */
export function indexKeys(columns: readonly GrowingCodes[]): KeyIndex {
  return columns.length === 1 ? new MemberIndex() : new TupleSlots(columns);
}

/** Index for a key of one dimension: a member has one row at most. */
class MemberIndex implements KeyIndex {
  readonly #memory = new GrowingBytes();
  /** For each member its row + 1, or 0. */
  #rows = new Uint32Array(this.#memory.buffer);
  #length = 0;

  find([member]: Uint32Array): number {
    return member! < this.#rows.length ? this.#rows[member!]! - 1 : -1;
  }

  push([member]: Uint32Array): void {
    if (member! >= this.#rows.length) this.#rows = new Uint32Array(this.#memory.reserve((member! + 1) * 4));
    this.#rows[member!] = ++this.#length;
  }

  clear(): void {
    this.#memory.clear();
    this.#rows = new Uint32Array(0);
    this.#length = 0;
  }
}

/** Index for a key of several dimensions. */
class TupleSlots implements KeyIndex {
  readonly #columns: readonly GrowingCodes[];
  readonly #slots: GrowingSlots;
  #wanted: ArrayLike<number> = [];

  constructor(columns: readonly GrowingCodes[]) {
    this.#columns = columns;
    this.#slots = new GrowingSlots((row) => columns.reduce((hash, codes) => mix(hash, codes.get(row)), 0) >>> 0);
  }

  find(key: Uint32Array): number {
    this.#wanted = key;
    return this.#slots.find(hashOf(key), this.#isWanted);
  }

  push(key: Uint32Array): void {
    this.#slots.push(hashOf(key));
  }

  clear(): void {
    this.#slots.clear();
  }

  readonly #isWanted = (row: number): boolean => {
    for (let at = 0; at < this.#columns.length; at++) {
      if (this.#columns[at]!.get(row) !== this.#wanted[at]) return false;
    }
    return true;
  };
}

function hashOf(key: Uint32Array): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = mix(hash, key[at]!);
  return hash >>> 0;
}

function mix(hash: number, code: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x85eb_ca6b) ^ Math.imul(code + 1, 0x9e37_79b1);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35) ^ (mixed >>> 16);
}
