import { distance } from "fastest-levenshtein";

/** Longer texts are no mistyped names, and comparing them costs the product of their lengths. */
const MAX_LENGTH = 100;

/**
 * The known names that someone who wrote `name` may have meant, best first, three at most. Names that begin with it
 * count; letter case does not.
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

/** The end of a message about an unknown name: `; did you mean "cofog1" or "cofog2"?`, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = nearest(name, known).map((candidate) => `"${candidate}"`);
  return names.length === 0 ? "" : `; did you mean ${names.join(" or ")}?`;
}

/** What begins with two letters or more of what was written is one edit away. */
function editsBetween(wanted: string, candidate: string): number {
  const abbreviated = wanted.length >= 2 && candidate.startsWith(wanted);
  return Math.min(distance(wanted, candidate), abbreviated ? 1 : Infinity);
}
