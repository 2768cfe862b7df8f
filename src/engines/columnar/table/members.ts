import type { Member } from "../../../core/engine/entry.js";
import { lazyArray } from "../base/lazy-array.js";
import type { PickMembers } from "./pick-members.js";
import type { DimensionColumn } from "./table.js";
import type { Values } from "./values.js";

/**
 * Make a dimension's members readable as objects.
 * @param missing code of the member that means "no value"; -1 if there is none
 * @param cached true to cache the objects once they are built
 */
export function openMembers(attributes: readonly Values[], missing: number, cached: boolean): PickMembers {
  const build = (codes: ArrayLike<number>): (Member | null)[] => {
    const columns = attributes.map((each) => each.pick(codes));
    return Array.from(codes, (code, at) =>
      code === missing ? null : { id: code + 1, values: columns.map((column) => column[at]!) },
    );
  };
  return cached ? lazyArray(attributes[0]!.length, build) : build;
}

/** Return the member with a code; `null` for the member that means "no value". */
export function readMember({ pickMembers }: DimensionColumn, code: number): Member | null {
  return pickMembers([code])[0]!;
}

/** Return the values of the attributes that a dimension lists. */
export function listedAttributes({ dimension, attributes }: DimensionColumn): readonly Values[] {
  return attributes.slice(0, dimension.attributes.length);
}
