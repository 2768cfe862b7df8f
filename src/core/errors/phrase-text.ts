import { type TemplateReading, readableTemplates, readTemplate, writeTemplate } from "./read-template.js";
import type { TextValue, ValuesOfTemplate } from "./read-template.js";
import type { DAMAGE_PHRASES } from "./texts/damages.js";
import { ERROR_PHRASES } from "./texts/phrases.js";
import { ANSWER_TEXTS } from "./texts/questions.js";

/** Code of a phrase: a name in the table of `texts/phrases`. */
export type PhraseCode = keyof typeof ERROR_PHRASES;

/** Code of a phrase that says what is wrong with a stored table. */
export type DamagePhrase = keyof typeof DAMAGE_PHRASES;

/** The arguments after the code of a phrase: its values, if it has slots. */
export type ValuesOfPhrase<Code extends PhraseCode> = ValuesOfTemplate<(typeof ERROR_PHRASES)[Code]>;

/** Write a phrase that stands in an error as a value: in English, as `errorText` does. */
export function phraseText<Code extends PhraseCode>(code: Code, ...[values]: ValuesOfPhrase<Code>): string {
  return writeTemplate(ERROR_PHRASES[code], values as Readonly<Record<string, TextValue>>);
}

/** Write a number of things: the phrase of one, or that of several with their number. */
export function countText(count: number, one: PhraseCode, several: PhraseCode): string {
  const values = { count: count.toLocaleString("en") };
  return writeTemplate(ERROR_PHRASES[count === 1 ? one : several], values);
}

/**
 * Phrases that no value is read as. Quotes are around any name, and what is to be typed has some, too: `sayError` knows
 * where they are a language's.
 */
export const PHRASES_NOT_READ: ReadonlySet<string> = new Set(["quoted", ...Object.keys(ANSWER_TEXTS)]);

/** Finds the phrase that a text is; `null` for a text of another kind. */
export type PhraseReader = (value: string) => Omit<TemplateReading<PhraseCode>, "weight"> | null;

/** Find the phrase that a value of an error is; `null` for a value of another kind, such as a name. */
export const readPhrase: PhraseReader = createPhraseReader(() => true);

/** Return a reader of some phrases: the values of one may end as another does. */
export function createPhraseReader(isRead: (code: PhraseCode) => boolean): PhraseReader {
  const templates = readableTemplates(ERROR_PHRASES, (code) => !PHRASES_NOT_READ.has(code) && isRead(code));
  return (value) => {
    const found = readTemplate(value, templates, 1);
    return found && { code: found.code, values: found.values };
  };
}
