import type { Entry } from "../../../core/engine/entry.js";
import type { Model } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import { type Decimal, isDecimal } from "../../../core/model/values/decimal.js";
import { describeMember, type MemberDescription } from "./describe-member.js";
import { entryUrl } from "./links.js";

/** An entry: `id`, `html_url`, then each field as a member, the value of an attribute dimension, or an amount. */
export interface EntryDescription {
  /** 40 hexadecimal digits. */
  readonly id: string;
  readonly html_url: string;
  readonly [field: string]: MemberDescription | Decimal | Value;
}

export function describeEntry(model: Model, { id, members, amounts }: Entry, origin: string): EntryDescription {
  const fields = model.fields.map((field): readonly [string, MemberDescription | Decimal | Value] => {
    if (field.kind === "measure") return [field.name, amounts[field.index]!];
    const member = members[field.index] ?? null;
    if (field.kind === "attribute") return [field.name, member && member.values[field.identity.index]!];
    return [field.name, member && describeMember(model, field, member, origin)];
  });
  return { id, html_url: entryUrl(origin, model.dataset.name, id), ...Object.fromEntries(fields) };
}

/** Return the amount of a measure of an entry; `null` if it has none. */
export function entryAmount(entry: Readonly<Record<string, unknown>>, measure: string): Decimal | null {
  const value = entry[measure];
  return isDecimal(value) ? value : null;
}

/** Return the member of a dimension of an entry, or its value; `null` if it has none. */
export function entryMember<Described extends object>(
  entry: Readonly<Record<string, Described | Decimal | Value>>,
  dimension: string,
): Described | Value {
  const value = entry[dimension] ?? null;
  return isDecimal(value) ? null : value;
}
