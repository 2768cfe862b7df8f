import { phraseText } from "../../errors/phrase-text.js";
import { errorText } from "../../errors/error-text.js";
import { type Cursor, isAtEnd, isSpace, positionIn, QuerySyntaxError, skipSpace, querySyntaxError } from "./cursor.js";
import type { End, Piece, Range } from "./search-tree.js";

/** Characters that end a word unless they follow a backslash. */
const DELIMITERS = '()[]{}":^~';

/** Read the word at the cursor; empty at a delimiter. Signs are ordinary characters here. */
export function readPieces(cursor: Cursor): readonly Piece[] {
  const pieces: Piece[] = [];
  let literal = "";
  while (!isDelimiter(cursor.text[cursor.at])) {
    const character = cursor.text[cursor.at]!;
    if (character !== "*" && character !== "?") {
      literal += readCharacter(cursor);
      continue;
    }
    if (literal !== "") pieces.push(literal);
    literal = "";
    pieces.push({ wildcard: character });
    cursor.at++;
  }
  return literal === "" ? pieces : [...pieces, literal];
}

/** Read a text in double quotes; the opening quote is at the cursor. */
export function readQuoted(cursor: Cursor): string {
  const start = cursor.at++;
  let text = "";
  while (cursor.text[cursor.at] !== '"') {
    if (isAtEnd(cursor)) throw quoteError(cursor, start);
    text += readCharacter(cursor);
  }
  cursor.at++;
  return text;
}

/** Read a range; its bracket is at the cursor. */
export function readRange(cursor: Cursor): Range {
  const start = cursor.at;
  const includesFrom = cursor.text[cursor.at++] === "[";
  const from = readEnd(cursor);
  skipSpace(cursor);
  if (!/^TO(?!\S)/.test(cursor.text.slice(cursor.at, cursor.at + 3))) throw rangeError(cursor, start, '" TO "');
  cursor.at += 2;
  const to = readEnd(cursor);
  skipSpace(cursor);
  const close = cursor.text[cursor.at];
  if (close !== "]" && close !== "}") throw rangeError(cursor, start, '"]" or "}"');
  cursor.at++;
  return { is: "range", from: endOf(from, includesFrom), to: endOf(to, close === "]") };
}

/** Read the number after `^` or `~`: no sign, at most six digits and six decimals; `undefined` if there is none. */
export function readPlainNumber(cursor: Cursor): number | undefined {
  const [digits] = /^\d{0,6}(\.\d{1,6})?/.exec(cursor.text.slice(cursor.at, cursor.at + 14))!;
  if (digits === "") return undefined;
  cursor.at += digits.length;
  return Number(digits);
}

export function isDelimiter(character: string | undefined): boolean {
  return character === undefined || DELIMITERS.includes(character) || isSpace(character);
}

/** Read one character, literally if it follows a backslash. */
function readCharacter(cursor: Cursor): string {
  const start = cursor.at;
  if (cursor.text[cursor.at] === "\\") cursor.at++;
  const character = cursor.text.codePointAt(cursor.at);
  if (character === undefined) {
    throw querySyntaxError(cursor, start, (place) => errorText("nothing_after_backslash", { place }));
  }
  const text = String.fromCodePoint(character);
  cursor.at += text.length;
  return text;
}

/** Read one end of a range; `null` if it is open. */
function readEnd(cursor: Cursor): string | null {
  skipSpace(cursor);
  const start = cursor.at;
  if (cursor.text[cursor.at] === '"') return readQuoted(cursor);
  let text = "";
  while (!isAtEnd(cursor) && !isSpace(cursor.text[cursor.at]) && !"[]{}".includes(cursor.text[cursor.at]!)) {
    text += readCharacter(cursor);
  }
  const written = cursor.text.slice(start, cursor.at);
  if (text === "" || written === "TO") {
    throw querySyntaxError(cursor, start, (place) => errorText("range_needs_two_ends", { place }));
  }
  return written === "*" ? null : text;
}

function endOf(text: string | null, inclusive: boolean): End | null {
  return text === null ? null : { text, inclusive };
}

function rangeError(cursor: Cursor, start: number, wanted: string): Error {
  return querySyntaxError(cursor, cursor.at, (place) => {
    const range = cursor.text.slice(start, start + 20);
    const remedy = isAtEnd(cursor) || "[]{}".includes(cursor.text[cursor.at]!) ? "" : phraseText("quote_spaces");
    return errorText("unexpected_in_range", { wanted, range, place, remedy });
  });
}

function quoteError({ text }: Cursor, start: number): QuerySyntaxError {
  return new QuerySyntaxError(errorText("quote_not_closed", { position: positionIn(text, start) }));
}
