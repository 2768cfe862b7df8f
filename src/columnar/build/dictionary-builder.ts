import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Dimension } from "../../model/cube.js";
import type { Value } from "../../model/values/value.js";
import { GrowingCodes } from "../base/growing-codes.js";
import { copyValues, type GrowingValues, growValues, indexValues, type MemberIndex } from "./growing-values.js";
import { TupleIndex } from "./tuple-index.js";
import type { DimensionColumn } from "../table/table.js";
import { ValueSets } from "./value-sets.js";

/** Codes and members of one dimension of a table being built. */
export class DictionaryBuilder {
  readonly dimension: Dimension;
  /** One column of values per attribute, with one value per member. */
  attributes: readonly GrowingValues[];
  readonly codes = new GrowingCodes();
  #members: MemberIndex | null;
  readonly #identity: number;
  readonly #known = new TupleIndex();
  /** Latest values, by code, of members whose values changed after their first row. */
  readonly #changed = new Map<number, readonly Value[]>();
  /** For each attribute the values on which the rows of this load disagree. */
  readonly disagreeing: readonly ValueSets[];
  /** Values of members of the previous version, by code, where the first row of this load differs. */
  readonly superseded = new Map<number, readonly Value[]>();
  /** For each member of the previous version 1 once a row of this load has it. */
  readonly #isTouched: Uint8Array;
  #last: readonly Value[] | undefined;
  #lastCode = 0;

  constructor(dimension: Dimension, previous?: { memories: readonly CubeMemory[]; column: DimensionColumn }) {
    this.dimension = dimension;
    this.#identity = dimension.identity.index;
    this.attributes = previous
      ? previous.column.columns.map((column) => copyValues(previous.memories, column))
      : dimension.attributes.map(growValues);
    this.#members = indexValues(this.attributes[this.#identity]!);
    this.disagreeing = dimension.attributes.map(() => new ValueSets());
    this.#isTouched = new Uint8Array(this.attributes[this.#identity]!.length);
  }

  /** Give a row a member. If rows disagree on a member's attributes, the latest row counts. */
  set(row: number, member: readonly Value[]): void {
    // Consecutive rows often have the same office or day, and ingestion gives them the same object.
    if (member !== this.#last) {
      this.#last = member;
      this.#lastCode = this.#enter(member);
    }
    this.codes.set(row, this.#lastCode);
  }

  /** Return the value that a member's first row gives an attribute; it counts until the values are settled. */
  valueOf(code: number, attribute: number): Value {
    return this.attributes[attribute]!.read(code);
  }

  /** Write the latest values of all members that changed. */
  settle(): void {
    for (const [code, member] of this.#changed) {
      this.#eachOther((values, attribute) => {
        values.stage(member[attribute]!);
        values.replace(code);
      });
    }
    this.#changed.clear();
  }

  /** Forget everything. */
  clear(): void {
    this.attributes = [];
    this.#members = null;
    this.#known.clear();
    this.codes.clear();
  }

  #enter(member: readonly Value[]): number {
    const known = this.#known.get(member);
    if (known === undefined) {
      const code = this.#compare(member);
      this.#known.set(member, code);
      return code;
    }
    if (this.#changed.size > 0 && this.#changed.has(known)) this.#changed.set(known, member);
    return known;
  }

  /** Return a member's code, found by its identity; note a new member and changed values. */
  #compare(member: readonly Value[]): number {
    const identity = this.attributes[this.#identity]!;
    const numMembers = identity.length;
    const code = this.#members!.enter(member[this.#identity]!);
    if (code === numMembers) {
      this.#eachOther((values, attribute) => {
        values.stage(member[attribute]!);
        values.push();
      });
    } else if (this.dimension.kind === "compound") {
      // A date's attributes follow from its first one, and attribute dimensions have only one: neither can change.
      this.#compareValues(code, member);
    }
    return code;
  }

  #compareValues(code: number, member: readonly Value[]): void {
    const isFirst = this.#isTouched[code] === 0;
    if (isFirst) this.#isTouched[code] = 1;
    if (!this.#changed.has(code) && !this.#differs(code, member)) return;
    if (isFirst) {
      this.superseded.set(
        code,
        this.attributes.map((values) => values.read(code)),
      );
      this.#eachOther((values, attribute) => {
        values.stage(member[attribute]!);
        values.replace(code);
      });
      return;
    }
    this.#eachOther((values, attribute) => {
      values.stage(member[attribute]!);
      if (!values.equalsStaged(code)) this.disagreeing[attribute]!.add(code, values.read(code), member[attribute]!);
    });
    // `settle` writes the values later: writing values that change with every row would fill the memory.
    this.#changed.set(code, member);
  }

  #differs(code: number, member: readonly Value[]): boolean {
    let differs = false;
    this.#eachOther((values, attribute) => {
      if (differs) return;
      values.stage(member[attribute]!);
      differs = !values.equalsStaged(code);
    });
    return differs;
  }

  #eachOther(use: (values: GrowingValues, attribute: number) => void): void {
    for (let attribute = 0; attribute < this.attributes.length; attribute++) {
      if (attribute !== this.#identity) use(this.attributes[attribute]!, attribute);
    }
  }
}
