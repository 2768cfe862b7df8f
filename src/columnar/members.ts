import type { Member } from "../engine/engine.js";
import type { DimensionColumn } from "./table.js";

/** The member with a code; `null` for the one that stands for no value. */
export function readMember({ attributes, missing }: DimensionColumn, code: number): Member | null {
  return code === missing ? null : { id: code + 1, values: attributes.map((each) => each.at(code)) };
}
