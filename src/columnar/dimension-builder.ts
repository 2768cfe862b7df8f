import type { CubeMemory } from "../kernel/memory.js";
import type { Dimension, Value } from "../model/cube.js";
import { GrowingCodes } from "./growing-codes.js";
import { copyValues, type GrowingValues, growValues, indexValues, type MemberIndex } from "./growing-values.js";
import type { DimensionColumn } from "./table.js";

/** Members whose last values are remembered as they were given. */
const MOST_TUPLES = 2 ** 14;

/** The codes and members of a dimension whose table is being built. */
export class DimensionBuilder {
  readonly dimension: Dimension;
  /** For each attribute the values of the members. */
  readonly attributes: readonly GrowingValues[];
  readonly codes = new GrowingCodes();
  readonly #members: MemberIndex;
  readonly #identity: number;
  /** Values given for the members before. */
  readonly #tuples: (readonly Value[])[] = [];
  /** Values that members got after their first ones. */
  readonly #changed = new Map<number, readonly Value[]>();
  #last: readonly Value[] | undefined;
  #lastCode = 0;

  constructor(dimension: Dimension, previous?: { memories: readonly CubeMemory[]; column: DimensionColumn }) {
    this.dimension = dimension;
    this.#identity = dimension.identity.index;
    this.attributes = previous
      ? previous.column.columns.map((column) => copyValues(previous.memories, column))
      : dimension.attributes.map(growValues);
    this.#members = indexValues(this.attributes[this.#identity]!);
  }

  /** Give a row a member; its attributes are those that were given last. */
  set(row: number, member: readonly Value[]): void {
    // Rows of one office or one day often follow each other, and ingestion gives them one object.
    if (member !== this.#last) {
      this.#last = member;
      this.#lastCode = this.#enter(member);
    }
    this.codes.set(row, this.#lastCode);
  }

  /** Give all members the values that they were given last. */
  settle(): void {
    for (const [code, member] of this.#changed) {
      this.#eachOther((values, attribute) => {
        values.stage(member[attribute]!);
        values.replace(code);
      });
    }
    this.#changed.clear();
  }

  #enter(member: readonly Value[]): number {
    const identity = this.attributes[this.#identity]!;
    const before = identity.length;
    const code = this.#members.enter(member[this.#identity]!);
    // A date's other attributes follow from its first, and an attribute dimension has no others.
    const isCompound = this.dimension.kind === "compound";
    if (code === before) {
      this.#eachOther((values, attribute) => {
        values.stage(member[attribute]!);
        values.push();
      });
    } else if (
      isCompound &&
      this.#tuples[code] !== member &&
      (this.#changed.has(code) || this.#differs(code, member))
    ) {
      // Not written yet: values that change with every row would fill the memory.
      this.#changed.set(code, member);
    }
    if (isCompound && code < MOST_TUPLES) this.#tuples[code] = member;
    return code;
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
