import type { Dimension, Value } from "../model/cube.js";
import { GrowingCodes } from "./growing-codes.js";
import type { DimensionColumn } from "./table.js";

/** The codes and members of a dimension whose table is being built. */
export class DimensionBuilder {
  readonly dimension: Dimension;
  readonly members: (readonly Value[])[];
  readonly #codes = new GrowingCodes();
  readonly #codeByName = new Map<Value, number>();
  readonly #identity: number;
  #last: readonly Value[] | undefined;
  #lastCode = 0;

  constructor(dimension: Dimension, previous: DimensionColumn | undefined) {
    this.dimension = dimension;
    this.#identity = dimension.identity.index;
    const count = previous?.attributes[0]?.length ?? 0;
    this.members = Array.from({ length: count }, (_, member) => previous!.attributes.map((each) => each.at(member)));
    this.members.forEach((member, code) => this.#codeByName.set(member[this.#identity]!, code));
  }

  /** Give a row a member; its attributes are those that were given last. */
  set(row: number, member: readonly Value[]): void {
    // Rows of one office or one day often follow each other, and ingestion gives them one object.
    if (member !== this.#last) {
      this.#last = member;
      this.#lastCode = this.#enter(member);
    }
    this.#codes.set(row, this.#lastCode);
  }

  /** Give a row the member that it had in the version before. */
  copy(row: number, code: number): void {
    this.#codes.set(row, code);
  }

  codeOf(row: number): number {
    return this.#codes.get(row);
  }

  #enter(member: readonly Value[]): number {
    const name = member[this.#identity]!;
    const known = this.#codeByName.get(name);
    if (known !== undefined) {
      this.members[known] = member;
      return known;
    }
    const code = this.members.push(member) - 1;
    this.#codeByName.set(name, code);
    return code;
  }
}
