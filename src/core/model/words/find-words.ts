import { foldInPlace } from "./fold-in-place.js";
import { type WordMeaning, WORDS } from "./word-table.js";

/** Words of scripts that are written without blanks count within others. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** A word in a text. */
export interface FoundWord {
  readonly start: number;
  readonly end: number;
  readonly languages: readonly string[];
}

/** Find the words of a meaning in a text, the longest at each place. */
export function findWords(text: string, means: WordMeaning): readonly FoundWord[] {
  return [...foldInPlace(text).matchAll(patternsOf(means).within)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
    languages: languagesOf(word, means),
  }));
}

/** True if a text has a word of one of some meanings. */
export function hasWord(text: string, ...meanings: readonly WordMeaning[]): boolean {
  return meanings.some((means) => isWord(text, means) || findWords(text, means).length > 0);
}

/** True if a whole text is a word of a meaning, maybe with a sign after it. */
export function isWord(text: string, means: WordMeaning): boolean {
  return patternsOf(means).whole.test(bare(text));
}

/** Return the languages in which a whole text is a word of a meaning. */
export function languagesOf(text: string, means: WordMeaning): readonly string[] {
  return patternsOf(means)
    .languages.filter(({ whole }) => whole.test(bare(text)))
    .map(({ language }) => language);
}

/** Return the first words of a text if they are of a meaning; `null` if it begins otherwise. */
export function firstWord(text: string, means: WordMeaning): string | null {
  const trimmed = text.trimStart();
  const [first] = findWords(trimmed, means);
  return first?.start === 0 ? trimmed.slice(0, first.end) : null;
}

/** Return the last words of a text if they are of a meaning; `null` if it ends otherwise. */
export function lastWord(text: string, means: WordMeaning): string | null {
  const trimmed = text.replace(/[\s:.]+$/u, "");
  const last = findWords(trimmed, means).at(-1);
  return last && last.end === trimmed.length ? trimmed.slice(last.start) : null;
}

/** Return a text folded, without blanks and signs around it. */
function bare(text: string): string {
  return foldInPlace(text)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, "")
    .replace(/\s+/g, " ");
}

interface Patterns {
  readonly within: RegExp;
  readonly whole: RegExp;
  readonly languages: readonly { readonly language: string; readonly whole: RegExp }[];
}

const compiled = new Map<WordMeaning, Patterns>();

/** Return the patterns of a meaning, compiled when first asked for: few threads look for words of every meaning. */
function patternsOf(means: WordMeaning): Patterns {
  const known = compiled.get(means);
  if (known) return known;
  const own = WORDS.filter((word) => word.means === means);
  const words = [...new Set(own.flatMap((word) => word.words))];
  const patterns: Patterns = {
    within: withinPattern(words),
    whole: wholePattern(words),
    languages: own.map((word) => ({ language: word.language, whole: wholePattern(word.words) })),
  };
  compiled.set(means, patterns);
  return patterns;
}

function wholePattern(words: readonly string[]): RegExp {
  return new RegExp(`^(?:${words.map((word) => sourceOf(word.replace(/^=/, ""))).join("|")})$`, "u");
}

function withinPattern(words: readonly string[]): RegExp {
  const sorted = words.filter((word) => !word.startsWith("=")).toSorted((a, b) => b.length - a.length);
  const [unspaced, spaced] = [
    sorted.filter((word) => UNSPACED.test(word)),
    sorted.filter((word) => !UNSPACED.test(word)),
  ];
  const own = `(?<![\\p{L}\\p{M}])(?:${spaced.map(sourceOf).join("|")})(?![\\p{L}\\p{M}])`;
  return new RegExp(unspaced.length === 0 ? own : `${own}|${unspaced.map(sourceOf).join("|")}`, "gu");
}

function sourceOf(word: string): string {
  const escaped = foldInPlace(word).replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  return escaped.replaceAll("*", "\\p{L}*").replaceAll(" ", "[\\s_-]+");
}
