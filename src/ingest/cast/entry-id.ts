import type { EntryInput } from "../../engine/storage.js";
import { convert } from "../../model/values/convert.js";
import { isError, type Value } from "../../model/values/value.js";
import type { Field, Model } from "../../model/cube.js";
import { keyText } from "../../model/values/decimal.js";
import { remembering } from "./memo.js";
import { sha1 } from "../fetch/sha1.js";

/**
 * Plan the ids of a model's entries: the SHA-1 of the digests, one after the other, of the dataset's name and of
 * each key field's value. The id of another service's entry is the same where its keys are (the contract's "Entry ids").
 * @param limit how many values of a field are remembered
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

/** No value is as good as an empty one: a key field that needs a value has refused the row before. */
function valueText(value: Value): string {
  if (typeof value !== "number") return value ?? "";
  const decimal = convert(SHORTEST, String(value));
  if (decimal === null || typeof decimal !== "object" || isError(decimal)) throw new TypeError(`${value} is no number`);
  return keyText(decimal);
}

/** How JavaScript writes the shortest text that is a double. */
const SHORTEST = { datatype: "float", numbers: { decimal: ".", thousands: "," }, format: null } as const;
