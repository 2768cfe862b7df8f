import type { ErrorCode } from "../../core/errors/error-text.js";
import type { PhraseCode } from "../../core/errors/phrase-text.js";
import { LRUCache } from "lru-cache";
import { readAsset } from "../../core/assets/assets.js";
import { type Asset, WORD_FILES } from "../../core/assets/list.js";
import { ENGLISH, type EnglishWords, type Words } from "./english.js";

/** The language of pages unless another one is asked for; its numbers and dates are British. */
export const DEFAULT_LANGUAGE = "en-GB";

/** Trees of languages that were asked for. */
const loaded = new Map<string, Words>([["en", ENGLISH]]);

/** Languages with a file of words; read when first asked for. */
let translated: ReadonlySet<string> | undefined;

function hasFile(code: string): boolean {
  return (translated ??= new Set(readJson<readonly string[]>(`${WORD_FILES}/languages.json`))).has(code);
}

function readJson<Contents>(asset: Asset): Contents {
  return JSON.parse(Buffer.from(readAsset(asset)).toString()) as Contents;
}

/** List the codes of the languages that have words, English first. */
export function listLanguages(): readonly string[] {
  hasFile("en");
  return [...new Set(["en", ...translated!, ...loaded.keys()])];
}

/**
 * Offer the words of one more language, until the returned function is called.
 * @param tag of it, as `el-XA`
 * @param errors its texts of errors; without them, errors are in English
 */
export function offerWords(tag: string, words: Words, errors: ErrorWords = {}): () => void {
  const change = (changed: () => void) => (): void => {
    changed();
    tags.clear();
  };
  change(() => loaded.set(tag, words) && loadedErrors.set(tag, errors))();
  return change(() => loaded.delete(tag) && loadedErrors.delete(tag));
}

/** Tags by what was asked for. Headers can ask for anything: the number is limited. */
const tags = new LRUCache<string, { readonly tag: string | null }>({ max: 1000 });

/**
 * Return the tag of a language that has words, with its region, by which numbers and dates differ, if that is known;
 * `null` if a tag is malformed or its language has no words.
 */
export function speakableTag(tag: string): string | null {
  let found = tags.get(tag);
  if (!found) tags.set(tag, (found = { tag: readTag(tag) }));
  return found.tag;
}

function readTag(tag: string): string | null {
  const locale = readLocale(tag);
  if (!locale) return null;
  const { language, region } = locale;
  const whole = region === undefined ? language : `${language}-${region}`;
  if (codeOfWords(whole) === null) return null;
  return loaded.has(whole) ? whole : new Intl.NumberFormat(whole).resolvedOptions().locale;
}

function readLocale(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag.trim().replaceAll("_", "-"));
  } catch {
    return null;
  }
}

/** Return the code of the words in a language, as `de` of `de-AT`; `null` if it has none. */
export function codeOfWords(language: string): string | null {
  if (loaded.has(language)) return language;
  const [code = ""] = language.split("-", 1);
  return loaded.has(code) || hasFile(code) ? code : null;
}

/** Return the words of a language, read from their file when they are first asked for; English if it has none. */
export function wordsIn(language: string): EnglishWords {
  const code = codeOfWords(language) ?? "en";
  let words = loaded.get(code);
  if (!words) loaded.set(code, (words = readJson<Words>(`${WORD_FILES}/${code}.json`)));
  // The build holds every language to the texts and the slots of English.
  return words as EnglishWords;
}

/** Texts of errors in a language, by their codes. Those that it lacks are in English. */
export interface ErrorWords {
  readonly errors?: Readonly<Partial<Record<ErrorCode, string>>>;
  readonly phrases?: Readonly<Partial<Record<PhraseCode, string>>>;
}

/** Texts of errors of languages in which one was said. */
const loadedErrors = new Map<string, ErrorWords>();

/** Return the texts of errors in a language, read from their file when the first error is said in it. */
export function errorWordsIn(language: string): ErrorWords {
  const code = codeOfWords(language) ?? "en";
  let words = loadedErrors.get(code);
  if (!words) {
    words = code === "en" ? {} : readJson<ErrorWords>(`${WORD_FILES}/errors-${code}.json`);
    loadedErrors.set(code, words);
  }
  return words;
}

/** Names of languages in themselves. */
const ownNames = new Map<string, string>();

/** Return the name of a language in itself, as it begins a line. */
export function ownNameOf(code: string): string {
  let name = ownNames.get(code);
  if (name === undefined) {
    name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code;
    ownNames.set(code, (name = name.charAt(0).toLocaleUpperCase(code) + name.slice(1)));
  }
  return name;
}

/** Scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string | undefined> = new Set(["Arab", "Hebr", "Syrc", "Thaa"]);

/** Return the direction in which a language is written. */
export function writingDirection(language: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script) ? "rtl" : "ltr";
}
