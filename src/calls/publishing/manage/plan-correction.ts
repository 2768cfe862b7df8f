import { errorText } from "../../../core/errors/error-text.js";
import { InvalidQuery } from "../../../core/errors/errors.js";
import { MAX_CORRECTED, type MemberCorrections } from "../../../core/model/member-corrections.js";
import { composeText } from "../../../core/model/values/unicode-form.js";

/** A member as it is named. */
export interface NamedMember {
  readonly name: string;
  readonly label: string;
}

/** A correction that somebody asks for. */
export interface CorrectionOrder {
  readonly member: NamedMember;
  /** Names that mean the member, too. */
  readonly same: readonly string[];
  /** Label, or the value of a dimension whose members have no labels, that it is to have. */
  readonly label: string;
  /** True if members have labels beside their names. */
  readonly hasLabels: boolean;
  /** Another member that has this label; `null` if none does. */
  readonly taken: NamedMember | null;
  /** The names among `same` that are no members. */
  readonly unknown: readonly string[];
}

/** Maximum number of spellings that are united at once. */
export const MAX_SAME = 100;

/**
 * Add a correction to those of a dimension. Names that were united with one of the members before follow it.
 * @throws InvalidQuery with every reason to refuse it
 */
export function planCorrection(now: MemberCorrections, order: CorrectionOrder): MemberCorrections {
  const { member, hasLabels } = order;
  const label = composeText(order.label);
  const same = [...new Set(order.same)];
  refuse(now, order, label, same);
  const name = hasLabels || label === member.label ? member.name : label;
  const merged = new Set(name === member.name ? same : [...same, member.name]);
  merged.delete(name);
  const values = new Map([...now.values].map(([from, to]) => [from, merged.has(to) ? name : to]));
  for (const each of merged) values.set(each, name);
  values.delete(name);
  const labels = new Map([...now.labels].filter(([each]) => !merged.has(each)));
  // The label of a merged member is given, so that it does not change with the row that is loaded last.
  if (hasLabels && (label !== member.label || merged.size > 0)) labels.set(name, label);
  return { values, labels };
}

function refuse(
  now: MemberCorrections,
  { member, unknown, taken }: CorrectionOrder,
  label: string,
  same: readonly string[],
): void {
  const errors = unknown.map((name) => errorText("no_member_to_unite", { name: JSON.stringify(name) }));
  const { length } = label;
  if (label.trim() === "") errors.push(errorText("corrected_label_empty"));
  if (length > MAX_CORRECTED) errors.push(errorText("corrected_label_too_long", { length, maximum: MAX_CORRECTED }));
  if (same.includes(member.name)) errors.push(errorText("united_with_itself", { name: JSON.stringify(member.name) }));
  if (same.length > MAX_SAME) errors.push(errorText("too_many_united", { count: same.length, maximum: MAX_SAME }));
  const other = now.values.get(member.name);
  if (other !== undefined)
    errors.push(errorText("corrects_corrected", { name: JSON.stringify(member.name), other: JSON.stringify(other) }));
  if (taken && !same.includes(taken.name)) errors.push(labelTaken(label, taken));
  if (errors.length === 0 && label === member.label && same.length === 0) {
    errors.push(errorText("nothing_to_correct"));
  }
  if (errors.length > 0) throw new InvalidQuery(errors);
}

function labelTaken(label: string, taken: NamedMember): string {
  return errorText("label_taken", { label: JSON.stringify(label), name: JSON.stringify(taken.name) });
}
