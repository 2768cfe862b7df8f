import { phraseText } from "../errors/phrase-text.js";
import { errorText } from "../errors/error-text.js";
import { readClauses } from "../model/clauses.js";

/** `field:value`, as `cut`, `filter` and `order` write it. */
export interface Clause {
  readonly field: string;
  readonly value: string;
}

/** Directions by their first letter. */
const DIRECTIONS: ReadonlyMap<string, string> = new Map([
  ["a", "asc"],
  ["d", "desc"],
]);

/** Write a message about a criterion with a wrong direction, or without one: then its value is empty. */
export function explainDirection({ field, value }: Clause): string {
  if (value === "") return errorText("order_without_direction", { criterion: field, example: `${field}:desc` });
  const direction = DIRECTIONS.get(value.trim().charAt(0).toLowerCase());
  return errorText("wrong_direction", {
    criterion: `${field}:${value}`,
    remedy: direction === undefined ? "" : phraseText("did_you_mean", { names: `"${field}:${direction}"` }),
  });
}

/**
 * Split `field:value|field:value`. A value is everything after the first `:`. A value that holds a pipe or starts with
 * a double quote must be written as a JSON string. Empty clauses are left out.
 * @param error called with a message for every malformed clause
 */
export function parseClauses(text: string, error: (sentence: string) => void): readonly Clause[] {
  return readClauses<string>(text, error);
}

/** Parse `criterion:asc|criterion:desc|…`. Binding checks the directions; a missing one is an empty value. */
export function parseOrder(text: string | undefined, errors: string[]): readonly Clause[] {
  return readClauses<string>(text ?? "", (sentence) => errors.push(`order: ${sentence}`), null);
}

/** The inverse of `parseClauses`. */
export function printClauses(clauses: readonly Clause[]): string {
  return clauses.map(printClause).join("|");
}

/** Split a list that is joined by pipes. */
export function parseList(text: string): readonly string[] {
  return text
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

export function printClause({ field, value }: Clause): string {
  const isPlain = !value.includes("|") && !value.startsWith('"');
  return `${field}:${isPlain ? value : JSON.stringify(value)}`;
}
