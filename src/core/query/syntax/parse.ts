import { phraseText } from "../../errors/phrase-text.js";
import { errorText } from "../../errors/error-text.js";
import { type Cursor, isAtEnd, isSpace, positionOf, skipSpace, QuerySyntaxError, querySyntaxError } from "./cursor.js";
import { isDelimiter, readPieces, readPlainNumber, readQuoted, readRange } from "./scan.js";
import type { Piece, SearchTree } from "./search-tree.js";

/** Limits of the size of a search. */
export interface SearchBounds {
  /** Maximum number of words, phrases and ranges. */
  readonly maxClauses: number;
  /** Maximum levels of parentheses and signs. */
  readonly maxNesting: number;
}

/** Lucene's default. */
const EDITS = 2;
/** With more edits, nearly any word would match any other. */
const MOST_EDITS = 9;

interface Reading extends Cursor {
  clauses: number;
  nesting: number;
  readonly bounds: SearchBounds;
}

export interface ParsedSearch {
  /** `null` for an empty search. */
  readonly tree: SearchTree | null;
  /** Number of words, phrases and ranges. */
  readonly clauses: number;
}

/**
 * Parse a search. NOT binds closest, then AND (written or implied), then OR. Cost: one pass.
 * @throws QuerySyntaxError with the position of the error
 */
export function parseSearch(text: string, bounds: SearchBounds): ParsedSearch {
  const reading: Reading = { text, at: 0, clauses: 0, nesting: 0, bounds };
  skipSpace(reading);
  if (isAtEnd(reading)) return { tree: null, clauses: 0 };
  const tree = readAny(reading);
  if (isAtEnd(reading)) return { tree, clauses: reading.clauses };
  throw querySyntaxError(reading, reading.at, (place) => errorText("unexpected_character", { place }));
}

function readAny(reading: Reading): SearchTree {
  const of = [readAll(reading)];
  while (takeOperator(reading, "OR", "||")) of.push(readAll(reading));
  return of.length === 1 ? of[0]! : { is: "any", of };
}

function readAll(reading: Reading): SearchTree {
  const of = [readSigned(reading)];
  while (takeOperator(reading, "AND", "&&") || isAtClause(reading)) of.push(readSigned(reading));
  return of.length === 1 ? of[0]! : { is: "all", of };
}

function readSigned(reading: Reading): SearchTree {
  skipSpace(reading);
  const start = reading.at;
  const sign = reading.text[reading.at]!;
  if (sign === "+" || sign === "-" || sign === "!") reading.at++;
  else if (!takeOperator(reading, "NOT")) return readBoosted(reading);
  return nest(reading, start, () => ({ is: sign === "+" ? "must" : "not", of: readSigned(reading) }));
}

function readBoosted(reading: Reading): SearchTree {
  const of = readClause(reading);
  if (reading.text[reading.at] !== "^") return isSigned(of) ? { is: "all", of: [of] } : of;
  const start = reading.at++;
  const by = readPlainNumber(reading);
  if (by === undefined || !endsClause(reading)) {
    throw querySyntaxError(reading, start, (place) => errorText("boost_without_number", { place }));
  }
  return { is: "boost", of, by };
}

/** True for a clause with a sign. A sign within parentheses does not affect the clauses outside them. */
function isSigned(tree: SearchTree): boolean {
  return tree.is === "not" || tree.is === "must";
}

function readClause(reading: Reading): SearchTree {
  skipSpace(reading);
  const { text, at } = reading;
  if (text[at] === "(") return readParentheses(reading);
  if (text[at] === '"' || text[at] === "[" || text[at] === "{") return readValue(reading);
  if (isAtEnd(reading) || isDelimiter(text[at]) || isAtOperator(reading)) throw missingClause(reading);
  const pieces = readPieces(reading);
  return reading.text[reading.at] === ":" ? readField(reading, pieces, at) : readAfterWord(reading, pieces);
}

function readParentheses(reading: Reading): SearchTree {
  const start = reading.at++;
  return nest(reading, start, () => {
    const tree = readAny(reading);
    if (reading.text[reading.at] !== ")") {
      throw querySyntaxError(reading, start, (place) => {
        const end = positionOf(reading.text, reading.at);
        return isAtEnd(reading)
          ? errorText("parenthesis_not_closed", { place, end })
          : errorText("unexpected_end", { place: end });
      });
    }
    reading.at++;
    return tree;
  });
}

