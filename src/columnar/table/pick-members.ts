import type { Member } from "../../engine/entry.js";

/** Members of a dimension as objects, by their codes; `null` for the one that stands for no value. */
export type PickMembers = (codes: ArrayLike<number>) => readonly (Member | null)[];
