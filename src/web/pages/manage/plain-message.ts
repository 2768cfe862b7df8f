import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showError, writeError } from "../parts/show-error.js";

/** Phrases of messages that speak of the model's keys, and what to say to somebody who sees a form. */
const PHRASES: readonly (readonly [phrase: RegExp, plain: string])[] = [
  [/^dataset\.(\w+): is missing/, "The $1 is missing"],
  [/is empty and has no default_value/g, "is empty"],
  [/or give "default_value" in the model/g, "or say what an empty cell stands for"],
  [/give "default_value"/g, "say what an empty cell stands for"],
];

/** Return a message without the names of the model's keys. */
function plainMessage(message: string): string {
  return PHRASES.reduce((text, [phrase, plain]) => text.replace(phrase, plain), message);
}

/** Show an error in the language of the page, without the names of the model's keys. */
export function showPlainError(locale: PageLocale, message: string): Html {
  return locale.spoken === "en" ? html`${plainMessage(message)}` : showError(locale, message);
}

/** Write an error as `showPlainError` shows it, without markup. */
export function writePlainError(locale: PageLocale, message: string): string {
  return locale.spoken === "en" ? plainMessage(message) : writeError(locale, message);
}
