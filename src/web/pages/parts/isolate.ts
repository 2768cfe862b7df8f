/** Mark before an isolated name: the text that it begins is in the direction of the page. */
const MARK = "\u200e";

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolate a right-to-left name in a sentence of plain text, so that it does not reverse the words around it. Markup uses
 * `bdi` instead.
 * @returns the name between isolating characters, after a left-to-right mark; other names unchanged
 */
export function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `${MARK}\u2068${name}\u2069` : name;
}

/** Return a text without the characters that isolate names, for programs. */
export function withoutIsolates(text: string): string {
  return text.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, "");
}

/** True if a text is from right to left by its first letter, as `dir="auto"` has it. */
export function beginsRightToLeft(text: string): boolean {
  const [first] = /\p{L}/u.exec(text) ?? [];
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}

/** Let the isolated names of a finished page or picture stand in texts from right to left, if its language is so. */
export function turnIsolated(markup: string, direction: "ltr" | "rtl"): string {
  return direction === "ltr" ? markup : markup.replaceAll(`${MARK}\u2068`, "\u200f\u2068");
}
