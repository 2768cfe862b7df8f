import type { EnglishWords } from "../../words/english.js";
import type { Fill } from "../../words/fill.js";
import type { FillHtml } from "./fill-html.js";
import { html, type Html } from "./html.js";

/** The words of a language, such as those of a reader. */
export interface FigureSpeech {
  readonly words: EnglishWords;
  readonly fill: Fill;
  /** Writes a label of the data within a sentence; absent: as it is. */
  readonly within?: (label: string) => string;
}

/** Write several texts in a row, with the comma of the language. */
export function enumerate({ words, fill }: FigureSpeech, texts: readonly string[]): string {
  const [first = "", ...others] = texts;
  return others.reduce((before, each) => fill(words.said.and, { first: before, second: each }), first);
}

/** Write several things in a row, with the comma of the language. */
export function enumerateHtml(
  { words, fillHtml }: { readonly words: EnglishWords; readonly fillHtml: FillHtml },
  parts: readonly Html[],
): Html {
  const [first = html``, ...others] = parts;
  return others.reduce((before, each) => fillHtml(words.said.and, { first: before, second: each }), first);
}

/** Write several things in a row as the language lists them: `a, b and c`. */
export function listHtml({ language }: { readonly language: string }, parts: readonly Html[]): Html {
  const written = new Intl.ListFormat(language).formatToParts(parts.map((_, at) => String(at)));
  const textOf = (at: number): string => parts[Number(written[at]?.value)]?.markup.replaceAll(/<[^>]*>/g, "") ?? "";
  return html`${written.map(({ type, value }, at) =>
    type === "element" ? parts[Number(value)]! : html`${writeAnd(value, textOf(at + 1))}`,
  )}`;
}

/** Write several texts in a row as the language lists them: `a, b and c`, or `a, b or c`. */
export function listTexts(language: string, type: Intl.ListFormatType, texts: readonly string[]): string {
  const written = new Intl.ListFormat(language, { type }).formatToParts(texts);
  return written
    .map((part, at) => (part.type === "element" ? part.value : writeAnd(part.value, written[at + 1]?.value ?? "")))
    .join("");
}

/** Write the "and" of Hebrew onto the word after it: marks and markup before a word hide its letters from `Intl`. */
function writeAnd(literal: string, next: string): string {
  if (!literal.endsWith("\u05d5-")) return literal;
  return `${literal.slice(0, -1)}${/^[^\p{L}\d]*\p{Script=Hebrew}/u.test(next) ? "" : "\u05be"}`;
}
