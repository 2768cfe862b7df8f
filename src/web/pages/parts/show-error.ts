import { sayError, sayFinding, type SaidPart, type Writing } from "../../words/say-error.js";
import { html, type Html } from "./html.js";
import type { PageLocale } from "./page-locale.js";

/** Show an error or a warning in the language of the page. Values are set apart: names of others are in any script. */
export function showError(locale: PageLocale, sentence: string): Html {
  return html`${partsOf(locale, sentence).map(showPart)}`;
}

/** Show what an analysis found, in the language of the page. @param unknown what a text without a translation is */
export function showFinding(locale: PageLocale, sentence: string, unknown: SaidPart["is"] = "english"): Html {
  const said = sayFinding(sentence, locale.spoken, writingOf(locale));
  const isEnglish = locale.spoken.split("-", 1)[0] === "en";
  return html`${(said ?? [{ is: isEnglish ? "words" : unknown, text: sentence } as const]).map(showPart)}`;
}

/** Show a note on a file, or a warning that stands among notes, in the language of the page. */
export function showNote(locale: PageLocale, sentence: string): Html {
  const said = sayFinding(sentence, locale.spoken, writingOf(locale));
  return said ? html`${said.map(showPart)}` : showError(locale, sentence);
}

/** Write an error in the language of the page as a text without markup. */
export function writeError(locale: PageLocale, sentence: string): string {
  return partsOf(locale, sentence)
    .map(({ text }) => text)
    .join("");
}

/** Show several errors in a row. */
export function showErrorsBeside(locale: PageLocale, sentences: readonly string[], separator = " "): Html {
  return html`${sentences.map((each, at) => html`${at === 0 ? "" : separator}${showError(locale, each)}`)}`;
}

function partsOf(locale: PageLocale, sentence: string): readonly SaidPart[] {
  return sayError(sentence, locale.spoken, writingOf(locale));
}

function writingOf({ numbers, names, currency }: PageLocale): Writing {
  return {
    count: numbers.count,
    amount: numbers.money(null).exact,
    money: (decimal, own) => numbers.money(own).exact(decimal),
    currency,
    list: names.list,
  };
}

/** Matches a name, several joined by commas, or a text in quotes. */
const NAMES = /^\S+(?:, \S+)*$|^"[^"]*"$/;

function showPart({ is, text }: SaidPart): Html {
  if (is === "words") return html`${text}`;
  if (is === "english") return html`<span lang="en" dir="ltr">${text}</span>`;
  // Names and codes are the same in all languages.
  return !NAMES.test(text) ? html`<bdi>${text}</bdi>` : html`<bdi translate="no">${text}</bdi>`;
}
