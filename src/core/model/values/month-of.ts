import { foldInPlace } from "../words/fold-in-place.js";
import { MONTHS_BY_LANGUAGE } from "./month-names.js";

/** Months by their names, for each language and for all of them. A name of different months in different languages is `null`. */
const BY_NAME: ReadonlyMap<string, number | null> = namesOf(Object.keys(MONTHS_BY_LANGUAGE));

const BY_LANGUAGE: ReadonlyMap<string, ReadonlyMap<string, number | null>> = new Map(
  Object.keys(MONTHS_BY_LANGUAGE).map((language) => [language, namesOf([language])]),
);

/** Languages whose names of months are known. */
export const LANGUAGES_OF_MONTHS: readonly string[] = Object.keys(MONTHS_BY_LANGUAGE);

/**
 * Return the month that a name means, 1 to 12: in a language, or in any in which it means no other month; `null` if it is
 * no such name. A point at its end does not count.
 */
export function monthOf(name: string, language: string | null = null): number | null {
  const names = language === null ? BY_NAME : BY_LANGUAGE.get(language)!;
  return names.get(foldInPlace(name).replace(/\.$/, "").replace(/\s+/g, " ")) ?? null;
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

/** First words of the names of months. */
const FIRST_WORDS: ReadonlySet<string> = new Set([...BY_NAME.keys()].map((name) => name.split(" ")[0]!));

/** True if a text may name a month. */
export function mayNameMonth(text: string): boolean {
  if (/[月월]/.test(text)) return true;
  return (foldInPlace(text).match(/\p{L}[\p{L}\p{M}]*/gu) ?? []).some((word) => FIRST_WORDS.has(word));
}
