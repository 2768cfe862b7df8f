import { readErrorSentence } from "../../core/errors/error-text.js";
import { type PhraseCode, readPhrase } from "../../core/errors/phrase-text.js";
import { FINDING_TEXTS } from "../../core/errors/texts/findings.js";
import { NOTE_TEXTS } from "../../core/errors/texts/notes.js";
import { errorWordsIn, type ErrorWords } from "./languages.js";
import { PARTS_OF_LISTS, PHRASES_OF_LISTS } from "./listed-phrases.js";
import { templateOf } from "./template.js";

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
  readonly list: (parts: readonly string[], joined: "and" | "or") => string;
}

/** Slots whose values are numbers that are written in the language, not names or codes. */
const COUNTS: ReadonlySet<string> = new Set([
  "bytes",
  "clauses",
  "count",
  "fields",
  "length",
  "maximum",
  "minimum",
  "most",
  "position",
  "redirects",
  "rows",
  "rows_b",
  "seconds",
  "size",
  "times",
  "total",
]);

/** Slots whose values may be phrases; those of others are names and texts of the data. */
const PHRASES: ReadonlySet<string> = new Set([
  "after",
  "allowed",
  "cells",
  "condition",
  "contact",
  "end",
  "entries",
  "entries_b",
  "examples",
  "excess",
  "figures",
  "kind",
  "kind_b",
  "level",
  "lines",
  "numbers",
  "other",
  "others",
  "place",
  "purpose",
  "reason",
  "remedy",
  "role",
  "rows",
  "rule",
  "sheets",
  "span",
  "span_b",
  "state",
  "wait",
  "wanted",
]);

/** Slots whose values may be lists with phrases among them. */
const LISTED: ReadonlySet<string> = new Set(["amounts", "examples", "known", "lines", "names", "places", "ways"]);

/** Slots whose values are names: if these are in quotes, the quotes are the language's, not those of what is to be typed. */
const NAMES: ReadonlySet<string> = new Set(["name", "names"]);

/** Slots with amounts, each alone or after a name, as `Paid: 1,234.50, Planned: 1,200` has them. */
const AMOUNTS: ReadonlySet<string> = new Set([
  "amount",
  "amount_b",
  "amounts",
  "amounts_b",
  "difference",
  "share",
  "subject",
]);

/** Slots of what an analysis found whose values are lists of words that are the same in all of them. */
const OF_PARTS: ReadonlySet<string> = new Set(["parts", "units"]);

/** Slots whose values are names, values, or phrases of numbers at most. */
const MAYBE_PHRASES: ReadonlySet<string> = new Set(["count", "detail", "expected", "subject", "what"]);

/** Matches the versions that a dataset has, among names that are known. */
const VERSIONS = /^(?:only version \d+|\d+ to \d+)$/;

/**
 * Say an error, which is made of a sentence of `errorText`, in a language.
 * @returns the sentence itself if the language is English, or if it has no translation of it
 */
export function sayError(sentence: string, language: string, writing: Writing): readonly SaidPart[] {
  if (language.split("-", 1)[0] === "en") return [{ is: "words", text: sentence }];
  const words = errorWordsIn(language);
  const read = readErrorSentence(sentence);
  const text = read && words.errors?.[read.code];
  if (!text) return [{ is: "english", text: sentence }];
  const before = [...(read.places === "" ? [] : [read.places]), ...(read.cell === null ? [] : [`"${read.cell}"`])];
  return [
    ...before.flatMap((place): SaidPart[] => [
      ...(sayPlace(place, words, writing) ?? [{ is: "value", text: place } as const]),
      { is: "words", text: ": " },
    ]),
    ...fillText(text, read.values, words, writing),
  ];
}

/**
 * Say what an analysis found, or a note on a file, which is a sentence of `phraseText`, in a language.
 * @returns `null` if there is no translation of it: it is data alone, or of another version
 */
export function sayFinding(sentence: string, language: string, writing: Writing): readonly SaidPart[] | null {
  const phrase = readPhrase(sentence);
  const isFinding = phrase !== null && [FINDING_TEXTS, NOTE_TEXTS].some((texts) => Object.hasOwn(texts, phrase.code));
  return isFinding ? sayPhrase(sentence, errorWordsIn(language), writing) : null;
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
  const value = AMOUNTS.has(slot) ? writeAmounts(given, writing) : given;
  const quoted = NAMES.has(slot) ? sayNames(value, words, writing) : null;
  if (quoted) return quoted;
  if (QUOTED_NAMES.test(value)) return sayList(value, writing) ?? [{ is: "value", text: value }];
  const digits = value.replaceAll(",", "");
  if (COUNTS.has(slot) && /^\d{1,15}$/.test(digits)) return [{ is: "value", text: writing.count(Number(digits)) }];
  return (
    (slot === "reason" ? sayReason(value, words, writing) : null) ??
    (slot === "others" ? sayFurther(value, words, writing) : null) ??
    (PHRASES.has(slot) || VERSIONS.test(value) ? sayPhrases(value, words, writing) : null) ??
    (LISTED.has(slot) ? sayListed(value, PHRASES_OF_LISTS, words, writing) : null) ??
    (OF_PARTS.has(slot) ? sayListed(value, PARTS_OF_LISTS, words, writing) : null) ??
    (MAYBE_PHRASES.has(slot) ? sayPhraseOfNumbers(value, words, writing) : null) ??
    sayList(value, writing) ?? [{ is: isEnglish(slot, value) ? "english" : "value", text: value }]
  );
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

function sayPhrase(value: string, words: ErrorWords, writing: Writing): readonly SaidPart[] | null {
  const phrase = readPhrase(value);
  if (!phrase || PARTS_OF_LISTS.has(phrase.code)) return null;
  if (phrase.code === "values_mean" && !isPart(phrase.values.parts!)) return null;
  const text = words.phrases?.[phrase.code];
  return text ? fillText(text, phrase.values, words, writing) : null;
}

/** True for a word that stands in lists of them alone; texts of the data have arrows, too, with other words behind them. */
function isPart(value: string): boolean {
  const part = readPhrase(value);
  return part !== null && PARTS_OF_LISTS.has(part.code);
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
  return text ? fillText(text, phrase.values, words, writing) : null;
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

/** Matches amounts with commas between thousands, alone or after a name. */
const AMOUNT = /(?<=^[+-]?|[: ][+-]?)\d{1,3}(?:,\d{3})*(?:\.\d+)?(?=$|, | [A-Z]{3}$| and )/g;

/** Write the amounts of a value as the language does. */
function writeAmounts(value: string, { amount }: Writing): string {
  return value.replaceAll(AMOUNT, (decimal) => amount(decimal.replaceAll(",", "")));
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
