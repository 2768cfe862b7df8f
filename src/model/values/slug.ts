import { createHash } from "node:crypto";
import unidecode from "unidecode";

/**
 * Make an ASCII identifier of a text: transliterate each letter by the Unidecode tables, convert to lower case, replace
 * every run outside `[a-z0-9]` by one `-`, and trim `-` at the ends. If nothing remains, the slug is `x-` and ten digits
 * of the text's SHA-1. The slug of white space is empty.
 */
export function slug(text: string): string {
  const found = transliterated(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replaceAll(" ", "-");
  if (found !== "" || text.trim() === "") return found;
  return `x-${createHash("sha1").update(text, "utf8").digest("hex").slice(0, 10)}`;
}

/**
 * Transliterate one letter at a time: in longer texts `unidecode` mistakes pairs like "À" and a no-break space for UTF-8
 * bytes and leaves them unchanged. The tables end at U+FFFF, so letters above it are dropped.
 */
function transliterated(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (letter) => (letter.length === 1 ? unidecode(letter) : ""));
}
