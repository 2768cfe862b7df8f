import { foldInPlace } from "../words/fold-in-place.js";
import { MONTHS_BY_LANGUAGE } from "./month-names.js";

/** Months by their names, of each language and of all of them, by the languages: made when they are first asked for. */
const tables = new Map<string | null, ReadonlyMap<string, number | null>>();

/** Languages whose names of months are known. */
export const LANGUAGES_OF_MONTHS: readonly string[] = Object.keys(MONTHS_BY_LANGUAGE);

/**
 * Return the month that a name means, 1 to 12: in a language, or in any in which it means no other month; `null` if it is
 * no such name. A point at its end does not count.
 */
export function monthOf(name: string, language: string | null = null): number | null {
  return monthsIn(language).get(foldInPlace(name).replace(/\.$/, "").replace(/\s+/g, " ")) ?? null;
}

/** Return the months of a language by their names, or of all. A name of different months in different languages is `null`. */
function monthsIn(language: string | null): ReadonlyMap<string, number | null> {
  let months = tables.get(language);
  if (!months) tables.set(language, (months = namesOf(language === null ? LANGUAGES_OF_MONTHS : [language])));
  return months;
}

function namesOf(languages: readonly string[]): ReadonlyMap<string, number | null> {
  const found = new Map<string, number | null>();
  for (const language of languages) {
    MONTHS_BY_LANGUAGE[language]!.split(",").forEach((names, at) => {
      for (const name of names.split("|").map(foldInPlace)) {
        const known = found.get(name);
        found.set(name, known === undefined || known === at + 1 ? at + 1 : null);
      }
    });
  }
  return found;
}

/** First words of the names of months; `null` until they are asked for. */
let firstWords: ReadonlySet<string> | null = null;

/** True if a text may name a month. */
export function mayNameMonth(text: string): boolean {
  if (/[月월]/.test(text)) return true;
  const words = (firstWords ??= new Set([...monthsIn(null).keys()].map((name) => name.split(" ")[0]!)));
  return (foldInPlace(text).match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).some((word) => words.has(word));
}
