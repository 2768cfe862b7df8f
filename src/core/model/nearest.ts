import { phraseText } from "../errors/phrase-text.js";
import { distance } from "fastest-levenshtein";

/** Maximum length of compared names: comparing costs the product of the lengths. */
const MAX_LENGTH = 100;

/**
 * Find the known names most similar to a mistyped name, the most similar first, at most three. Names that begin with it
 * count as similar. Letter case is ignored.
 */
export function nearest(name: string, known: Iterable<string>): string[] {
  if (name === "" || name.length > MAX_LENGTH) return [];
  const wanted = name.toLowerCase();
  const found: { candidate: string; edits: number }[] = [];
  for (const candidate of new Set(known)) {
    if (candidate === "" || candidate.length > MAX_LENGTH) continue;
    const edits = editsBetween(wanted, candidate.toLowerCase());
    if (edits <= Math.max(1, Math.floor(wanted.length / 3))) found.push({ candidate, edits });
  }
  found.sort((a, b) => a.edits - b.edits);
  return found.slice(0, 3).map(({ candidate }) => candidate);
}

/** Return the end of a message about an unknown name: `; did you mean "cofog1" or "cofog2"?`, or an empty text. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = nearest(name, known).map((candidate) => `"${candidate}"`);
  return names.length === 0 ? "" : phraseText("did_you_mean", { names: names.join(" or ") });
}

/** Maximum number of names that a message lists: it may have one list for each of many errors. */
const MAX_LISTED = 40;

/** Join the names that a message lists: of many the first ones. */
export function joinKnown(names: readonly string[]): string {
  return names.length > MAX_LISTED ? `${names.slice(0, MAX_LISTED).join(", ")}, …` : names.join(", ");
}

/** True if two names differ by two letters next to each other that changed places: one slip of the fingers. */
function isTransposed(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a.slice(at, at + 2) === `${b[at + 1]}${b[at]}` && a.slice(at + 2) === b.slice(at + 2);
}

/**
 * Count the edits between two names; two letters that changed places are one, and a candidate that begins with the wanted name (2 letters or more) is 1 edit away.
 */
function editsBetween(wanted: string, candidate: string): number {
  const abbreviated = wanted.length >= 2 && candidate.startsWith(wanted);
  return Math.min(distance(wanted, candidate), abbreviated || isTransposed(wanted, candidate) ? 1 : Infinity);
}

/** Join texts for a sentence: `a, b and c`. */
export function joinAnd(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)!}`;
}
