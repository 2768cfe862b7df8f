import { distance } from "fastest-levenshtein";
import { isWithinEdits } from "./edits.js";

/** Minimum number of letters of a text that others may begin with. */
const MIN_PREFIX = 2;
/** Minimum number of letters of a text that a word inside of others may begin with. */
const MIN_WORD = 3;

/**
 * Return the distance of a text from a wanted one, both folded: 0 if they are equal, 1 if it begins with the wanted
 * text, else the number of edits; more if one of its other words begins with it.
 * @returns `null` if the texts are not similar
 */
export function nearness(wanted: string, text: string): number | null {
  if (text === wanted) return 0;
  if (wanted.length >= MIN_PREFIX && text.startsWith(wanted)) return 1;
  const most = Math.max(1, Math.floor(wanted.length / 3));
  if (wanted !== "" && Math.abs(text.length - wanted.length) <= most) {
    const edits = countEdits(wanted, text, most);
    if (edits <= most) return edits;
  }
  return wanted.length >= MIN_WORD && text.includes(` ${wanted}`) ? most + 1 : null;
}

/** Count edits as `isWithinEdits` does, up to `most`. The distance without swaps is faster and rules most texts out. */
function countEdits(wanted: string, text: string, most: number): number {
  const apart = distance(wanted, text);
  // A swap of neighbours takes two edits of single letters.
  if (apart > most * 2) return apart;
  for (let edits = 1; edits <= most; edits++) if (isWithinEdits(wanted, text, edits)) return edits;
  return apart;
}
