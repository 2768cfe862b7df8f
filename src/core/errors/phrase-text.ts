import { type TemplateReading, readableTemplates, readTemplate, writeTemplate } from "./read-template.js";
import type { ReadableTemplate, TextValue, ValuesOfTemplate } from "./read-template.js";
import { ERROR_PHRASES } from "./texts/phrases.js";

/** Code of a phrase: a name in the table of `texts/phrases`. */
export type PhraseCode = keyof typeof ERROR_PHRASES;

/** Write a phrase that stands in an error as a value: in English, as `errorText` does. */
export function phraseText<Code extends PhraseCode>(
  code: Code,
  ...[values]: ValuesOfTemplate<(typeof ERROR_PHRASES)[Code]>
): string {
  return writeTemplate(ERROR_PHRASES[code], values as Readonly<Record<string, TextValue>>);
}

/** Write a number of things: the phrase of one, or that of several with their number. */
export function countText(count: number, one: PhraseCode, several: PhraseCode): string {
  const values = { count: count.toLocaleString("en") };
  return writeTemplate(ERROR_PHRASES[count === 1 ? one : several], values);
}

// Quotes are around any name, and what is to be typed has some, too: `sayError` knows where they are a language's.
const { quoted: _quoted, ...READ } = ERROR_PHRASES;
const TEMPLATES: readonly ReadableTemplate<PhraseCode>[] = readableTemplates(READ);

/** Find the phrase that a value of an error is; `null` for a value of another kind, such as a name. */
export function readPhrase(value: string): Omit<TemplateReading<PhraseCode>, "weight"> | null {
  const found = readTemplate(value, TEMPLATES, 1);
  return found && { code: found.code, values: found.values };
}
