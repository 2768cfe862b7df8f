import type { Attribute, Dimension } from "../../../core/model/cube.js";

/** Return the attribute that groups the members: a date's year. `null` for other dimensions: each member is its own group. */
export function groupAttribute({ kind, attributes }: Dimension): Attribute | null {
  return (kind === "date" && attributes.find(({ name }) => name === "year")) || null;
}
