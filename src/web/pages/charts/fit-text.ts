/** Maximum characters of a text in a chart. */
const MAX_LENGTH = 200;

/** Estimate the width of a text in a sans-serif typeface. @param size of the font; the width has the same unit */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const character of text.slice(0, MAX_LENGTH)) ems += emsOf(character);
  return ems * size;
}

/**
 * Break a text into lines that fit a box.
 * @param maxLength characters that are read of it
 * @returns no lines if not even the beginning fits; a shortened line ends in an ellipsis
 */
export function fitText(
  text: string,
  width: number,
  height: number,
  size: number,
  maxLength = MAX_LENGTH,
): readonly string[] {
  const maxLines = Math.floor(height / (size * 1.2));
  if (maxLines < 1 || width < size * 3) return [];
  const lines: string[] = [];
  let line = "";
  for (const word of text.slice(0, maxLength).toWellFormed().trim().split(/\s+/)) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (textWidth(longer, size) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    if (lines.length === maxLines) break;
  }
  const isCut = lines.length === maxLines;
  if (!isCut) lines.push(line);
  return lines.map((each, at) => {
    const isLast = at === lines.length - 1 && isCut;
    return isLast || textWidth(each, size) > width ? shorten(each, width, size, isLast) : each;
  });
}

/** Shorten a text to one line that fits a width. */
export function fitLine(text: string, width: number, size: number): string {
  const line = text.slice(0, MAX_LENGTH).toWellFormed().trim().replaceAll(/\s+/g, " ");
  return textWidth(line, size) <= width ? line : shorten(line, width, size, false);
}

/**
 * Shorten texts of a list, each to one line that fits a width. Texts that would look the same lose their middles instead
 * of their ends: names of parts often differ there only.
 */
export function fitLines(texts: readonly string[], width: number, size: number): readonly string[] {
  const lines = texts.map((text) => fitLine(text, width, size));
  const counts = new Map<string, Set<string>>();
  for (const [at, line] of lines.entries()) counts.set(line, (counts.get(line) ?? new Set()).add(texts[at]!));
  return lines.map((line, at) => (counts.get(line)!.size > 1 ? shortenWithin(texts[at]!, width, size) : line));
}

/** Shorten a text that is too long in its middle. */
function shortenWithin(text: string, width: number, size: number): string {
  const characters = [...text.slice(0, MAX_LENGTH).toWellFormed().trim().replaceAll(/\s+/g, " ")];
  const cut = (kept: number): string =>
    `${characters
      .slice(0, Math.floor(kept / 2))
      .join("")
      .trimEnd()}…${characters
      .slice(-Math.ceil(kept / 2))
      .join("")
      .trimStart()}`;
  let kept = characters.length - 1;
  while (kept > 2 && textWidth(cut(kept), size) > width) kept--;
  return cut(kept);
}

function shorten(text: string, width: number, size: number, always: boolean): string {
  const characters = [...text];
  if (always && textWidth(`${text}…`, size) <= width) return `${text}…`;
  while (characters.length > 1 && textWidth(`${characters.join("")}…`, size) > width) characters.pop();
  return `${characters.join("").trimEnd()}…`;
}

const WIDE = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{3ffff}]/u;

function emsOf(character: string): number {
  if (/[iljtfr.,:;'|! ()[\]]/.test(character)) return 0.34;
  if (/[mwMW@%]/.test(character)) return 0.88;
  if (WIDE.test(character)) return 1.02;
  if (/\p{M}/u.test(character)) return 0;
  if (/\p{Script=Arabic}/u.test(character)) return 0.5;
  return /\p{Lu}/u.test(character) ? 0.68 : 0.56;
}
