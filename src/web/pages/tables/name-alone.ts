import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { FigureKey, PageTableColumn } from "../../../calls/views/pages/figure-columns.js";
import type { DimensionDescription } from "../../../calls/reading/describe/describe-dimension.js";
import type { MemberDescription } from "../../../calls/reading/describe/describe-member.js";
import { nameMember } from "../parts/crumbs.js";
import { nameKey } from "../parts/describe-key.js";
import { isolate } from "../parts/isolate.js";
import type { PageLocale } from "../parts/page-locale.js";
import { nameColumn } from "./name-column.js";

/** Letters and digits that say nothing by themselves; a Chinese character may be a word. */
const CODE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]{1,2}$/u;

/**
 * Name a member where nothing around says of which dimension it is: a code without a label is named with its dimension, as
 * "Type: E", and what has neither letters nor digits is not given.
 * @param dimension label of the dimension
 */
export function nameAlone(
  { words, fill }: Pick<PageLocale, "words" | "fill">,
  dimension: string,
  { value, label }: Pick<FigureKey, "value" | "label">,
): string {
  const text = label.trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return fill(words.figures.notGiven, { dimension: isolate(dimension) });
  const isCode = text === value?.trim() && CODE.test(text);
  return isCode ? fill(words.said.named, { name: isolate(dimension), text: isolate(text) }) : label;
}

/** Name a member after the name of its dimension: only what has neither letters nor digits needs more. */
export function nameAfter(locale: Pick<PageLocale, "words" | "fill">, dimension: string, label: string): string {
  return nameAlone(locale, dimension, { value: null, label });
}

/** Name the member of a column at its head; dates name themselves. */
export function nameColumnMember(
  locale: PageLocale,
  column: PageTableColumn,
  key: FigureKey,
  precisions: Precisions,
): string {
  return column.isOfDate
    ? nameKey(locale, column, key, precisions)
    : nameAlone(locale, nameColumn(locale, column), key);
}

/** Name a member at the head of its page; a date is written as precisely as in its source. */
export function nameMemberAlone(
  locale: PageLocale,
  dimension: DimensionDescription,
  member: MemberDescription,
  precisions: Precisions,
): string {
  if (dimension.type === "date") return nameMember(locale, dimension, member, precisions);
  const value = String(member.name ?? "");
  return nameAlone(locale, dimension.label, { value, label: String(member.label ?? "") || value });
}
