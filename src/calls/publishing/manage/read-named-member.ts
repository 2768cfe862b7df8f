import type { Member } from "../../../core/engine/entry.js";
import type { Dimension } from "../../../core/model/cube.js";
import type { NamedMember } from "./plan-correction.js";

/** Return a member by its name and label. */
export function readNamedMember({ attributes, identity }: Dimension, { values }: Member): NamedMember {
  const name = String(values[identity.index]);
  const label = attributes.findIndex((attribute) => attribute.name === "label");
  return { name, label: label < 0 ? name : String(values[label] ?? name) };
}
