import { readErrorSentence } from "../../core/errors/error-text.js";
import { ERROR_TEXTS } from "../../core/errors/texts/texts.js";
import { ERROR_PHRASES } from "../../core/errors/texts/phrases.js";
import { createPhraseReader, type PhraseCode, type PhraseReader, readPhrase } from "../../core/errors/phrase-text.js";
import { FINDING_TEXTS } from "../../core/errors/texts/findings.js";
import { NOTE_TEXTS } from "../../core/errors/texts/notes.js";
import { OUTPUT_TEXTS } from "../../core/errors/texts/outputs.js";
import { PROPOSAL_NOTES } from "../../core/errors/texts/proposal-notes.js";
import { QUESTION_TEXTS } from "../../core/errors/texts/questions.js";
import { errorWordsIn, type ErrorWords } from "./languages.js";
import { PARTS_OF_LISTS, PHRASES_OF_LISTS } from "./listed-phrases.js";
import { sayReadings, writeTerms } from "./say-readings.js";
import { templateOf } from "./template.js";
import {
  ALTERNATIVE_SLOTS,
  AMOUNT_SLOTS,
  COUNT_SLOTS,
  LISTED_SLOTS,
  MONEY_SLOTS,
  MAYBE_PHRASE_SLOTS,
  NAME_SLOTS,
  PART_SLOTS,
  PHRASE_SLOTS,
} from "./value-slots.js";

/** A part of an error that is said in a language: its words, a value, or English for want of a translation. */
export interface SaidPart {
  readonly is: "words" | "value" | "english";
  readonly text: string;
}

/** Numbers and lists of a language. */
export interface Writing {
  readonly count: (n: number) => string;
  /** Write a decimal with all its digits. */
  readonly amount: (decimal: string) => string;
  /** Write a decimal of money with all its digits; absent where amounts keep the codes of their currencies. */
  readonly money?: (decimal: string, currency: string) => string;
  /** The currency of amounts that name none; absent if it is not known. */
  readonly currency?: string | null;
  readonly list: (parts: readonly string[], joined: "and" | "or") => string;
}

/** Matches the versions that a dataset has, among names that are known. */
const VERSIONS = /^(?:only version \d+|\d+ to \d+)$/;

/**
 * Say an error, which is made of a sentence of `errorText`, in a language.
 * @returns the sentence itself if the language is English, or if it has no translation of it
 */
export function sayError(sentence: string, language: string, writing: Writing): readonly SaidPart[] {
  if (isAsWritten(sentence, language, writing)) return [{ is: "words", text: sentence }];
  const words = wordsFor(language);
  const read = readErrorSentence(sentence);
  const text = read && words.errors?.[read.code];
  if (!text) return [{ is: "english", text: sentence }];
  // Only English sentences begin with the cell.
  const afterCell = isEnglishTag(language) ? " " : ": ";
  const before: readonly [text: string, after: string][] = [
    ...(read.places === "" ? [] : [[read.places, ": "] as [string, string]]),
    ...(read.cell === null ? [] : [[`"${read.cell}"`, afterCell] as [string, string]]),
  ];
  return [
    ...before.flatMap(([place, after]): SaidPart[] => [
      ...(sayPlace(place, words, writing) ?? [{ is: "value", text: place } as const]),
      { is: "words", text: after },
    ]),
    ...fillText(text, read.values, words, writing),
  ];
}

/** The tables of phrases that are sentences of their own. */
const SENTENCES = [FINDING_TEXTS, NOTE_TEXTS, PROPOSAL_NOTES, QUESTION_TEXTS, OUTPUT_TEXTS];

const readFinding = createPhraseReader((code) => SENTENCES.some((texts) => Object.hasOwn(texts, code)));

/**
 * Say what an analysis found, a note on a file or a question, which is a sentence of `phraseText`, in a language.
 * @returns `null` if there is no translation of it: it is data alone, or of another version
 */
export function sayFinding(sentence: string, language: string, writing: Writing): readonly SaidPart[] | null {
  if (isAsWritten(sentence, language, writing)) return [{ is: "words", text: sentence }];
  return sayPhrase(sentence, wordsFor(language), writing, readFinding);
}

/** True for a sentence in English whose amounts stay as they are. */
function isAsWritten(sentence: string, language: string, { money, currency }: Writing): boolean {
  return isEnglishTag(language) && (!money || (!currency && !NAMED_CURRENCY.test(sentence)));
}

function wordsFor(language: string): ErrorWords {
  return isEnglishTag(language) ? { errors: ERROR_TEXTS, phrases: ERROR_PHRASES } : errorWordsIn(language);
}

function isEnglishTag(language: string): boolean {
  return language.split("-", 1)[0] === "en";
}

function fillText(
  text: string,
  values: Readonly<Record<string, string>>,
  words: ErrorWords,
  writing: Writing,
): readonly SaidPart[] {
  const { fixed, slots } = templateOf(text);
  return [
    { is: "words", text: fixed[0]! },
    ...slots.flatMap(({ name }, at): SaidPart[] => [
      ...sayValue(name, values[name] ?? "", words, writing),
      { is: "words", text: fixed[at + 1]! },
    ]),
  ];
}