function readField(reading: Reading, pieces: readonly Piece[], start: number): SearchTree {
  reading.at++;
  const [field] = pieces;
  if (pieces.length === 1 && typeof field === "string") {
    skipSpace(reading);
    const of = reading.text[reading.at] === "(" ? readParentheses(reading) : readValue(reading);
    return { is: "in", field, of };
  }
  if (reading.text.slice(start, reading.at) === "*:" && reading.text[reading.at] === "*") {
    reading.at++;
    if (endsClause(reading)) return count(reading, { is: "everything" });
  }
  throw querySyntaxError(reading, start, (place) => errorText("field_with_wildcards", { place }));
}

/** Read a phrase, a range or a word. A word may begin with a sign here, as in amount:-5. */
function readValue(reading: Reading): SearchTree {
  const character = reading.text[reading.at];
  if (character === "[" || character === "{") return count(reading, readRange(reading));
  if (character === '"') {
    const phrase = count(reading, { is: "phrase", text: readQuoted(reading) });
    if (reading.text[reading.at] !== "~") return phrase;
    throw querySyntaxError(reading, reading.at, (place) => errorText("fuzzy_phrase", { place }));
  }
  const pieces = readPieces(reading);
  if (pieces.length === 0) throw missingClause(reading);
  return readAfterWord(reading, pieces);
}

/** Read a word; a following `~` makes it fuzzy. */
function readAfterWord(reading: Reading, pieces: readonly Piece[]): SearchTree {
  if (reading.text[reading.at] !== "~") return count(reading, { is: "word", pieces });
  const start = reading.at++;
  const [text] = pieces;
  if (pieces.length > 1 || typeof text !== "string") {
    throw querySyntaxError(reading, start, (place) => errorText("fuzzy_wildcard", { place }));
  }
  const edits = readPlainNumber(reading) ?? EDITS;
  if (!Number.isInteger(edits) || edits > MOST_EDITS || !endsClause(reading)) {
    throw querySyntaxError(reading, start, (place) => errorText("fuzzy_without_number", { place }));
  }
  return count(reading, { is: "fuzzy", text, edits });
}

function takeOperator(reading: Reading, word: string, symbol?: string): boolean {
  skipSpace(reading);
  const { text, at } = reading;
  const isSymbol = symbol !== undefined && text.startsWith(symbol, at);
  const isWord = text.startsWith(word, at) && endsWord(text[at + word.length]);
  if (!isSymbol && !isWord) return false;
  reading.at += isSymbol ? symbol.length : word.length;
  return true;
}

function isAtOperator({ text, at }: Reading): boolean {
  if (text.startsWith("&&", at) || text.startsWith("||", at)) return true;
  return ["AND", "OR"].some((word) => text.startsWith(word, at) && endsWord(text[at + word.length]));
}

function isAtClause(reading: Reading): boolean {
  skipSpace(reading);
  const character = reading.text[reading.at];
  if (character === undefined || isAtOperator(reading)) return false;
  return !isDelimiter(character) || '("[{'.includes(character);
}

/** True if an operator may end before this character; otherwise it is the beginning of a word or field name. */
function endsWord(character: string | undefined): boolean {
  return character === undefined || isSpace(character) || '()"[{'.includes(character);
}

function endsClause({ text, at }: Reading): boolean {
  const character = text[at];
  return isDelimiter(character) && character !== ":" && character !== "~";
}

function nest(reading: Reading, start: number, read: () => SearchTree): SearchTree {
  const { maxNesting } = reading.bounds;
  if (reading.nesting >= maxNesting) {
    throw querySyntaxError(reading, start, (place) => errorText("nested_too_deep", { place, maximum: maxNesting }));
  }
  reading.nesting++;
  const tree = read();
  reading.nesting--;
  return tree;
}

function count(reading: Reading, clause: SearchTree): SearchTree {
  const { maxClauses } = reading.bounds;
  if (++reading.clauses > maxClauses) {
    throw new QuerySyntaxError(errorText("too_many_search_clauses", { maximum: maxClauses, position: reading.at + 1 }));
  }
  return clause;
}

function missingClause(reading: Reading): Error {
  const before = reading.text.slice(0, reading.at).trimEnd().slice(-20);
  const [operator] = /^(?:AND|OR|NOT|&&|\|\|)(?=[\s()"[{]|$)/.exec(reading.text.slice(reading.at)) ?? [];
  const remedy = operator === undefined ? "" : phraseText("quote_operator", { operator });
  return querySyntaxError(reading, reading.at, (place) => {
    const after = before === "" ? "" : phraseText("after_text", { text: before });
    return errorText("word_expected", { after, place, remedy });
  });
}
