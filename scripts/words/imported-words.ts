import type { Text } from "#src/web/words/text.js";
import type { ExportedWords } from "./exported-words.js";

/** A tree that is being built. */
interface Growing {
  [key: string]: Growing | Text;
}

/** Build the tree of words from a filled-in file. Texts without a translation are left out. */
export function importWords({ texts }: Pick<ExportedWords, "texts">): object {
  const tree: Growing = {};
  for (const { key, translation } of texts) {
    const filled =
      typeof translation === "string"
        ? translation.trim() !== ""
        : Object.values(translation).some((text) => text.trim() !== "");
    if (filled) putText(tree, key.split("."), translation);
  }
  return tree;
}

function putText(tree: Growing, path: readonly string[], text: Text): void {
  const [name = "", ...rest] = path;
  if (rest.length === 0) tree[name] = text;
  else putText((tree[name] ??= {}) as Growing, rest, text);
}
