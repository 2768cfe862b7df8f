import { hashText } from "../model/values/hash-text.js";
import { foldText } from "../query/text/fold-text.js";

/**
 * The names and labels of a version's members, to find those of a name without opening it. Different names may have the
 * same hash, so that it may tell of too many members, never of too few.
 *
 *     unlisted   a bit for each dimension whose names are not here, the last one for all from the 32nd on
 *     hashes     n numbers, ascending: of the folded names
 *     members    n numbers of two parts
 *                  bits 0 … 26    the code of the member
 *                  bits 27 … 31   its dimension
 */
export type NameIndex = Uint32Array;

/** Bits of a code, and the dimensions that have a number of their own. */
const [CODE_BITS, DIMENSIONS] = [27, 31];

/** Number of different hashes. */
const HASHES = 2 ** 32;

/** Collects the names of an index. */
export class NameLister {
  readonly #names: (readonly [hash: number, member: number])[] = [];
  #unlisted = 0;

  /** Note that the names of a dimension are not listed. */
  leaveOut(dimension: number): void {
    this.#unlisted |= bitOf(dimension);
  }

  /** Add the names of a member. @param dimension number of the dimension, one of the first 31 */
  add(dimension: number, code: number, names: Iterable<string>): void {
    const member = ((dimension << CODE_BITS) | code) >>> 0;
    for (const hash of new Set(Array.from(names, hashName))) this.#names.push([hash, member]);
  }

  /** Return the index, in memory that threads can share. */
  finish(): NameIndex {
    const sorted = this.#names.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
    const index = new Uint32Array(new SharedArrayBuffer(4 + sorted.length * 8));
    index[0] = this.#unlisted;
    sorted.forEach(([hash, member], at) => {
      index[1 + at] = hash;
      index[1 + sorted.length + at] = member;
    });
    return index;
  }
}

/** True if a dimension can be listed: there are not too many before it. */
export function canListNames(dimension: number): boolean {
  return dimension < DIMENSIONS;
}

/** Return the hash of a name, case and accents aside. */
export function hashName(name: string): number {
  const folded = foldText(name);
  return hashText(folded);
}

/** True if the names of all dimensions are listed. */
export function areAllListed([unlisted]: NameIndex): boolean {
  return unlisted === 0;
}

/** True if the names of a dimension are listed. @param dimension number of the dimension */
export function isListed([unlisted]: NameIndex, dimension: number): boolean {
  return (unlisted! & bitOf(dimension)) === 0;
}

/** True if a listed member may have a name. @param hash that of the name */
export function mayBeNamed(index: NameIndex, hash: number): boolean {
  const at = firstOf(index, hash);
  return at < sizeOf(index) && index[1 + at] === hash;
}

/** List the codes of the members of a listed dimension that may have a name, ascending. @param hash that of the name */
export function codesNamed(index: NameIndex, dimension: number, hash: number): readonly number[] {
  const size = sizeOf(index);
  const codes: number[] = [];
  for (let at = firstOf(index, hash); at < size && index[1 + at] === hash; at++) {
    const member = index[1 + size + at]!;
    if (member >>> CODE_BITS === dimension) codes.push(member & (2 ** CODE_BITS - 1));
  }
  return codes;
}

/** True if all listed members are there. @param numbers number of members of each dimension */
export function areMembersOf(index: NameIndex, numbers: readonly number[]): boolean {
  return index
    .subarray(1 + sizeOf(index))
    .every((member) => (member & (2 ** CODE_BITS - 1)) < (numbers[member >>> CODE_BITS] ?? 0));
}

function bitOf(dimension: number): number {
  return 1 << Math.min(dimension, DIMENSIONS);
}

function sizeOf({ length }: NameIndex): number {
  return (length - 1) / 2;
}

/**
 * Return the place of the first hash that is not smaller. Hashes are spread evenly: where it should be is near, so that few
 * parts of an index are read into the processor's cache, of each of thousands.
 */
function firstOf(index: NameIndex, hash: number): number {
  const size = sizeOf(index);
  let at = Math.floor((hash / HASHES) * size);
  while (at > 0 && index[at]! >= hash) at--;
  while (at < size && index[1 + at]! < hash) at++;
  return at;
}
