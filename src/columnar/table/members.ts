import type { Member } from "../../engine/entry.js";
import { lazyArray } from "../base/lazy-array.js";
import type { PickMembers } from "./pick-members.js";
import type { DimensionColumn } from "./table.js";
import type { Values } from "./values.js";

/**
 * @param missing the code of no value; -1 for none
 * @param kept whether objects are kept once they are made
 */
export function openMembers(attributes: readonly Values[], missing: number, kept: boolean): PickMembers {
  const make = (codes: ArrayLike<number>): (Member | null)[] => {
    const columns = attributes.map((each) => each.pick(codes));
    return Array.from(codes, (code, at) =>
      code === missing ? null : { id: code + 1, values: columns.map((column) => column[at]!) },
    );
  };
  return kept ? lazyArray(attributes[0]!.length, make) : make;
}

/** The member with a code; `null` for the one that stands for no value. */
export function readMember({ pickMembers }: DimensionColumn, code: number): Member | null {
  return pickMembers([code])[0]!;
}
