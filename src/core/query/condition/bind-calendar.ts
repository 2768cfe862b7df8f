import { isDay, readCalendarValue } from "../../model/calendar-values.js";
import { isError } from "../../model/values/value.js";
import type { End, Range } from "../syntax/search-tree.js";
import type { Bound, ClauseTarget, ValueTest } from "./condition.js";

/** Meaning of a value or range of a calendar for one attribute, or the reason why it has none. */
export type CalendarTest =
  /** One value, as entries have it. */
  | { readonly is: "value"; readonly value: string }
  /** A range, or a year or month that includes more than one value; its spelling is the same for all ways to write it. */
  | { readonly is: "range"; readonly test: ValueTest; readonly spelling: string | Range }
  /** Sentences about each part that cannot be read. */
  | { readonly is: "refused"; readonly errors: readonly string[] };

/**
 * Read a value or a range of a date or of a part of one.
 * @returns `null` if the attribute is not of a calendar, or if the value is empty
 */
export function bindCalendar({ dimension, attribute }: ClauseTarget, wanted: string | Range): CalendarTest | null {
  if (wanted === "") return null;
  const errors: string[] = [];
  let isText = false;
  const read = (text: string) => {
    const value = readCalendarValue(dimension, attribute, text);
    if (value === null) isText = true;
    else if (isError(value)) errors.push(`"${text}" ${value.error}`);
    else return value;
    return null;
  };
  if (typeof wanted === "string") {
    const value = read(wanted);
    if (value === null) return isText ? null : { is: "refused", errors };
    const { text: at, isWhole } = value;
    if (isWhole) return { is: "value", value: at };
    const bound = { at, inclusive: true };
    return { is: "range", test: { is: "texts", from: bound, to: bound, byBeginning: true }, spelling: at };
  }
  let byBeginning = isDay(attribute);
  const boundOf = (end: End | null): Bound<string> | null => {
    const value = end && read(end.text);
    if (!value) return null;
    if (!value.isWhole) byBeginning = true;
    return { at: value.text, inclusive: end!.inclusive };
  };
  const [from, to] = [boundOf(wanted.from), boundOf(wanted.to)];
  if (isText) return null;
  if (errors.length > 0) return { is: "refused", errors };
  const endOf = (bound: Bound<string> | null): End | null => bound && { text: bound.at, inclusive: bound.inclusive };
  const spelling: Range = { is: "range", from: endOf(from), to: endOf(to) };
  return { is: "range", test: from || to ? { is: "texts", from, to, byBeginning } : { is: "present" }, spelling };
}

/** Write a remark about a year or a month where people may have meant a single day. */
export function explainPeriod(field: string, period: string): string {
  return `${field} "${period}" means the whole ${period.length === 4 ? "year" : "month"}`;
}
