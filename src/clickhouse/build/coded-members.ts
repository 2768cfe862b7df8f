import type { Dimension } from "../../model/cube.js";
import type { Value } from "../../model/values/value.js";
import { memberAt, type RowMembers, FRESH } from "../../engine/row-batch.js";
import type { Members } from "../table/members.js";

/** Variants of one member that are remembered, to tell about disagreements. */
const MAX_VARIANTS = 256;

/** Codes of a dimension's members while a version is built. The last row decides a member's attributes. */
export class CodedMembers {
  readonly dimension: Dimension;
  readonly tuples: (readonly Value[] | null)[];
  /** Members of the previous version. */
  readonly previous: readonly (readonly Value[] | null)[];
  /** Tuples that rows had for a member, if they are not all the same; in the order of the rows. */
  readonly variants = new Map<number, (readonly Value[])[]>();
  /** The first tuple that rows had for each member. */
  readonly #firstWritten: (readonly Value[] | undefined)[] = [];
  readonly #codes = new Map<Value, number>();
  /** Codes by the codes of row batches, which are the same in all batches of a load. */
  readonly #ofBatch: number[] = [];

  constructor(dimension: Dimension, previous: Members | undefined) {
    this.dimension = dimension;
    this.previous = previous?.tuples ?? [];
    this.tuples = [...this.previous];
    this.tuples.forEach((tuple, code) => {
      if (tuple) this.#codes.set(tuple[dimension.identity.index]!, code);
    });
  }

  /** Return the code of a row's member, and note its attributes. */
  codeAt(members: RowMembers, row: number): number {
    const own = members.codes[row]!;
    if (own >= FRESH) return this.note(memberAt(members, row));
    const tuple = members.tupleOf(own);
    const known = this.#ofBatch[own];
    if (known !== undefined) {
      this.#set(known, tuple);
      return known;
    }
    return (this.#ofBatch[own] = this.note(tuple));
  }

  /** Return the code of a member without a change. */
  findCode(members: RowMembers, row: number): number {
    const tuple = memberAt(members, row);
    return this.#codes.get(tuple[this.dimension.identity.index]!) ?? this.note(tuple);
  }

  /** Return the code of a member, and note its attributes. */
  note(tuple: readonly Value[]): number {
    const identity = tuple[this.dimension.identity.index]!;
    let code = this.#codes.get(identity);
    if (code === undefined) {
      code = this.tuples.push(null) - 1;
      this.#codes.set(identity, code);
    }
    this.#set(code, tuple);
    return code;
  }

  /** Return the tuples that rows had for a member, in their order; empty if rows had none. */
  writtenTuples(code: number): readonly (readonly Value[])[] {
    const first = this.#firstWritten[code];
    return this.variants.get(code) ?? (first ? [first] : []);
  }

  #set(code: number, tuple: readonly Value[]): void {
    if (this.tuples[code] === tuple && this.#firstWritten[code]) return;
    this.tuples[code] = tuple;
    if (this.dimension.kind !== "compound") return;
    const first = this.#firstWritten[code];
    if (!first) {
      this.#firstWritten[code] = tuple;
      return;
    }
    const known = this.variants.get(code) ?? [first];
    if (known.length >= MAX_VARIANTS || known.some((each) => isSameTuple(each, tuple))) return;
    known.push(tuple);
    this.variants.set(code, known);
  }
}

/** True if a list of variants may be incomplete. */
export function hasMoreVariants(variants: readonly unknown[]): boolean {
  return variants.length >= MAX_VARIANTS;
}

export function isSameTuple(a: readonly Value[], b: readonly Value[]): boolean {
  return a === b || a.every((value, at) => value === b[at]);
}
