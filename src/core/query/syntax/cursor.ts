import { phraseText } from "../../errors/phrase-text.js";

/** A text and the current reading position in it. */
export interface Cursor {
  readonly text: string;
  /** Position in UTF-16 code units. */
  at: number;
}

/** A syntax error in a search. Its message says the position. */
export class QuerySyntaxError extends Error {}

/** Make a syntax error. @param at its position in code units; the message counts characters from 1 */
export function querySyntaxError({ text }: Cursor, at: number, sentence: (place: string) => string): QuerySyntaxError {
  return new QuerySyntaxError(sentence(positionOf(text, at)));
}

/** Describe a position: `"x" at position 3`, or the end. */
export function positionOf(text: string, at: number): string {
  const position = positionIn(text, at);
  const character = text.codePointAt(at);
  return character === undefined
    ? phraseText("end_at_position", { position })
    : phraseText("character_at_position", { character: String.fromCodePoint(character), position });
}

/** Return the position of an offset as readers count characters, from 1. */
export function positionIn(text: string, at: number): number {
  return Array.from(text.slice(0, at)).length + 1;
}

export function isAtEnd({ text, at }: Cursor): boolean {
  return at >= text.length;
}

export function skipSpace(cursor: Cursor): void {
  while (isSpace(cursor.text[cursor.at])) cursor.at++;
}

export function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character);
}
