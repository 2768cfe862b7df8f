import type { Attribute, Dimension } from "../../model/cube.js";

/** The attribute by whose values members are put together, of a date its year; `null`: each is a group of its own. */
export function groupAttribute({ kind, attributes }: Dimension): Attribute | null {
  return (kind === "date" && attributes.find(({ name }) => name === "year")) || null;
}
