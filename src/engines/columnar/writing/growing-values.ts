import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Attribute } from "../../../core/model/cube.js";
import type { TextSlices } from "../../../core/engine/row-batch.js";
import type { Value } from "../../../core/model/values/value.js";
import { viewFloats, type FloatColumn, layFloats } from "../table/float-column.js";
import { GrowingFloats } from "./growing-floats.js";
import { GrowingTexts } from "./growing-texts.js";
import { planTexts } from "./plan-texts.js";
import type { PlannedValues } from "../table/planned-values.js";
import { TextIndex } from "./text-index.js";
import { viewTexts } from "../table/text-views.js";
import type { ValueColumn } from "../table/values.js";
import { bitmapBytes, setValid } from "../base/validity.js";

/**
 * Values of one attribute of a table being built, one per member. A value is staged first; it can then be compared
 * with the others and stored.
 */
export interface GrowingValues {
  readonly length: number;
  /** Return a member's value. */
  read(member: number): Value;
  stage(value: Value): void;
  equalsStaged(member: number): boolean;
  /** Append the staged value, for the next member. */
  push(): void;
  /** Replace a member's value by the staged one. */
  replace(member: number): void;
}

/** Index from identities to members. */
export interface MemberIndex {
  /** Return the code of the member with an identity; a new member gets the next code. */
  enter(value: Value): number;
  /** Find the codes of members whose identities are texts in UTF-8: see `TextIndex`; absent for numbers. */
  enterAll?(texts: TextSlices, places: Uint32Array, codes: Uint32Array): void;
  /** Release what only finding and entering members needs; absent for numbers. */
  close?(): void;
  /** Return the hash of the text of a member; absent for numbers. */
  hashOf?(member: number): number;
}

export function growValues({ type }: Attribute): GrowingValues {
  return type === "text" ? new GrowingTexts() : new GrowingFloats();
}

/** Copy the values of an existing table, to build on them. */
export function copyValues(memories: readonly CubeMemory[], column: ValueColumn): GrowingValues {
  const memory = memories[column.memory]!;
  if (column.type === "text") {
    const texts = new GrowingTexts();
    texts.pushAll(viewTexts(memory, column));
    return texts;
  }
  const floats = new GrowingFloats();
  floats.pushAll(viewFloats(memory, column));
  return floats;
}

/** Index values. @param values all different; new values that are entered are appended to them */
export function indexValues(values: GrowingValues): MemberIndex {
  return values instanceof GrowingTexts ? new TextIndex(values) : new FloatIndex(values as GrowingFloats);
}

/**
 * Plan a column with the values of some members.
 * @param members old codes of the members, in their new order
 * @param index of the values if they are all different
 */
export function planValues(values: GrowingValues, members: Uint32Array, index: MemberIndex | null): PlannedValues {
  return values instanceof GrowingTexts
    ? planTexts(values, members, index === null, index?.hashOf && ((member) => index.hashOf!(member)))
    : planFloats(values as GrowingFloats, members);
}

/** Index of the numbers of a table being built, all different: `TextIndex` for numbers. */
class FloatIndex {
  readonly #floats: GrowingFloats;
  readonly #places = new Map<number | null, number>();

  constructor(floats: GrowingFloats) {
    this.#floats = floats;
    for (let at = 0; at < floats.length; at++) this.#places.set(floats.read(at), at);
  }

  /** Return the position of a number; a new number is appended. */
  enter(number: number | null): number {
    const known = this.#places.get(number);
    if (known !== undefined) return known;
    this.#floats.stage(number);
    this.#floats.push();
    this.#places.set(number, this.#floats.length - 1);
    return this.#floats.length - 1;
  }
}

/**
 * Plan a column of numbers.
 * @param order old positions of the numbers, in their new order
 */
function planFloats(floats: GrowingFloats, order: Uint32Array): PlannedValues {
  let missing = 0;
  for (const number of order) if (floats.read(number) === null) missing++;
  const grouping = { type: "number", length: order.length, missing } as const;
  const layout = layFloats(grouping);
  return {
    total: layout.total,
    write(memory, place) {
      const column: FloatColumn = { ...grouping, ...place };
      const numbers = memory.f64(place.pointer, order.length);
      const validity = memory.u8(place.pointer + layout.validity, missing > 0 ? bitmapBytes(order.length) : 0);
      order.forEach((from, at) => {
        const number = floats.read(from);
        if (number === null) return;
        numbers[at] = number;
        if (missing > 0) setValid(validity, at);
      });
      return column;
    },
  };
}
