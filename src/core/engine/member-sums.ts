import type { Decimal } from "../model/values/decimal.js";
import type { Value } from "../model/values/value.js";
import { ByteReader, ByteWriter } from "./byte-sequence.js";

/**
 * Values and sums by year of a version's members, each to be read at its offset without opening the version.
 *
 *     sizes     2 numbers: of the dimensions d, and of the members n of those that are here
 *     firsts    d numbers: of the first member of each dimension, or `NOT_HERE`
 *     offsets   n + 1 numbers: of each member, and of the end
 *     scales    decimal places of the measures
 *     members   n times: the values of the attributes, then the sums of each year
 *
 * Numbers have 32 bits, the lowest first; scales and members are sequences of what a `ByteWriter` writes.
 */
export type MemberSums = Uint8Array;

/** The entries of a member in a year. */
export interface YearSum {
  /** `null` for entries without a date. */
  readonly year: number | null;
  readonly numEntries: number;
  /** One for each measure of the model. */
  readonly sums: readonly Decimal[];
}

/** A member with its sums. */
export interface SummedMember {
  /** One for each attribute of its dimension. */
  readonly values: readonly Value[];
  readonly years: readonly YearSum[];
}

/** The entries of a member in a year, as they are written. */
export interface WrittenYear {
  readonly year: number | null;
  readonly numEntries: number;
  /** Unscaled; one for each measure. */
  readonly sums: readonly bigint[];
}

const NOT_HERE = 0xffff_ffff;
/** Bytes of a number, and the numbers before those of the dimensions. */
const [WORD, SIZES] = [4, 2];

/** Writes the members of one dimension, by their codes. */
export class DimensionSums {
  readonly #writer = new ByteWriter();
  readonly #starts: number[] = [];

  get bytes(): Uint8Array {
    return this.#writer.bytes;
  }

  /** Start of each member in the bytes. */
  get starts(): readonly number[] {
    return this.#starts;
  }

  add(values: readonly Value[], years: readonly WrittenYear[]): void {
    const writer = this.#writer;
    this.#starts.push(writer.length);
    writer.integer(values.length);
    for (const value of values) writer.value(value);
    writer.integer(years.length);
    for (const { year, numEntries, sums } of years) {
      writer.integer(year === null ? 0 : year + 1);
      writer.integer(numEntries);
      for (const sum of sums) writer.signed(sum);
    }
  }
}

/**
 * Join what was written of a version, in memory that threads can share.
 * @param dimensions in the order of the model; `null` for those that are left out
 * @param scales decimal places of each measure
 */
export function joinMemberSums(dimensions: readonly (DimensionSums | null)[], scales: readonly number[]): MemberSums {
  const facts = new ByteWriter();
  facts.integer(scales.length);
  for (const scale of scales) facts.integer(scale);
  const members = dimensions.reduce((sum, each) => sum + (each?.starts.length ?? 0), 0);
  const before = placeOfMember(dimensions.length, members + 1);
  const length = dimensions.reduce((sum, each) => sum + (each?.bytes.length ?? 0), before + facts.length);
  const joined = new Uint8Array(new SharedArrayBuffer(length));
  const view = viewOf(joined);
  view.setUint32(0, dimensions.length, true);
  view.setUint32(WORD, members, true);
  joined.set(facts.bytes, before);
  let [member, end] = [0, before + facts.length];
  for (const [at, each] of dimensions.entries()) {
    view.setUint32((SIZES + at) * WORD, each ? member : NOT_HERE, true);
    if (!each) continue;
    for (const start of each.starts) view.setUint32(placeOfMember(dimensions.length, member++), end + start, true);
    joined.set(each.bytes, end);
    end += each.bytes.length;
  }
  view.setUint32(placeOfMember(dimensions.length, member), end, true);
  return joined;
}

/** True if the members of a dimension are here. @param dimension number of the dimension */
export function hasMemberSums(sums: MemberSums, dimension: number): boolean {
  return viewOf(sums).getUint32((SIZES + dimension) * WORD, true) !== NOT_HERE;
}

/** Read a member of a dimension that is here. Cost: some microseconds. */
export function readMemberSums(sums: MemberSums, dimension: number, code: number): SummedMember {
  const { reader, seek, scales } = openSummed(sums, dimension);
  seek(code);
  return {
    values: reader.list(() => reader.value()),
    years: reader.list(() => {
      const [year, numEntries] = [reader.integer(), reader.integer()];
      return {
        year: year === 0 ? null : year - 1,
        numEntries,
        sums: scales.map((scale) => ({ unscaled: reader.signed(), scale })),
      };
    }),
  };
}

/** Number of the dimensions of the version, of which not all need be here. */
export function numDimensionsOf(sums: MemberSums): number {
  return viewOf(sums).getUint32(0, true);
}

/** Written members of a dimension, to be read in any part. */
export interface MembersReader {
  readonly reader: ByteReader;
  readonly numMembers: number;
  /** Go on reading at a member. */
  readonly seek: (code: number) => void;
  /** Decimal places of the measures. */
  readonly scales: readonly number[];
}

/** Open the members of a dimension that is here. @param dimension number of the dimension */
export function openSummed(sums: MemberSums, dimension: number): MembersReader {
  const view = viewOf(sums);
  const [dimensions, members] = [view.getUint32(0, true), view.getUint32(WORD, true)];
  const first = view.getUint32((SIZES + dimension) * WORD, true);
  let end = members;
  for (let next = dimension + 1; next < dimensions && end === members; next++) {
    const start = view.getUint32((SIZES + next) * WORD, true);
    if (start !== NOT_HERE) end = start;
  }
  const reader = new ByteReader(sums, placeOfMember(dimensions, members + 1));
  const scales = reader.list(() => reader.integer());
  const seek = (code: number): void => reader.seek(view.getUint32(placeOfMember(dimensions, first + code), true));
  return { reader, numMembers: end - first, seek, scales };
}

/** True if the sums are of a version with some numbers of members of its dimensions. */
export function areSumsOf(sums: MemberSums, numbers: readonly number[]): boolean {
  const view = viewOf(sums);
  if (sums.length < (SIZES + numbers.length) * WORD || view.getUint32(0, true) !== numbers.length) return false;
  let members = 0;
  for (const [at, number] of numbers.entries()) {
    const first = view.getUint32((SIZES + at) * WORD, true);
    if (first === NOT_HERE) continue;
    if (first !== members) return false;
    members += number;
  }
  const end = placeOfMember(numbers.length, members);
  return (
    view.getUint32(WORD, true) === members && end + WORD <= sums.length && view.getUint32(end, true) === sums.length
  );
}

function placeOfMember(dimensions: number, member: number): number {
  return (SIZES + dimensions + member) * WORD;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
