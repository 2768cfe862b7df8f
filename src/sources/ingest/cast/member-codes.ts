import type { Value } from "../../../core/model/values/value.js";
import { ABSENT, type CodedRecords, RAW } from "../csv/coded-records.js";
import type { MemberCaster, MemberPlan } from "./cast-member.js";
import { growArray } from "./grow-array.js";

/** Returned for a member whose cells have no codes. */
export const UNCODED = -1;
/** Returned for cells that are no member. */
const BAD = -2;

/** Maximum number of combinations of cells that are cast; bounds the memory. */
const MAX_MEMBERS = 2 ** 18;
const FIRST_CODES = 1024;

/**
 * Codes of one dimension's members by the codes of their cells, so that each combination of cells is cast once. Mostly
 * the first cell decides the others: then one lookup is enough.
 *
 *     numbers   code + 1 of the last member with the first cell's code, or 0
 *     others    codes of the other cells of that member
 */
export class MemberCodes {
  readonly #cells: readonly number[];
  readonly #first: number;
  readonly #others: readonly number[];
  readonly #cast: MemberCaster;
  #numbers = new Uint32Array(FIRST_CODES);
  #otherCodes: Uint32Array;
  /** Codes of members by those of all cells, `BAD` for no member; of several cells, or an absent one. */
  readonly #known = new Map<string, number>();
  /** Codes of single cells that are no member. */
  readonly #bad = new Set<number>();
  /** Number of combinations of cells that were cast. */
  #numCast = 0;
  readonly #members: (readonly Value[])[] = [];

  constructor({ cells, cast }: Pick<MemberPlan, "cells" | "cast">) {
    this.#cells = cells;
    this.#first = cells[0] ?? -1;
    this.#others = cells.slice(1);
    this.#otherCodes = new Uint32Array(FIRST_CODES * this.#others.length);
    this.#cast = cast;
  }

  /** For each code of the first cell the code + 1 of the last member with it, or 0; replaced when it grows. */
  get numbers(): Uint32Array {
    return this.#numbers;
  }

  readonly tupleOf = (code: number): readonly Value[] => this.#members[code]!;

  /** Return the code of a record's member, `UNCODED` or `BAD`. @param start place of the record */
  codeOf(records: CodedRecords, start: number): number {
    const { codes } = records;
    const first = this.#first < 0 ? 0 : codes[start + 1 + this.#first]!;
    if (first >= RAW) return UNCODED;
    const number = first < this.#numbers.length ? this.#numbers[first]! : 0;
    if (number > 0 && this.#isLast(codes, start, first)) return number - 1;
    return this.#find(records, start, first);
  }

  #isLast(codes: Uint32Array, start: number, first: number): boolean {
    const others = this.#others;
    for (let at = 0; at < others.length; at++) {
      if (this.#otherCodes[first * others.length + at] !== codes[start + 1 + others[at]!]) return false;
    }
    return true;
  }

  #find(records: CodedRecords, start: number, first: number): number {
    if (this.#others.length === 0 && first !== ABSENT) return this.#findSingle(records, start, first);
    const codes = this.#cells.map((cell) => records.codes[start + 1 + cell]!);
    if (codes.some((code) => code >= RAW)) return UNCODED;
    const key = codes.join();
    const known = this.#known.get(key);
    const code = known ?? this.#castNew(records, start);
    if (known === undefined && code !== UNCODED) this.#known.set(key, code);
    if (code >= 0 && first !== ABSENT) this.#remember(first, code, codes);
    return code;
  }

  /** Return the code of a member of a single cell, which `numbers` lacks. */
  #findSingle(records: CodedRecords, start: number, first: number): number {
    if (this.#bad.has(first)) return BAD;
    const code = this.#castNew(records, start);
    if (code === BAD) this.#bad.add(first);
    else if (code !== UNCODED) this.#remember(first, code, []);
    return code;
  }

  #castNew(records: CodedRecords, start: number): number {
    if (this.#numCast === MAX_MEMBERS) return UNCODED;
    this.#numCast++;
    const record: string[] = [];
    for (const cell of this.#cells) record[cell] = records.cellAt(start, cell);
    const member = this.#cast(record);
    return member === null ? BAD : this.#members.push(member) - 1;
  }

  #remember(first: number, code: number, codes: readonly number[]): void {
    if (first >= this.#numbers.length) {
      const length = Math.max(first + 1, this.#numbers.length * 2);
      this.#numbers = growArray(this.#numbers, length);
      this.#otherCodes = growArray(this.#otherCodes, length * this.#others.length);
    }
    this.#numbers[first] = code + 1;
    for (let at = 1; at < codes.length; at++) this.#otherCodes[first * this.#others.length + at - 1] = codes[at]!;
  }
}
