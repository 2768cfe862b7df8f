import { errorText } from "../../../core/errors/error-text.js";
import { DamagedStore } from "../../../core/errors/errors.js";

/**
 * Report an invalid value in a table's header.
 * @param place path of the value, such as `dimensions[2].codes`
 * @param reason end of the message: what is wrong with the value
 * @throws DamagedStore always
 */
export function damaged(place: string, reason: string): never {
  throw new DamagedStore(errorText("stored_table_damaged", { place, reason }));
}

/** Read an object; its properties are not checked. */
export function readObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) damaged(place, "is not an object");
  return value as Record<string, unknown>;
}

/** Read a list. @param length the required number of items; `null`: any number */
export function readList<T>(
  value: unknown,
  place: string,
  length: number | null,
  readItem: (item: unknown, place: string, at: number) => T,
): readonly T[] {
  if (!Array.isArray(value)) damaged(place, "is not a list");
  if (length !== null && value.length !== length) damaged(place, `has ${value.length} items instead of ${length}`);
  return Array.from(value, (item: unknown, at) => readItem(item, `${place}[${at}]`, at));
}

/** Read an integer from `min` to `max`, both included. */
export function readInteger(value: unknown, place: string, min: number, max: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max) {
    damaged(place, `is ${describe(value)}, which is not an integer from ${min} to ${max}`);
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
  if (choice === undefined) damaged(place, `is ${describe(value)} instead of ${choices.map(describe).join(" or ")}`);
  return choice;
}

/** Read an integer that is written as a text of up to 40 decimal digits. */
export function readBigInteger(value: unknown, place: string): bigint {
  if (typeof value !== "string" || !/^-?\d{1,40}$/.test(value))
    damaged(place, `is ${describe(value)}, which is not an integer`);
  return BigInt(value);
}

function describe(value: unknown): string {
  return typeof value === "string"
    ? JSON.stringify(value.slice(0, 80))
    : typeof value === "object"
      ? "an object, a list or null"
      : `${value}`;
}
