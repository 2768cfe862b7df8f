import { ERROR_TEXTS } from "./texts/texts.js";
import {
  type FoundValues,
  type TemplateReading,
  readableTemplates,
  readTemplate,
  slotsOf,
  writeTemplate,
} from "./read-template.js";
import type { TextValue, ValuesOfTemplate } from "./read-template.js";

/** Code of an error: a name in the table of `texts`, which programs compare instead of sentences. */
export type ErrorCode = keyof typeof ERROR_TEXTS;

/** All codes, in alphabetical order. */
export const ERROR_CODES: readonly ErrorCode[] = (Object.keys(ERROR_TEXTS) as ErrorCode[]).toSorted();

/** An error for programs. */
export interface CodedError {
  readonly code: ErrorCode;
  /** Values of its template. The remedy, which may name what there is instead, is in the sentence alone. */
  readonly values: FoundValues;
}

/** A sentence of an error, taken apart. */
export interface ReadSentence {
  /** The places that stand before the error, as in `cut: year`; empty without any. */
  readonly places: string;
  /** The text of a cell that is quoted before the error, without quotes; `null` without one. */
  readonly cell: string | null;
  readonly code: ErrorCode;
  /** Values of its template, also its remedy. */
  readonly values: FoundValues;
}

/**
 * Write an error as its English sentence. Sentences pass between threads, processes and files; `readErrorCode` finds code
 * and values in one again.
 */
export function errorText<Code extends ErrorCode>(
  code: Code,
  ...[values]: ValuesOfTemplate<(typeof ERROR_TEXTS)[Code]>
): string {
  return writeTemplate(ERROR_TEXTS[code], values as Readonly<Record<string, TextValue>>);
}

/** Read the codes of errors, one for each in its order; of another origin, `other`. */
export function readErrorCodes(errors: readonly string[]): readonly (CodedError | typeof OTHER)[] {
  return errors.map((sentence) => readErrorCode(sentence) ?? OTHER);
}

/** Return what programs see of a sentence that was taken apart. */
export function codeOfSentence(read: ReadSentence | null): CodedError | typeof OTHER {
  if (!read) return OTHER;
  const { remedy: _remedy, ...values } = read.values;
  return { code: read.code, values: read.cell === null ? values : { value: read.cell, ...values } };
}

/**
 * Write a sentence that was taken apart, in the words that it has now.
 * @returns `null` if its code, or a value that its words need, is not known: it is of another version
 */
export function writeSentence({ places, cell, code, values }: ReadSentence): string | null {
  const template: string | undefined = Object.hasOwn(ERROR_TEXTS, code) ? ERROR_TEXTS[code] : undefined;
  const text = template === undefined ? "" : writeTemplate(template, values);
  if (text === "" || slotsOf(template!).some((slot) => !Object.hasOwn(values, slot))) return null;
  return `${places === "" ? "" : `${places}: `}${cell === null ? "" : `"${cell}" `}${text}`;
}

/** Change the texts of a sentence that was taken apart. */
export function changeTexts(
  { places, cell, code, values }: ReadSentence,
  change: (text: string) => string,
): ReadSentence {
  const changed = Object.entries(values).map(([name, value]) => [name, change(value)] as const);
  return {
    places: change(places),
    cell: cell === null ? null : change(cell),
    code,
    values: Object.fromEntries(changed),
  };
}

/** The code of a sentence that is in no table. */
const OTHER = { code: "other", values: {} } as const;

const TEMPLATES = readableTemplates(ERROR_TEXTS);

/** Depth of the places that are looked for before an error, as in `cut: year: …`. */
const MAX_PLACES = 6;

/**
 * Find the error that a sentence of `errorText` is of, with or without places or a quoted value before it, as in
 * `cut: year: "1x" is not …`.
 * @returns `null` for a sentence of another origin
 */
export function readErrorCode(sentence: string): CodedError | null {
  const coded = codeOfSentence(readErrorSentence(sentence));
  return coded.code === "other" ? null : coded;
}

/**
 * Take a sentence of `errorText` apart.
 * @returns `null` for a sentence of another origin
 * Cost: for each place, a comparison with the ends of each template; linear in the sentence for those that have them.
 */
export function readErrorSentence(sentence: string): ReadSentence | null {
  let best: (ReadSentence & { readonly weight: number }) | null = null;
  let at = 0;
  for (let place = 0; place <= MAX_PLACES; place++) {
    const text = sentence.slice(at);
    const places = sentence.slice(0, Math.max(0, at - 2));
    const least: number = best?.weight ?? 0;
    // Prefer the later of two alike, whose first value has no place in it.
    const whole = readTemplate(text, TEMPLATES, least);
    const behind = readValueBefore(text, (whole?.weight ?? least) + 1);
    if (behind) best = { places, ...behind };
    else if (whole) best = { places, cell: null, ...whole };
    const colon = sentence.indexOf(": ", at);
    if (colon < 0) break;
    at = colon + 2;
  }
  if (!best) return null;
  const { weight: _weight, ...read } = best;
  return read;
}

/** Read an error of a cell's value, which is quoted before it. */
function readValueBefore(text: string, least: number): (TemplateReading<ErrorCode> & { readonly cell: string }) | null {
  if (!text.startsWith('"')) return null;
  const end = text.indexOf('" ', 1);
  const found = end < 0 ? null : readTemplate(text.slice(end + 2), TEMPLATES, least);
  return found && { ...found, cell: text.slice(1, end) };
}
