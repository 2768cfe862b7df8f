import { QuerySyntaxError } from "./cursor.js";
import { parseSearch, type SearchBounds } from "./parse.js";
import { printFieldRange } from "./print.js";
import type { Range, SearchTree } from "./search-tree.js";

/** A search: its text and its tree. */
export interface SearchText {
  readonly text: string;
  /** `null` for an empty search. */
  readonly tree: SearchTree | null;
}

/**
 * Read the search in a parameter.
 * @returns `null` if the parameter is absent or malformed; its error is added to the others
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

/** Read the searches of a repeated parameter; malformed ones are left out. */
export function readSearchTexts(
  name: string,
  texts: readonly string[],
  bounds: SearchBounds,
  errors: string[],
): readonly SearchText[] {
  return texts.flatMap((text) => readSearchText(name, text, bounds, errors) ?? []);
}

/** Write the search for values of a field within a range. */
export function searchRange(field: string, of: Range): SearchText {
  return { text: printFieldRange(field, of), tree: { is: "in", field, of } };
}
