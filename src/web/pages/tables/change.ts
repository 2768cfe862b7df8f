import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import type { YearParts } from "../../../calls/views/pages/months.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { breaksBetween, markNotes } from "./note-marks.js";

/** The change of a row from the previous year. */
export interface YearlyChange {
  /** 0.1 is an increase by a tenth. */
  readonly part: number;
  /** Ids of the notes on breaks between the years. */
  readonly breaks: readonly number[];
}

/**
 * Compute the change of a row from the previous year.
 * @param parts the years of which only some months are there
 * @returns `null` if that year is missing, if its amount is not positive, or if only a part of one of the years is there
 */
export function changeOf(figure: PageTable, at: number, parts: YearParts): YearlyChange | null {
  const [now, before] = [figure.rows[at], figure.rows[at - 1]];
  if (!now) return null;
  const [year, previous] = [now.keys[0]!.value, before?.keys[0]!.value];
  if (!before || year === null || Number(year) !== Number(previous) + 1 || before.amounts[0]!.unscaled <= 0n)
    return null;
  if (parts.has(year) || parts.has(previous!)) return null;
  return {
    part: decimalNumber(now.amounts[0]!) / decimalNumber(before.amounts[0]!) - 1,
    breaks: breaksBetween(figure, before, now),
  };
}

/** Write the change of a row from the previous year; across a break in brackets, with the mark of its note. */
export function changeFrom(locale: PageLocale, figure: PageTable, at: number, parts: YearParts): Html | null {
  const found = changeOf(figure, at, parts);
  if (found === null) return null;
  const change = locale.numbers.change(found.part);
  return found.breaks.length === 0 ? html`${change}` : html`(${change})${markNotes(locale, figure, found.breaks)}`;
}
