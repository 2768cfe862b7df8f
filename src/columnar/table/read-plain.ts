import { DamagedStore } from "../../errors/errors.js";

/** Refuse what stands at a place of a table's header. */
export function damaged(place: string, reason: string): never {
  throw new DamagedStore(`The table cannot be read: ${place} of its header ${reason}`);
}

/** An object that nothing is known of. */
export function readObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) damaged(place, "is no object");
  return value as Record<string, unknown>;
}

/** @param length how many items there must be; `null`: any number */
export function readList<T>(
  value: unknown,
  place: string,
  length: number | null,
  readItem: (item: unknown, place: string, at: number) => T,
): readonly T[] {
  if (!Array.isArray(value)) damaged(place, "is no list");
  if (length !== null && value.length !== length) damaged(place, `has ${value.length} items instead of ${length}`);
  return Array.from(value, (item: unknown, at) => readItem(item, `${place}[${at}]`, at));
}

/** An integer within bounds, both included. */
export function readInteger(value: unknown, place: string, least: number, most: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < least || (value as number) > most) {
    damaged(place, `is ${describe(value)}, which is no integer from ${least} to ${most}`);
  }
  return value as number;
}

/** One of some values. */
export function readChoice<T extends string | number | boolean>(
  value: unknown,
  place: string,
  choices: readonly T[],
): T {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) damaged(place, `is ${describe(value)} instead of ${choices.map(describe).join(" or ")}`);
  return choice;
}

/** An integer written in decimal digits. */
export function readBigInteger(value: unknown, place: string): bigint {
  if (typeof value !== "string" || !/^-?\d{1,40}$/.test(value))
    damaged(place, `is ${describe(value)}, which is no integer`);
  return BigInt(value);
}

function describe(value: unknown): string {
  return typeof value === "string"
    ? JSON.stringify(value.slice(0, 80))
    : typeof value === "object"
      ? "no number"
      : `${value}`;
}
