import type { Field, Model } from "./cube.js";
import { convert } from "./values/convert.js";
import { type Decimal, keyText } from "./values/decimal.js";
import { sha1 } from "./values/sha1.js";
import { isError, type Value } from "./values/value.js";

/** The values of an entry by which it is identified. */
interface KeyedRow {
  readonly members: readonly (readonly Value[])[];
  readonly amounts: readonly Decimal[];
}

/**
 * Plan the ids of a model's entries. An id is the SHA-1 of concatenated digests: that of the dataset's name, then that
 * of each key field's value (the contract's "Entry ids"). Services that agree in names and keys agree in ids.
 * @returns makes an id: 40 hexadecimal digits
 */
export function planEntryId({ dataset, key }: Model): (row: KeyedRow) => string {
  const name = sha1(dataset.name);
  return (row) => {
    let text = name;
    for (const field of key) text += sha1(textOf(field, row));
    return sha1(text);
  };
}

function textOf(field: Field, { members, amounts }: KeyedRow): string {
  if (field.kind === "measure") return keyText(amounts[field.index]!);
  return identityText(members[field.index]![field.identity.index]!);
}

/** Write a member's identity as in entry ids. A missing one counts as an empty text. */
export function identityText(value: Value): string {
  if (typeof value !== "number") return value ?? "";
  const decimal = convert(SHORTEST, String(value));
  if (decimal === null || typeof decimal !== "object" || isError(decimal))
    throw new TypeError(`${value} is not a number`);
  return keyText(decimal);
}

/** The notation of JavaScript's `String(number)`: the shortest text that reads back as the same double. */
const SHORTEST = { datatype: "float", numbers: { decimal: ".", thousands: "," }, format: null } as const;
