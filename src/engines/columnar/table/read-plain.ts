import { errorText } from "../../../core/errors/error-text.js";
import { type DamagePhrase, phraseText, type ValuesOfPhrase } from "../../../core/errors/phrase-text.js";
import { DamagedStore } from "../../../core/errors/errors.js";

/**
 * Report an invalid value in a table's header.
 * @param place path of the value, such as `dimensions[2].codes`
 * @param phrase end of the message: what is wrong with the value
 * @throws DamagedStore always
 */
export function damaged<Phrase extends DamagePhrase>(
  place: string,
  phrase: Phrase,
  ...values: ValuesOfPhrase<Phrase>
): never {
  throw new DamagedStore(errorText("stored_table_damaged", { place, reason: phraseText(phrase, ...values) }));
}

/** Read an object; its properties are not checked. */
export function readObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) damaged(place, "not_an_object");
  return value as Record<string, unknown>;
}

/** Read a list. @param length the required number of items; `null`: any number */
export function readList<T>(
  value: unknown,
  place: string,
  length: number | null,
  readItem: (item: unknown, place: string, at: number) => T,
): readonly T[] {
  if (!Array.isArray(value)) damaged(place, "not_a_list");
  if (length !== null && value.length !== length)
    damaged(place, "list_of_other_length", { count: value.length, length });
  return Array.from(value, (item: unknown, at) => readItem(item, `${place}[${at}]`, at));
}

/** Read an integer from `min` to `max`, both included. */
export function readInteger(value: unknown, place: string, min: number, max: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
    damaged(place, "not_an_integer_from", { value: describe(value), minimum: min, maximum: max });
  }
  return value as number;
}

/** Read one of `choices`. */
export function readChoice<T extends string | number | boolean>(
  value: unknown,
  place: string,
  choices: readonly T[],
): T {
  const choice = choices.find((each) => each === value);
  if (choice === undefined)
    damaged(place, "not_one_of", { value: describe(value), known: choices.map(describe).join(", ") });
  return choice;
}

/** Read an integer that is written as a text of up to 40 decimal digits. */
export function readBigInteger(value: unknown, place: string): bigint {
  if (typeof value !== "string" || !/^-?\d{1,40}$/.test(value))
    damaged(place, "not_an_integer", { value: describe(value) });
  return BigInt(value);
}

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 80));
  if (Array.isArray(value)) return "[…]";
  return typeof value === "object" && value !== null ? "{…}" : `${value}`;
}
