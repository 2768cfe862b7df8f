import { html, type Html } from "./html.js";
import type { PageLocale } from "./page-locale.js";

/** Write several texts in a row, with the comma of the language. */
export function enumerate({ words, fill }: PageLocale, texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  return others.reduce((before, each) => fill(words.said.and, { first: before, second: each }), first);
}

/** Write several things in a row, with the comma of the language. */
export function enumerateHtml({ words, fillHtml }: PageLocale, parts: readonly Html[]): Html {
  const [first = html``, ...others] = parts;
  return others.reduce((before, each) => fillHtml(words.said.and, { first: before, second: each }), first);
}
