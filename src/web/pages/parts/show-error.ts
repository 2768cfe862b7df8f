import { sayError, sayFinding, type SaidPart } from "../../words/say-error.js";
import { html, type Html } from "./html.js";
import type { PageLocale } from "./page-locale.js";

/** Show an error or a warning in the language of the page. Values are set apart: names of others are in any script. */
export function showError(locale: PageLocale, sentence: string): Html {
  return html`${partsOf(locale, sentence).map(showPart)}`;
}

/** Show what an analysis found, in the language of the page. @param unknown what a text without a translation is */
export function showFinding(
  { spoken, numbers, names }: PageLocale,
  sentence: string,
  unknown: SaidPart["is"] = "english",
): Html {
  if (spoken.split("-", 1)[0] === "en") return html`${sentence}`;
  const said = sayFinding(sentence, spoken, { count: numbers.count, list: names.list });
  return html`${(said ?? [{ is: unknown, text: sentence }]).map(showPart)}`;
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

function partsOf({ spoken, numbers, names }: PageLocale, sentence: string): readonly SaidPart[] {
  return sayError(sentence, spoken, { count: numbers.count, list: names.list });
}

/** Matches a name, several joined by commas, or a text in quotes. */
const NAMES = /^\S+(?:, \S+)*$|^"[^"]*"$/;

function showPart({ is, text }: SaidPart): Html {
  if (is === "words") return html`${text}`;
  if (is === "english") return html`<span lang="en" dir="ltr">${text}</span>`;
  // Names and codes are the same in all languages.
  return !NAMES.test(text) ? html`<bdi>${text}</bdi>` : html`<bdi translate="no">${text}</bdi>`;
}
