import type { CubeMemory } from "../../kernel/memory/cube-memory.js";
import type { Attribute } from "../../model/cube.js";
import type { Value } from "../../model/values/value.js";
import { viewFloats } from "../table/float-column.js";
import { FloatIndex } from "./float-index.js";
import { GrowingFloats } from "./growing-floats.js";
import { GrowingTexts } from "./growing-texts.js";
import { planFloats } from "./plan-floats.js";
import { planTexts } from "./plan-texts.js";
import type { PlannedValues } from "../table/planned-values.js";
import { TextIndex } from "./text-index.js";
import { viewTexts } from "../table/text-views.js";
import type { ValueColumn } from "../table/values.js";

/**
 * The values of one attribute, one per member, while a table is built. A value is staged first: then it can be
 * compared with those that are there, and kept.
 */
export interface GrowingValues {
  readonly length: number;
  stage(value: Value): void;
  equalsStaged(member: number): boolean;
  /** Keep what is staged for the next member. */
  push(): void;
  /** Keep what is staged instead of the value of a member. */
  replace(member: number): void;
}

/** The way from a value to the member that it identifies. */
export interface MemberIndex {
  /** @returns the member's code; that of a new one is the number of members so far */
  enter(value: Value): number;
}

export function growValues({ type }: Attribute): GrowingValues {
  return type === "text" ? new GrowingTexts() : new GrowingFloats();
}

/** Values of a table that is there, to go on from. */
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

/** @param values all of them different; they grow with the index */
export function indexValues(values: GrowingValues): MemberIndex {
  return values instanceof GrowingTexts ? new TextIndex(values) : new FloatIndex(values as GrowingFloats);
}

/**
 * Plan a column of some of the values.
 * @param members which, in their new order
 * @param repeats whether two of them may be equal
 */
export function planValues(values: GrowingValues, members: Uint32Array, repeats: boolean): PlannedValues {
  return values instanceof GrowingTexts
    ? planTexts(values, members, repeats)
    : planFloats(values as GrowingFloats, members);
}
