import type { DictionaryBuilder } from "../writing/dictionary-builder.js";
import { GrowingTexts } from "../writing/growing-texts.js";
import type { CompactedCodes } from "../writing/compact-codes.js";
import type { ClusterKey } from "./cluster-rows.js";
import { groupAttribute } from "../table/group-attribute.js";

/** Group the members of a dimension for clustering: a date by its year, others by member. */
export function groupMembers(
  { dimension, attributes }: DictionaryBuilder,
  { members, renumbered }: CompactedCodes,
): ClusterKey {
  const year = groupAttribute(dimension);
  const years = year && attributes[year.index];
  if (!(years instanceof GrowingTexts)) {
    return { dimension: dimension.index, groupOf: renumbered ?? members, groups: members.length };
  }
  const groups = new Map<string, number>();
  const groupOf = new Uint32Array(renumbered?.length ?? members.length);
  for (const member of members) {
    const start = years.startOf(member);
    const text = years.bytes.toString("latin1", start, start + years.sizeOf(member));
    if (!groups.has(text)) groups.set(text, groups.size);
    groupOf[member] = groups.get(text)!;
  }
  return { dimension: dimension.index, groupOf, groups: groups.size };
}
