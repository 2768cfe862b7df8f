import { phraseText } from "../../errors/phrase-text.js";
import { errorText } from "../../errors/error-text.js";
import { readClauses } from "../../model/clauses.js";
import { type Clause, printClause } from "../clauses.js";
import { type Cursor, isAtEnd, positionOf, QuerySyntaxError, skipSpace } from "./cursor.js";
import { printRange } from "./print.js";
import { readRange } from "./scan.js";
import type { Range } from "./search-tree.js";

/**
 * A clause of `cut`: a value of a field, or a range of values, that entries must have or, if excluded, must not have.
 */
export interface CutClause {
  readonly field: string;
  readonly value: string | Range;
  readonly excluded?: true;
}

/** Matches the beginning of a range: a bracket, an optional end, and the word TO. */
const RANGE = /[[{](?:\s*"(?:\\.|[^"\\])*"\s*|[^|]*?\s)?TO(?=[\s\]}|]|$)/sy;
/** Matches a text that might be read as a range, depending on what follows it. */
const LIKE_RANGE = /^[[{]\s*"/;

/** Matches the rest of a clause, up to a pipe that is neither quoted nor escaped. */
const NO_PIPE = /(?:"(?:\\.|[^"\\])*"|\\.|[^|"\\])*/sy;

/**
 * Parse `field:value|field:[from TO to]|!field:value`. Values are quoted as in other clauses; a range is not quoted,
 * its ends may be.
 * @param error called with a message for every malformed clause
 */
export function parseCuts(text: string, error: (sentence: string) => void): readonly CutClause[] {
  const clauses = readClauses<string | Range>(text, error, undefined, (at) => readRangeAt(text, at, error));
  return clauses.flatMap(({ field, value }) => {
    if (!field.startsWith("!")) return [{ field, value }];
    return [{ field: field.slice(1).trim(), value, excluded: true as const }];
  });
}

/** Print cuts. The inverse of `parseCuts`. */
export function printCuts(cuts: readonly CutClause[]): string {
  return cuts.map(printCut).join("|");
}

/** True if a cut is a single value that entries must have. */
export function isPlainCut(cut: CutClause): cut is Clause {
  return typeof cut.value === "string" && !cut.excluded;
}

function printCut({ field, value, excluded }: CutClause): string {
  const name = `${excluded ? "!" : ""}${field}`;
  if (typeof value !== "string") return `${name}:${printRange(value)}`;
  return isLikeRange(value) ? `${name}:${JSON.stringify(value)}` : printClause({ field: name, value });
}

function isLikeRange(text: string): boolean {
  return LIKE_RANGE.test(text) || isRangeAt(text, 0);
}

function isRangeAt(text: string, at: number): boolean {
  RANGE.lastIndex = at;
  return RANGE.test(text);
}

/** Read a range. @returns `undefined` if there is none; its value is `null` after an error */
export function readRangeAt(
  text: string,
  at: number,
  error: (sentence: string) => void,
): { readonly value: Range | null; readonly end: number } | undefined {
  if (!isRangeAt(text, at)) return undefined;
  const end = endOfClause(text, at);
  const cursor: Cursor = { text: text.slice(0, end), at };
  try {
    const value = readRange(cursor);
    skipSpace(cursor);
    if (isAtEnd(cursor)) return { value, end };
    error(errorText("text_after_range", { place: positionOf(cursor.text, cursor.at), remedy: REMEDY }));
  } catch (failure) {
    if (!(failure instanceof QuerySyntaxError)) throw failure;
    error(`${failure.message}; ${REMEDY}`);
  }
  return { value: null, end };
}

/** Find the next pipe that is neither quoted nor escaped, else the end. */
function endOfClause(text: string, from: number): number {
  NO_PIPE.lastIndex = from;
  NO_PIPE.test(text);
  const pipe = text.indexOf("|", NO_PIPE.lastIndex);
  return pipe < 0 ? text.length : pipe;
}

const REMEDY = phraseText("quote_value");
