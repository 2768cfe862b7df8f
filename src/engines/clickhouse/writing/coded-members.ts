import {
  growValues,
  indexValues,
  type GrowingValues,
  type MemberIndex,
} from "../../columnar/writing/growing-values.js";
import { lengthen } from "../../columnar/base/lengthen.js";
import { memberAt, NO_TEXT, type RowMembers, FRESH } from "../../../core/engine/row-batch.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import { type Members, readTuples } from "../table/members.js";

/** Variants of one member that are remembered, to tell about disagreements. */
const MAX_VARIANTS = 256;
/** Marks of members: no row of this load has it; the last row with it was none of a batch's own codes; that code and this. */
const [UNWRITTEN, WRITTEN, OF_BATCH] = [0, 1, 2];

/** Codes of a dimension's members while a version is built. The last row decides a member's attributes. */
export class CodedMembers {
  readonly dimension: Dimension;
  /** Tuples that rows had for a member, if they are not all the same; in the order of the rows. */
  readonly variants = new Map<number, (readonly Value[])[]>();
  readonly #previous: Members | null;
  /** Values of each attribute by code, of which the index enters those of the identity. */
  readonly #values: readonly GrowingValues[];
  readonly #index: MemberIndex;
  /** Code of the member without an identity. Unused codes have none either. */
  #missing: number | null = null;
  #marks = new Uint32Array(64);
  /** Codes by the codes of row batches, which are the same in all batches of a load. */
  readonly #ofBatch: number[] = [];
  #codes = new Uint32Array(0);

