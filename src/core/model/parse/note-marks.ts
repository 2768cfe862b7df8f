/**
 * Marks of notes behind a number: `*`, `†`, `¹`, `(1)`, `[a]`, and `(r)`, `(p)`, `(e)` for revised, provisional and
 * estimated. Letters that stand for debit and credit are signs, not marks.
 */
const MARK = String.raw`(?:\*{1,3}|[†‡§]|[¹²³⁰-⁹]{1,2}|\((?:\d{1,2}|[abefpr]|\*{1,3})\)|\[(?:\d{1,2}|[abefpr])\])`;
const ALONE = new RegExp(`^${MARK}$`, "iu");
const BEHIND = new RegExp(`(?<=[\\d.,)]\\s*)${MARK}$`, "iu");

export function isNoteMark(text: string): boolean {
  return ALONE.test(text);
}

/** Return the mark of a note behind a number; `null` if there is none. @param text of a cell, trimmed */
export function noteMarkIn(text: string): string | null {
  return BEHIND.exec(text)?.[0] ?? null;
}
