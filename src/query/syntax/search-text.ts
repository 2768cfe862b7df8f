import { QuerySyntaxError } from "./cursor.js";
import { parseSearch, type SearchBounds } from "./parse.js";
import { printFieldRange } from "./print.js";
import type { Range, SearchTree } from "./search-tree.js";

/** A search as it is written, with its tree. */
export interface SearchText {
  readonly text: string;
  /** `null` of nothing but space. */
  readonly tree: SearchTree | null;
}

/**
 * Read the search that a parameter holds.
 * @returns `null` where the parameter is absent or wrong; then the error is added to the others
 */
export function readSearchText(
  name: string,
  text: string | undefined,
  bounds: SearchBounds,
  errors: string[],
): SearchText | null {
  if (text === undefined) return null;
  try {
    return { text, tree: parseSearch(text, bounds).tree };
  } catch (error) {
    if (!(error instanceof QuerySyntaxError)) throw error;
    errors.push(`${name}: ${error.message}`);
    return null;
  }
}

/** Read every search of a parameter that repeats, without those that are wrong. */
export function readSearchTexts(
  name: string,
  texts: readonly string[],
  bounds: SearchBounds,
  errors: string[],
): readonly SearchText[] {
  return texts.flatMap((text) => readSearchText(name, text, bounds, errors) ?? []);
}

/** Write the search for values of a field that lie in a range. */
export function searchRange(field: string, of: Range): SearchText {
  return { text: printFieldRange(field, of), tree: { is: "in", field, of } };
}