  constructor(dimension: Dimension, previous: Members | undefined) {
    this.dimension = dimension;
    this.#previous = previous ?? null;
    this.#values = dimension.attributes.map(growValues);
    let code = 0;
    for (const tuple of previous ? readTuples(previous) : []) {
      this.#values.forEach((values, at) => {
        values.stage(tuple?.[at] ?? null);
        values.push();
      });
      if (tuple && tuple[dimension.identity.index] === null) this.#missing = code;
      code++;
    }
    this.#index = indexValues(this.#values[dimension.identity.index]!);
  }

  /** Number of codes. */
  get length(): number {
    return this.#values[0]!.length;
  }

  /**
   * Return the codes of the members of a batch's rows, and note their attributes.
   * @param counts by row 0 for one that changes no member; `null` if all count
   * @returns valid until the next call
   */
  codesOf(members: RowMembers, length: number, counts: Uint8Array | null): Uint32Array {
    if (this.#codes.length < length) this.#codes = new Uint32Array(length);
    const codes = this.#codes;
    const entered = this.#enterTexts(members, length);
    for (let row = 0; row < length; row++) {
      const place = members.codes[row]! - FRESH;
      if (entered && place >= 0 && members.texts!.sizes[place] !== NO_TEXT) codes[row] = entered[place]!;
      else codes[row] = counts?.[row] === 0 ? this.#findCode(members, row) : this.#codeAt(members, row);
    }
    return codes;
  }

  /** Enter the texts of a batch, all at once: a member with one value has no attributes to note. @returns their codes */
  #enterTexts({ texts, codes }: RowMembers, length: number): Uint32Array | null {
    if (!texts || !this.#index.enterAll) return null;
    const places = new Uint32Array(length);
    let count = 0;
    for (let row = 0; row < length; row++) {
      const place = codes[row]! - FRESH;
      if (place >= 0 && texts.sizes[place] !== NO_TEXT) places[count++] = place;
    }
    const entered = new Uint32Array(texts.sizes.length);
    this.#index.enterAll(texts, places.subarray(0, count), entered);
    if (this.length > this.#marks.length) this.#marks = lengthen(this.#marks, 2 * this.length);
    return entered;
  }

  #codeAt(members: RowMembers, row: number): number {
    const own = members.codes[row]!;
    if (own >= FRESH) return this.#note(memberAt(members, row));
    const known = this.#ofBatch[own];
    if (known === undefined) return (this.#ofBatch[own] = this.#note(members.tupleOf(own), own + OF_BATCH));
    if (this.#marks[known] !== own + OF_BATCH) this.#set(known, members.tupleOf(own), own + OF_BATCH);
    return known;
  }

  /** Return the code of a member without a change. */
  #findCode(members: RowMembers, row: number): number {
    const tuple = memberAt(members, row);
    const { code, isNew } = this.#enter(tuple);
    if (isNew) this.#set(code, tuple, WRITTEN);
    return code;
  }

  /** Return the code of a member, and note its attributes. */
  #note(tuple: readonly Value[], mark = WRITTEN): number {
    const { code } = this.#enter(tuple);
    this.#set(code, tuple, mark);
    return code;
  }

  /** Return the attribute values of a member. */
  tupleAt(code: number): readonly Value[] {
    return this.#values.map((values) => values.read(code));
  }

  /** Return the attribute values that a member had in the previous version; `null` if it was not there. */
  previousTuple(code: number): readonly Value[] | null {
    if (!this.#previous || (this.#previous.ids[code] ?? 0) === 0) return null;
    return this.#previous.table.attributes.map((values) => values.at(code));
  }

  /** List the members of the previous version for which rows of this load first had other values. */
  get changedMembers(): readonly number[] {
    const changed: number[] = [];
    const written = Math.min(this.#marks.length, this.#previous?.ids.length ?? 0);
    for (let code = 0; code < written; code++) {
      const [first] = this.writtenTuples(code);
      const before = first && this.previousTuple(code);
      if (before && !isSameTuple(before, first)) changed.push(code);
    }
    return changed;
  }

  /** Return the tuples that rows had for a member, in their order; empty if rows had none. */
  writtenTuples(code: number): readonly (readonly Value[])[] {
    return this.variants.get(code) ?? ((this.#marks[code] ?? UNWRITTEN) === UNWRITTEN ? [] : [this.tupleAt(code)]);
  }

  #enter(tuple: readonly Value[]): { readonly code: number; readonly isNew: boolean } {
    const identity = tuple[this.dimension.identity.index]!;
    if (identity === null && this.#missing !== null) return { code: this.#missing, isNew: false };
    const before = this.length;
    const code = this.#index.enter(identity);
    const isNew = identity === null || code === before;
    if (identity === null) this.#missing = code;
    if (code === before) {
      this.#values.forEach((values, at) => {
        if (at === this.dimension.identity.index) return;
        values.stage(tuple[at] ?? null);
        values.push();
      });
    }
    if (code >= this.#marks.length) this.#marks = lengthen(this.#marks, 2 * code);
    return { code, isNew };
  }

  #set(code: number, tuple: readonly Value[], mark: number): void {
    const isFirst = this.#marks[code] === UNWRITTEN;
    this.#marks[code] = mark;
    const differs = this.#values.some((values, at) => {
      values.stage(tuple[at] ?? null);
      return !values.equalsStaged(code);
    });
    if (!differs) return;
    if (!isFirst && this.dimension.kind === "compound") this.#noteVariant(code, tuple);
    this.#values.forEach((values, at) => {
      values.stage(tuple[at] ?? null);
      if (!values.equalsStaged(code)) values.replace(code);
    });
  }

  #noteVariant(code: number, tuple: readonly Value[]): void {
    const known = this.variants.get(code) ?? [this.tupleAt(code)];
    if (known.length >= MAX_VARIANTS || known.some((each) => isSameTuple(each, tuple))) return;
    known.push(tuple);
    this.variants.set(code, known);
  }
}

/** True if a list of variants may be incomplete. */
export function hasMoreVariants(variants: readonly unknown[]): boolean {
  return variants.length >= MAX_VARIANTS;
}

function isSameTuple(a: readonly Value[], b: readonly Value[]): boolean {
  return a === b || a.every((value, at) => value === b[at]);
}
