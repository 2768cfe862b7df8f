import type { Note } from "../../../core/model/cube.js";
import type { AddedMembers } from "../../reading/aggregate/additivity.js";
import type { FigureAddition, FigureNote } from "./page-table.js";

/** Describe members that are added up. */
export function describeAdded({ dimension: { name, label }, ...added }: AddedMembers): FigureAddition {
  return { ...added, dimension: name, label };
}

/** Describe a note of the model. */
export function describeNote({ id, kind, text, on }: Note): FigureNote {
  const noted = on.flatMap(({ dimension, attribute, values }) =>
    values.map((value) => ({ text: String(value), isYear: dimension === "time" && attribute === "year" })),
  );
  return { id, kind, text, on: noted };
}
