import type { Dimension, Model } from "../model/cube.js";
import type { MemberCorrections } from "../model/member-corrections.js";
import { planEntryId } from "../model/entry-id.js";
import { rowModel } from "../model/row-model.js";
import type { Value } from "../model/values/value.js";
import { FRESH, NO_TEXT, rowAt, type RowBatch, type RowMembers } from "./row-batch.js";
import type { EntryInput } from "./source-row.js";

type CorrectMember = (member: readonly Value[]) => readonly Value[];

/** Corrects the members of rows. Ids stay those of the rows as they are written, so that rows of merged members do too. */
export interface RowCorrection {
  entry(entry: EntryInput): EntryInput;
  batch(batch: RowBatch): RowBatch;
}

/** Plan the corrections of a model; `null` if it has none. */
export function planCorrections(model: Model): RowCorrection | null {
  const rows = rowModel(model);
  const corrected = rows.dimensions.flatMap((dimension) =>
    dimension.corrections ? [{ at: dimension.index, correct: planMember(dimension, dimension.corrections) }] : [],
  );
  if (corrected.length === 0) return null;
  const isKeyed = rows.key.some((field) => field.kind !== "measure" && (field.corrections?.values.size ?? 0) > 0);
  const idOf = planEntryId(rows);
  return {
    entry(entry) {
      const members = [...entry.members];
      for (const { at, correct } of corrected) members[at] = correct(members[at]!);
      return { ...entry, members };
    },
    batch(batch) {
      const members = [...batch.members];
      for (const { at, correct } of corrected) members[at] = correctColumn(members[at]!, correct);
      if (!isKeyed) return { ...batch, members };
      const ids = Array.from({ length: batch.length }, (_, row) => batch.ids?.[row] ?? idOf(rowAt(batch, row)));
      return { ...batch, members, ids };
    },
  };
}

function planMember({ attributes, identity }: Dimension, { values, labels }: MemberCorrections): CorrectMember {
  const name = identity.index;
  const label = attributes.findIndex((attribute) => attribute.name === "label");
  return (member) => {
    const own = member[name];
    if (typeof own !== "string") return member;
    const now = values.get(own) ?? own;
    const text = label < 0 ? undefined : labels.get(now);
    if (now === own && (text === undefined || text === member[label])) return member;
    const next = member.with(name, now);
    return text === undefined ? next : next.with(label, text);
  };
}

/** Correct the members of a column of a batch. Equal ones stay the same object, where they were. */
function correctColumn({ codes, tupleOf, fresh, texts }: RowMembers, correct: CorrectMember): RowMembers {
  const known = new Map<readonly Value[], readonly Value[]>();
  const remember: CorrectMember = (member) => {
    let corrected = known.get(member);
    if (!corrected) known.set(member, (corrected = correct(member)));
    return corrected;
  };
  const all = texts ? readTexts(codes, fresh, texts) : fresh;
  return { codes, tupleOf: (code) => correct(tupleOf(code)), fresh: all.map(remember), texts: null };
}

/** Return the fresh members of a column, those in UTF-8 as texts. */
function readTexts(
  codes: RowMembers["codes"],
  fresh: RowMembers["fresh"],
  { bytes, starts, sizes }: NonNullable<RowMembers["texts"]>,
): readonly (readonly Value[])[] {
  let length = 0;
  for (const code of codes) if (code >= FRESH) length = Math.max(length, code - FRESH + 1);
  return Array.from({ length }, (_, at) => {
    const size = sizes[at]!;
    if (size === NO_TEXT) return fresh[at]!;
    return [Buffer.from(bytes.buffer, bytes.byteOffset + starts[at]!, size).toString()];
  });
}
