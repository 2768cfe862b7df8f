import type { Plural, Text } from "#src/web/words/text.js";

/** List the texts of a tree with their keys, as `home.datasets`. */
export function* listTexts(tree: object, above = ""): Generator<readonly [key: string, text: Text]> {
  for (const [name, node] of Object.entries(tree) as [string, string | object][]) {
    const key = above === "" ? name : `${above}.${name}`;
    if (typeof node === "string" || isPlural(node)) yield [key, node];
    else yield* listTexts(node, key);
  }
}

/** True if a node of a tree is a text with plural forms, not a section. */
function isPlural(node: object): node is Plural {
  return "other" in node && typeof node.other === "string";
}
