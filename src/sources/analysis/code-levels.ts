import type { CodeLevel } from "./table-analysis.js";

/** Numbers of codes that are compared. */
const FEWEST = 6;
export const MOST_CODES = 20_000;
/** Codes without separators are at least this long, and their levels at most that long. */
const SHORTEST = 4;
const LONGEST_LEVEL = 6;
/** A level has at least so many times as many members as the one above. */
const GROWTH = 1.5;
/** Maximum number of values per code in the range of codes that are numbered one after the other. */
const DENSITY = 3;
const SAMPLES = 5;

/**
 * Find the levels of a classification that the first characters of its codes show: the parts before separators that
 * stand at the same place in all codes, or the beginnings that group numbers of one length.
 * @param codes all distinct values of a column, in the order of the rows
 * @returns the levels from the top, without that of the codes themselves; empty if the codes are no classification
 */
export function findCodeLevels(codes: readonly string[]): readonly CodeLevel[] {
  if (codes.length < FEWEST || codes.length > MOST_CODES) return [];
  const levels: CodeLevel[] = [];
  for (const length of separatedLengths(codes) ?? plainLengths(codes)) {
    const members = new Set(codes.map((code) => code.slice(0, length)));
    const above = levels.at(-1)?.members ?? 1;
    if (members.size < above * GROWTH || members.size * GROWTH > codes.length) continue;
    levels.push({ length, members: members.size, samples: [...members].slice(0, SAMPLES) });
  }
  return levels;
}

/** Return the places of the separators; `null` if there are none, empty if they differ from code to code. */
function separatedLengths(codes: readonly string[]): readonly number[] | null {
  const places = new Set<number>();
  for (const code of codes) for (const { index } of code.matchAll(/[^\p{L}\p{N}]/gu)) places.add(index);
  if (places.size === 0) return null;
  const isSame = codes.every((code) =>
    [...places].every((place) => place >= code.length || /[^\p{L}\p{N}]/u.test(code.charAt(place))),
  );
  return isSame && !places.has(0) ? [...places].toSorted((a, b) => a - b) : [];
}

/** Return the lengths to try for numbers of one length; none for those that only count. */
function plainLengths(codes: readonly string[]): readonly number[] {
  const { length } = codes[0]!;
  const areAlike = codes.every((code) => code.length === length && /^\d+$/.test(code));
  if (length < SHORTEST || !areAlike || areNumbered(codes)) return [];
  return Array.from({ length: Math.min(length - 1, LONGEST_LEVEL) }, (_, at) => at + 1);
}

/** True for numbers that lie close together. */
function areNumbered(codes: readonly string[]): boolean {
  const numbers = codes.map(Number);
  const [min, max] = numbers.reduce(
    ([low, high], each) => [Math.min(low, each), Math.max(high, each)],
    [Infinity, -Infinity],
  );
  return max - min + 1 <= codes.length * DENSITY;
}
