/** Words and signs for a missing value in the languages of many publications: `n/a`, `k. A.`, `s/d`, `..`. */
const MISSING =
  /^([-–—－.… ]+|#?n[/.]?a\.?|n[/.]\s?d\.?|k\.?\s?a\.?|o\.\s?a\.?|s[/.]\s?[do]\.?|b[/.]\s?d\.?|н\/д|null|none|nil|nan|missing|unknown|tb[acd]|entfällt|keine?|néant)$/iu;
/** Signs that say so in some publications, and something else in others: `x`, `*`, `:`. */
const MAYBE_MISSING = /^[-–—－.…*x:#?/ ]+$/iu;

/** Longest of them. */
const MOST_LETTERS = 10;

/** True if a text stands for a missing value wherever others are numbers or dates. @param text trimmed */
export function isMissingMark(text: string): boolean {
  return text.length <= MOST_LETTERS && MISSING.test(text);
}

/** True if a text may stand for a missing value among numbers. @param text trimmed */
export function maybeMissingMark(text: string): boolean {
  return isMissingMark(text) || MAYBE_MISSING.test(text);
}
