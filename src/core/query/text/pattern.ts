/**
 * A pattern with wildcards, split at each `*` into stretches: `a*b?` is `[["a"], ["b", null]]`, where `null` is any one
 * character. The first stretch must match at the text's beginning, the last one at its end.
 */
export type Pattern = readonly (readonly (string | null)[])[];

/** A literal text or a wildcard. */
export type PatternPiece = string | { readonly wildcard: "?" | "*" };

export function makePattern(pieces: readonly PatternPiece[]): Pattern {
  const pattern: (string | null)[][] = [[]];
  for (const piece of pieces) {
    if (typeof piece === "string") pattern.at(-1)!.push(piece);
    else if (piece.wildcard === "?") pattern.at(-1)!.push(null);
    else pattern.push([]);
  }
  return pattern;
}

/** Return the literal prefix of all matching texts. */
export function headOf([first = []]: Pattern): string {
  const end = first.findIndex((part) => part === null);
  return first.slice(0, end < 0 ? undefined : end).join("");
}

/**
 * Check that a pattern matches a whole text. Each stretch is matched at the first possible position, so there is no
 * backtracking. Cost: at worst the text's length times the longest stretch's.
 */
export function matchesPattern(pattern: Pattern, text: string): boolean {
  let at = fit(text, 0, pattern[0]!);
  if (at < 0) return false;
  if (pattern.length === 1) return at === text.length;
  for (let stretch = 1; stretch < pattern.length - 1; stretch++) {
    at = fitFrom(text, at, pattern[stretch]!);
    if (at < 0) return false;
  }
  return fitsEnd(text, at, pattern.at(-1)!);
}

/** Match a stretch at a position. @returns the position after it, or -1 */
function fit(text: string, at: number, stretch: readonly (string | null)[]): number {
  let end = at;
  for (const part of stretch) {
    if (part === null ? end >= text.length : !text.startsWith(part, end)) return -1;
    end += part === null ? sizeAt(text, end) : part.length;
  }
  return end;
}

/** Find the first match of a stretch from `from` on. @returns the position after it, or -1 */
function fitFrom(text: string, from: number, stretch: readonly (string | null)[]): number {
  const [first] = stretch;
  for (let at = from; at <= text.length; at += Math.max(1, sizeAt(text, at))) {
    if (typeof first === "string") at = text.indexOf(first, at);
    if (at < 0) return -1;
    const end = fit(text, at, stretch);
    if (end >= 0) return end;
  }
  return -1;
}

function fitsEnd(text: string, from: number, stretch: readonly (string | null)[]): boolean {
  let at = text.length;
  for (let part = stretch.length - 1; part >= 0; part--) {
    const literal = stretch[part]!;
    at -= literal === null ? sizeBefore(text, at) : literal.length;
    if (at < from || (literal !== null && !text.startsWith(literal, at))) return false;
  }
  return true;
}

/** Return the number of code units of the character at a position. */
function sizeAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function sizeBefore(text: string, end: number): number {
  return end >= 2 && text.codePointAt(end - 2)! > 0xffff ? 2 : 1;
}