/** Say a value: a number, a phrase or several, another error, or what stays as it is. */
function sayValue(slot: string, given: string, words: ErrorWords, writing: Writing): readonly SaidPart[] {
  if (given === "") return [];
  const value = AMOUNT_SLOTS.has(slot) ? writeAmounts(slot, given, writing) : given;
  const quoted = NAME_SLOTS.has(slot) ? sayNames(value, words, writing) : null;
  if (quoted) return quoted;
  if (QUOTED_NAMES.test(value)) return sayList(value, writing) ?? [{ is: "value", text: value }];
  const digits = value.replaceAll(",", "");
  if (COUNT_SLOTS.has(slot) && /^\d{1,15}$/.test(digits)) return [{ is: "value", text: writing.count(Number(digits)) }];
  if (slot === "terms") return [{ is: "value", text: writeTerms(value) }];
  if (slot === "readings") {
    const say = (part: string): string | null => textOfParts(sayPhrase(part, words, writing));
    return [{ is: "value", text: sayReadings(value, say, writing.list) }];
  }
  return (
    (slot === "reason" ? sayReason(value, words, writing) : null) ??
    (ALTERNATIVE_SLOTS.has(slot) ? sayAlternatives(value, words, writing) : null) ??
    (slot === "others" ? sayFurther(value, words, writing) : null) ??
    (PHRASE_SLOTS.has(slot) || VERSIONS.test(value) ? sayPhrases(value, words, writing) : null) ??
    (LISTED_SLOTS.has(slot) ? sayListed(value, PHRASES_OF_LISTS, words, writing) : null) ??
    (PART_SLOTS.has(slot) ? sayListed(value, PARTS_OF_LISTS, words, writing) : null) ??
    (MAYBE_PHRASE_SLOTS.has(slot) ? sayPhraseOfNumbers(value, words, writing) : null) ??
    sayList(value, writing) ?? [{ is: isEnglish(slot, value) ? "english" : "value", text: value }]
  );
}

/** Return the text of what was said; `null` for what was not. */
export function textOfParts(parts: readonly SaidPart[] | null): string | null {
  return parts && parts.map(({ text }) => text).join("");
}

/** Say the row, or the cell, that an error is in; `null` for another place, such as a parameter. */
function sayPlace(place: string, words: ErrorWords, writing: Writing): readonly SaidPart[] | null {
  return /^Row [\d,]+\b/.test(place) ? sayPhrase(place, words, writing) : null;
}

/** Say a phrase, or several in a row, each of which begins with a semicolon; `null` if one is unknown. */
function sayPhrases(value: string, words: ErrorWords, writing: Writing): readonly SaidPart[] | null {
  const next = value.indexOf("; ", 1);
  if (next > 0) {
    const [first, rest] = [
      sayPhrase(value.slice(0, next), words, writing),
      sayPhrases(value.slice(next), words, writing),
    ];
    if (first && rest) return [...first, ...rest];
  }
  return sayPhrase(value, words, writing);
}

function sayPhrase(
  value: string,
  words: ErrorWords,
  writing: Writing,
  read: PhraseReader = readPhrase,
): readonly SaidPart[] | null {
  const phrase = read(value);
  if (!phrase || PARTS_OF_LISTS.has(phrase.code)) return null;
  if (phrase.code === "values_mean" && !isPart(phrase.values.parts!)) return null;
  const text = words.phrases?.[phrase.code];
  return text && hasFitting(phrase.values) ? fillText(text, phrase.values, words, writing) : null;
}

/** True for a word that stands in lists of them alone; texts of the data have arrows, too, with other words behind them. */
function isPart(value: string): boolean {
  const part = readPhrase(value);
  return part !== null && PARTS_OF_LISTS.has(part.code);
}

/** True unless the end of a phrase has the rest of a list: names of ways to write dates have commas, as lists have. */
function hasFitting({ form, row = "1" }: Readonly<Record<string, string>>): boolean {
  return (form === undefined || readPhrase(form) !== null) && /^[\d,]+$/.test(row);
}

/** Say phrases that are joined by `or`; `null` if there is one, or another part among them. */
function sayAlternatives(value: string, words: ErrorWords, writing: Writing): readonly SaidPart[] | null {
  const parts = value.split(/,? or /);
  const said = parts.length < 2 ? [] : parts.map((each) => textOfParts(sayPhrase(each, words, writing)));
  const texts = said.filter((each) => each !== null);
  if (texts.length === 0 || texts.length < said.length) return null;
  return [{ is: "value", text: writing.list(texts, "or") }];
}

/** Say a phrase whose values are numbers at most; a text of the data is hardly ever one. */
function sayPhraseOfNumbers(value: string, words: ErrorWords, writing: Writing): readonly SaidPart[] | null {
  const phrase = readPhrase(value);
  const isOfNumbers = phrase && Object.values(phrase.values).every((each) => /^[\d,]+$/.test(each));
  return isOfNumbers ? sayPhrase(value, words, writing) : null;
}

/** Maximum number of parts of a list that are looked at. */
const MAX_PARTS = 40;

