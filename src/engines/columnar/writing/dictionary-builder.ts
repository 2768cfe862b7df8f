import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import { FRESH, type RowMembers, NO_TEXT } from "../../../core/engine/row-batch.js";
import { GrowingCodes } from "../base/growing-codes.js";
import { lengthen } from "../base/lengthen.js";
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
  /** For each code that batches give to a member: its code here + 1, or 0. */
  #numbers = new Uint32Array(64);
  /** Codes of the texts of the batch, by their places; and these places. */
  #entered = new Uint32Array(0);
  #places = new Uint32Array(0);
  /** For each row of the batch the code of its member, if all members are texts; else `null`. */
  #ofTexts: Uint32Array | null = null;
  /** Codes of successive rows, before they are set. */
  #run = new Uint32Array(0);
  /** True if the last member was new. */
  #isNew = false;
  #missing: number;

  constructor(dimension: Dimension, previous?: { memories: readonly CubeMemory[]; column: DimensionColumn }) {
    this.dimension = dimension;
    this.#identity = dimension.identity.index;
    this.attributes = previous
      ? previous.column.columns.map((column) => copyValues(previous.memories, column))
      : dimension.attributes.map(growValues);
    this.#members = indexValues(this.attributes[this.#identity]!);
    this.disagreeing = dimension.attributes.map(() => new ValueSets());
    this.#isTouched = new Uint8Array(this.attributes[this.#identity]!.length);
    this.#missing = previous?.column.missing ?? -1;
  }

  /** Code of the member without an identity; -1 if there is none. */
  get missing(): number {
    return this.#missing;
  }

  /** Index of the members' identities. */
  get members(): MemberIndex {
    return this.#members!;
  }

  /**
   * Give a row a member. If rows disagree on a member's attributes, the latest row counts.
   * @param code that `codeOf` has just returned
   */
  set(row: number, column: RowMembers, at: number, code = this.codeOf(column, at)): void {
    this.#note(column, at, code);
    this.codes.set(row, code);
  }

  /** Give successive rows their members, as `set` does. @param from position of the first in the batch */
  setAll(row: number, column: RowMembers, from: number, count: number): void {
    if (this.#ofTexts) {
      this.codes.setAll(row, this.#ofTexts, from, count);
      return;
    }
    if (this.#run.length < count) this.#run = new Uint32Array(column.codes.length);
    const run = this.#run;
    let numbers = this.#numbers;
    let isSettled = this.#changed.size === 0;
    for (let at = 0; at < count; at++) {
      const given = column.codes[from + at]!;
      const known = given < numbers.length ? numbers[given]! : 0;
      if (known > 0 && isSettled) {
        run[at] = known - 1;
        continue;
      }
      const code = this.codeOf(column, from + at);
      this.#note(column, from + at, code);
      numbers = this.#numbers;
      isSettled = this.#changed.size === 0;
      run[at] = code;
    }
    this.codes.setAll(row, run, 0, count);
  }

  /** True if a member has no identity. @param at position in the batch */
  isMissing({ codes, tupleOf, fresh, texts }: RowMembers, at: number): boolean {
    const given = codes[at]!;
    if (given < FRESH) {
      const known = given < this.#numbers.length ? this.#numbers[given]! : 0;
      return known > 0 ? known - 1 === this.#missing : tupleOf(given)[this.#identity] === null;
    }
    const place = given - FRESH;
    return !(texts && texts.sizes[place] !== NO_TEXT) && fresh[place]![this.#identity] === null;
  }

  /** Enter the texts of a batch, all at once, before its members are asked for. @param rows of the batch */
  enterTexts({ texts, codes }: RowMembers, rows: number): void {
    this.#ofTexts = null;
    if (!texts || !this.#members!.enterAll) return;
    if (texts.sizes.length > this.#entered.length) {
      this.#entered = new Uint32Array(texts.sizes.length);
      this.#places = new Uint32Array(texts.sizes.length);
    }
    let count = 0;
    for (let row = 0; row < rows; row++) {
      const place = codes[row]! - FRESH;
      if (place >= 0 && texts.sizes[place] !== NO_TEXT) this.#places[count++] = place;
    }
    this.#members!.enterAll(texts, this.#places.subarray(0, count), this.#entered);
    if (count < rows) return;
    const all = this.#places.subarray(0, rows);
    for (let row = 0; row < rows; row++) all[row] = this.#entered[all[row]!]!;
    this.#ofTexts = all;
  }

  /** For each row of the batch whose texts were entered the code of its member; `null` unless all members are texts. */
  get codesOfTexts(): Uint32Array | null {
    return this.#ofTexts;
  }

  /** Return the code of a member, by its identity; a new one gets the next code. @param at position in the batch */
  codeOf({ codes, tupleOf, fresh, texts }: RowMembers, at: number): number {
    const given = codes[at]!;
    this.#isNew = false;
    if (given < FRESH) {
      const known = given < this.#numbers.length ? this.#numbers[given]! : 0;
      return known > 0 ? known - 1 : this.#enter(tupleOf(given));
    }
    const place = given - FRESH;
    const size = texts ? texts.sizes[place]! : NO_TEXT;
    if (size === NO_TEXT) return this.#known.get(fresh[place]!) ?? this.#enter(fresh[place]!);
    return this.#entered[place]!;
  }

  /** Note the values of a member of which `codeOf` has just returned the code. */
  #note({ codes, tupleOf, fresh, texts }: RowMembers, at: number, code: number): void {
    const given = codes[at]!;
    if (given < FRESH) {
      if (given < this.#numbers.length && this.#numbers[given]! > 0) {
        if (this.#changed.size > 0 && this.#changed.has(code)) this.#changed.set(code, tupleOf(given));
        return;
      }
      this.#compare(code, tupleOf(given));
      if (given >= this.#numbers.length) {
        this.#numbers = lengthen(this.#numbers, Math.max(given + 1, this.#numbers.length * 2));
      }
      this.#numbers[given] = code + 1;
      return;
    }
    const place = given - FRESH;
    // A member with one value has nothing to disagree on.
    if (texts && texts.sizes[place] !== NO_TEXT) return;
    const member = fresh[place]!;
    if (this.#known.get(member) === undefined) {
      this.#compare(code, member);
      this.#known.set(member, code);
    } else if (this.#changed.size > 0 && this.#changed.has(code)) {
      this.#changed.set(code, member);
    }
  }

  /** Return the value that a member's first row gives an attribute; it counts until the values are settled. */
  valueOf(code: number, attribute: number): Value {
    return this.attributes[attribute]!.read(code);
  }

  /** Write the latest values of all members that changed; no more rows follow. */
  settle(): void {
    for (const [code, member] of this.#changed) {
      this.#eachOther((values, attribute) => {
        values.stage(member[attribute]!);
        values.replace(code);
      });
    }
    this.#changed.clear();
    this.#members?.close?.();
  }

  /** Forget everything but the codes. */
  clearMembers(): void {
    this.attributes = [];
    this.#members = null;
    this.#known.clear();
    this.#numbers = new Uint32Array(0);
  }

  #enter(member: readonly Value[]): number {
    const value = member[this.#identity]!;
    const numMembers = this.attributes[this.#identity]!.length;
    const code = this.#members!.enter(value);
    if (code < numMembers) return code;
    this.#isNew = true;
    if (value === null) this.#missing = code;
    this.#eachOther((values, attribute) => {
      values.stage(member[attribute]!);
      values.push();
    });
    return code;
  }

  /** Note changed values. */
  #compare(code: number, member: readonly Value[]): void {
    // A date's attributes follow from its first one, and attribute dimensions have only one: neither can change.
    if (!this.#isNew && this.dimension.kind === "compound") this.#compareValues(code, member);
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
