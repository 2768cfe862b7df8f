import type { Note } from "../../../core/model/cube.js";
import type { AddedMembers } from "../../reading/aggregate/additivity.js";
import type { FigureAddition, FigureNote } from "./page-table.js";

/** Describe members that are added up. */
export function describeAdded({ dimension: { name, label }, ...added }: AddedMembers): FigureAddition {
  return { ...added, dimension: name, label };
}

/** Describe a note of the model. */
export function describeNote({ id, kind, text, on }: Note): FigureNote {
  return { id, kind, text, on: on.map(({ values }) => values.join(", ")).join(", ") };
}
