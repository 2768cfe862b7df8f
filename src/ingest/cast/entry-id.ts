import type { EntryInput } from "../../engine/storage.js";
import { convert } from "../../model/values/convert.js";
import { isError, type Value } from "../../model/values/value.js";
import type { Field, Model } from "../../model/cube.js";
import { keyText } from "../../model/values/decimal.js";
import { remembering } from "./memo.js";
import { sha1 } from "../fetch/sha1.js";

/**
 * Plan the ids of a model's entries. An id is the SHA-1 of concatenated digests: that of the dataset's name, then that
 * of each key field's value (the contract's "Entry ids"). Services that agree in names and keys agree in ids.
 * @param limit maximum number of values cached for each key field
 */
export function planEntryId(
  model: Model,
  limit: number,
): (members: EntryInput["members"], amounts: EntryInput["amounts"]) => string {
  const dataset = sha1(model.dataset.name);
  const digests = model.key.map((field) => planDigest(field, limit));
  return (members, amounts) => {
    let text = dataset;
    for (const digest of digests) text += digest(members, amounts);
    return sha1(text);
  };
}

type Digest = (members: EntryInput["members"], amounts: EntryInput["amounts"]) => string;

function planDigest(field: Field, limit: number): Digest {
  const digestOf = remembering(limit, sha1);
  const { index } = field;
  if (field.kind === "measure") return (_members, amounts) => digestOf(keyText(amounts[index]!));
  const identity = field.identity.index;
  return (members) => digestOf(valueText(members[index]![identity]!));
}

/** A missing value counts as an empty text: if a key field requires a value, its row was already rejected. */
function valueText(value: Value): string {
  if (typeof value !== "number") return value ?? "";
  const decimal = convert(SHORTEST, String(value));
  if (decimal === null || typeof decimal !== "object" || isError(decimal))
    throw new TypeError(`${value} is not a number`);
  return keyText(decimal);
}

/** The notation of JavaScript's `String(number)`: the shortest text that reads back as the same double. */
const SHORTEST = { datatype: "float", numbers: { decimal: ".", thousands: "," }, format: null } as const;
