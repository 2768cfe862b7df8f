/** Where reading has come to in a text. */
export interface Cursor {
  readonly text: string;
  /** In UTF-16 code units. */
  at: number;
}

/** An error of a search, in a sentence that says where it is. */
export class QuerySyntaxError extends Error {}

/** Make an error. @param at its position in code units; the sentence counts characters from 1 */
export function querySyntaxError({ text }: Cursor, at: number, sentence: (place: string) => string): QuerySyntaxError {
  return new QuerySyntaxError(sentence(positionOf(text, at)));
}

/** `"x" at position 3`, or what to call the end. */
export function positionOf(text: string, at: number): string {
  const position = Array.from(text.slice(0, at)).length + 1;
  const character = text.codePointAt(at);
  const what = character === undefined ? "the end" : `"${String.fromCodePoint(character)}"`;
  return `${what} at position ${position}`;
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
