import type { Member } from "../../../core/engine/entry.js";

/** Function that returns members of a dimension by their codes; `null` for the member that means "no value". */
export type PickMembers = (codes: ArrayLike<number>) => readonly (Member | null)[];
