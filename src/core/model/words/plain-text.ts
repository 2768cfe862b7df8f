/**
 * Characters that are not seen but change what is: controls other than tab and line feed, marks that turn the direction
 * of text, joiners and tags. Matched for terminals and prompts, which would obey them.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Write unseen characters as escapes, which JSON reads as the characters. */
export function escapeUnseen(text: string): string {
  return text.replace(UNSEEN, (found) =>
    found.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}

/**
 * Write a text from data for readers that obey texts, such as assistants: on one line, without unseen characters and
 * without links that are programs.
 */
export function writeInert(text: string): string {
  return text
    .replace(UNSEEN, " ")
    .replace(/\s+/g, " ")
    .replace(/\b(javascript|vbscript) ?:/gi, "$1 -")
    .trim();
}

/** Write a text with one blank for each of its line ends and the blanks around it. Takes time by its length. */
export function onOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text;
  const parts = text.split(/[\r\n]+/);
  const last = parts.length - 1;
  return parts
    .map((part, at) => (at === 0 ? part.trimEnd() : at === last ? part.trimStart() : part.trim()))
    .filter((part, at) => part !== "" || at === 0 || at === last)
    .join(" ");
}
