import type { Attribute, Dimension } from "./cube.js";

/** Make the attributes of a derived dimension: plain values, or members with a name and a label. */
export function makeDerivedAttributes(
  name: string,
  hasLabels: boolean,
  facet: boolean,
): Pick<Dimension, "kind" | "attributes" | "identity"> {
  const names = hasLabels ? ["name", "label"] : [name];
  const attributes = names.map((each, index): Attribute => {
    return { name: each, index, source: null, type: "text", facet: !hasLabels && facet, endColumn: null };
  });
  return { kind: hasLabels ? "compound" : "attribute", attributes, identity: attributes[0]! };
}
