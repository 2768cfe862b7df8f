import type { Attribute, Value } from "../model/cube.js";
import { keepTexts } from "./texts.js";

/** The values of one attribute, one per member. */
export interface Values {
  readonly length: number;
  at(member: number): Value;
  /** Every member that has a value. */
  find(value: string | number): number[];
}

/** @param members attribute values of each member */
export function keepValues(attribute: Attribute, members: readonly (readonly Value[])[]): Values {
  const values = members.map((member) => member[attribute.index]!);
  if (attribute.type === "text") {
    const texts = keepTexts(values as (string | null)[]);
    return {
      length: texts.length,
      at: (member) => texts.at(member),
      find: (value) => (typeof value === "string" ? texts.find(value) : []),
    };
  }
  return {
    length: values.length,
    at: (member) => values[member]!,
    find: (value) => values.flatMap((each, member) => (each === value ? [member] : [])),
  };
}
