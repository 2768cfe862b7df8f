/** Words and signs for a missing value in the languages of many publications: `n/a`, `k. A.`, `s/d`, `..`. */
const MISSING =
  /^([-–—－.…*x:#?/ ]+|#?n[/.]?a\.?|n[/.]\s?d\.?|k\.?\s?a\.?|o\.\s?a\.?|s[/.]\s?[do]\.?|b[/.]\s?d\.?|н\/д|null|none|nil|nan|missing|unknown|tb[acd]|entfällt|keine?|néant)$/iu;

/** Longest of them. */
const MOST_LETTERS = 10;

/** True if a text stands for a missing value wherever others are numbers or dates. @param text trimmed */
export function isMissingMark(text: string): boolean {
  return text.length <= MOST_LETTERS && MISSING.test(text);
}