/** Say a list with phrases in it, and how many more there are; `null` for one without either. */
function sayListed(
  value: string,
  allowed: ReadonlySet<PhraseCode>,
  words: ErrorWords,
  writing: Writing,
): readonly SaidPart[] | null {
  const [, known, count] = / and ([\d,]+) more$/.test(value) ? (/^(.*) and ([\d,]+) more$/s.exec(value) ?? []) : [];
  const more = words.phrases?.and_more;
  if (known !== undefined && count !== undefined && more) return fillText(more, { known, count }, words, writing);
  const [list = "", end = ""] = value.endsWith(" …") ? [value.slice(0, -2), " …"] : [value];
  const parts = list.split(/(; |, | and )/);
  if (parts.length > 2 * MAX_PARTS) return null;
  const said: SaidPart[] = [];
  let hasPhrase = false;
  for (let at = 0; at < parts.length;) {
    if (at > 0) said.push({ is: "words", text: parts[at - 1] === " and " ? ", " : parts[at - 1]! });
    let next = at + 1;
    let phrase: readonly SaidPart[] | null = null;
    for (let last = at; last < parts.length && !phrase; last += 2) {
      phrase = sayListPhrase(parts.slice(at, last + 1).join(""), allowed, words, writing);
      if (phrase) next = last + 1;
    }
    said.push(...(phrase ?? [{ is: "value", text: parts[at]! } as const]));
    if (phrase) hasPhrase = true;
    at = next + 1;
  }
  return hasPhrase ? [...said, { is: "words", text: end }] : null;
}

function sayListPhrase(
  value: string,
  allowed: ReadonlySet<PhraseCode>,
  words: ErrorWords,
  writing: Writing,
): readonly SaidPart[] | null {
  const phrase = readPhrase(value);
  const text = phrase && allowed.has(phrase.code) && words.phrases?.[phrase.code];
  return text && hasFitting(phrase.values) ? fillText(text, phrase.values, words, writing) : null;
}

/** Say a further sentence: what is before it is too short to be told from what phrases of others have. */
function sayFurther(value: string, words: ErrorWords, writing: Writing): readonly SaidPart[] | null {
  const text = words.phrases?.and_also;
  return text && value.startsWith(". ") ? fillText(text, { reason: value.slice(2) }, words, writing) : null;
}

/** Say an error that is the reason of another one. */
function sayReason(value: string, words: ErrorWords, writing: Writing): readonly SaidPart[] | null {
  const read = readErrorSentence(value);
  const text = read && words.errors?.[read.code];
  return text ? fillText(text, read.values, words, writing) : null;
}

/** Matches amounts with commas between thousands, alone or after a name, with the currency that they name. */
const AMOUNT = /(?<=^|[: ])([+-]?)(\d{1,3}(?:,\d{3})*(?:\.\d+)?)(?: ([A-Z]{3})(?=$|[, ])|(?=$|, | and ))/g;

/** Matches an amount with its currency. */
const NAMED_CURRENCY = /\d [A-Z]{3}\b/;

/** Write the amounts of a value as the language does: money with its currency, if that is named or known. */
function writeAmounts(slot: string, value: string, { amount, money, currency: own = null }: Writing): string {
  return value.replaceAll(AMOUNT, (_, sign: string, text: string, named: string | undefined) => {
    const decimal = text.replaceAll(",", "");
    const currency = named ?? (MONEY_SLOTS.has(slot) ? own : null);
    if (money && currency !== null) return money(`${sign === "+" ? "" : sign}${decimal}`, currency);
    return `${sign}${amount(decimal)}${named === undefined ? "" : ` ${named}`}`;
  });
}

/** Matches quoted names, joined as English does. */
const QUOTED_LIST = /^"[^"]*"(?:, "[^"]*")*(?: (and|or) "[^"]*")+$/;

function sayList(value: string, { list }: Writing): readonly SaidPart[] | null {
  const [, joined] = QUOTED_LIST.exec(value) ?? [];
  if (joined !== "and" && joined !== "or") return null;
  return [{ is: "value", text: list(value.match(/"[^"]*"/g) ?? [], joined) }];
}

/** Matches names in quotes, all of them. */
const QUOTED_NAMES = /^"[^"]*"(?:(?:, | and | or )"[^"]*")*$/;

/** Say names in the quotes of the language; `null` if they have none, or not all. */
function sayNames(value: string, words: ErrorWords, writing: Writing): readonly SaidPart[] | null {
  const quoted = words.phrases?.quoted;
  if (quoted === undefined || !QUOTED_NAMES.test(value)) return null;
  const inQuotes = (text: string): string =>
    text.replace(/"([^"]*)"/g, (_, name: string) => quoted.replace("<name>", () => name));
  const list = (parts: readonly string[], joined: "and" | "or"): string => writing.list(parts.map(inQuotes), joined);
  return sayList(value, { ...writing, list }) ?? [{ is: "value", text: inQuotes(value) }];
}

/** True for a remedy or a reason that is in no table. */
function isEnglish(slot: string, value: string): boolean {
  return (slot === "remedy" || slot === "reason") && /[a-z]{2} [a-z]{2}/i.test(value);
}
