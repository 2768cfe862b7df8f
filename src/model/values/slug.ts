import { createHash } from "node:crypto";
import unidecode from "unidecode";

/**
 * An ASCII identifier for a text: transliterated letter by letter as the Unidecode tables do, lower case, every run
 * outside `[a-z0-9]` one `-`, none at the ends. Where nothing is left of a text, `x-` and ten digits of its SHA-1;
 * the slug of white space is empty.
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
 * One letter at a time: in longer texts `unidecode` takes pairs like "À" and a no-break space for UTF-8 bytes and
 * leaves them alone. The tables end at U+FFFF; there is nothing in them for what is beyond.
 */
function transliterated(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (letter) => (letter.length === 1 ? unidecode(letter) : ""));
}
