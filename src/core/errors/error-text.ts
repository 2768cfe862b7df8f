import { ERROR_TEXTS } from "./texts/texts.js";

/** Code of an error: a name in the table of `texts`, which programs compare instead of sentences. */
export type ErrorCode = keyof typeof ERROR_TEXTS;

/** All codes, in alphabetical order. */
export const ERROR_CODES: readonly ErrorCode[] = (Object.keys(ERROR_TEXTS) as ErrorCode[]).toSorted();

/** Names of the values that a template of an error is filled with. */
type ValuesIn<T extends string> = T extends `${string}<${infer Name}>${infer Rest}` ? Name | ValuesIn<Rest> : never;

/** Value of a slot, as text; one that is missing is written as its name. */
type TextValue = string | number | null | undefined;

type Values<Code extends ErrorCode> = Readonly<Record<ValuesIn<(typeof ERROR_TEXTS)[Code]>, TextValue>>;

/** An error for programs. */
export interface CodedError {
  readonly code: ErrorCode;
  /** Values of its template. The remedy, which may name what there is instead, is in the sentence alone. */
  readonly values: Readonly<Record<string, string>>;
}

/** Matches a slot of a template. */
const SLOT = /<([a-z_]+)>/;

/**
 * Write an error as its English sentence. Sentences pass between threads, processes and files; `readErrorCode` finds code
 * and values in one again.
 */
export function errorText<Code extends ErrorCode>(
  code: Code,
  ...[values]: [keyof Values<Code>] extends [never] ? [] : [Values<Code>]
): string {
  const filled: Readonly<Record<string, TextValue>> = values ?? {};
  const [first = "", ...rest] = ERROR_TEXTS[code].split(SLOT);
  return rest.reduce((text, part, at) => text + (at % 2 === 0 ? String(filled[part]) : part), first);
}

/** Read the codes of errors, one for each in its order; of another origin, `other`. */
export function readErrorCodes(errors: readonly string[]): readonly (CodedError | typeof OTHER)[] {
  return errors.map((sentence) => readErrorCode(sentence) ?? OTHER);
}

/** The code of a sentence that is in no table. */
const OTHER = { code: "other", values: {} } as const;

/** A template, ready to be compared with sentences. */
interface Template {
  readonly code: ErrorCode;
  /** Texts between the slots; the first and the last may be empty. */
  readonly fixed: readonly string[];
  readonly slots: readonly string[];
  /** Number of fixed characters. */
  readonly weight: number;
}

/** Templates, the ones with most fixed text first: these say most. */
const TEMPLATES: readonly Template[] = ERROR_CODES.map((code) => {
  const parts = ERROR_TEXTS[code].split(SLOT);
  const fixed = parts.filter((_, at) => at % 2 === 0);
  return { code, fixed, slots: parts.filter((_, at) => at % 2 === 1), weight: fixed.join("").length };
}).toSorted((a, b) => b.weight - a.weight);

/** Depth of the places that are looked for before an error, as in `cut: year: …`. */
const MAX_PLACES = 6;

/** An error that a sentence may be: of several, the one with most fixed text. */
interface Reading {
  readonly error: CodedError;
  readonly weight: number;
}

/**
 * Find the error that a sentence of `errorText` is of, with or without places or a quoted value before it, as in
 * `cut: year: "1x" is not …`.
 * @returns `null` for a sentence of another origin
 * Cost: for each place, a comparison with the ends of each template; linear in the sentence for those that have them.
 */
export function readErrorCode(sentence: string): CodedError | null {
  let best: Reading | null = null;
  let at = 0;
  for (let place = 0; place <= MAX_PLACES; place++) {
    const text = sentence.slice(at);
    const least: number = best?.weight ?? 0;
    // Prefer the later of two alike, whose first value has no place in it.
    const whole = readWhole(text, least);
    best = readValueBefore(text, (whole?.weight ?? least) + 1) ?? whole ?? best;
    const colon = sentence.indexOf(": ", at);
    if (colon < 0) break;
    at = colon + 2;
  }
  return best && best.error;
}

/** Read an error of a cell's value, which is quoted before it. */
function readValueBefore(text: string, least: number): Reading | null {
  if (!text.startsWith('"')) return null;
  const end = text.indexOf('" ', 1);
  const found = end < 0 ? null : readWhole(text.slice(end + 2), least);
  return found && { ...found, error: { ...found.error, values: { value: text.slice(1, end), ...found.error.values } } };
}

/** Find the heaviest template that a text is of. @param least weight of a template that would be worth it */
function readWhole(text: string, least: number): Reading | null {
  for (const { code, weight, ...template } of TEMPLATES) {
    if (weight < least) return null;
    const values = readValues(text, template);
    if (values) return { error: { code, values }, weight };
  }
  return null;
}

/** Read the values of a template's slots; `undefined` if the text is not of it. */
function readValues(
  text: string,
  { fixed, slots }: Pick<Template, "fixed" | "slots">,
): CodedError["values"] | undefined {
  const [first = ""] = fixed;
  const last = fixed.at(-1)!;
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  if (slots.length === 0) return text === first ? {} : undefined;
  const end = text.length - last.length;
  const values: Record<string, string> = {};
  let at = first.length;
  for (const [index, slot] of slots.entries()) {
    const next = endOfSlot(text, at, end, fixed[index + 1]!, slots[index + 1]);
    if (next < at || next > end) return undefined;
    if (slot !== "remedy") values[slot] = text.slice(at, next);
    at = next + fixed[index + 1]!.length;
  }
  return values;
}

/** Find the end of a slot: where the text after it begins, or a remedy. */
function endOfSlot(text: string, at: number, end: number, after: string, next: string | undefined): number {
  if (next === undefined) return end;
  if (after !== "") return text.indexOf(after, at);
  const remedy = text.indexOf("; ", at);
  return remedy < 0 ? end : Math.min(remedy, end);
}
