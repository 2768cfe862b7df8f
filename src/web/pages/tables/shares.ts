import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import { isWhole } from "./added-members.js";
import { hasPeriods } from "./timeline.js";

/** Maximum part of a total that amounts below zero may be for the other shares to mean something. */
const NEGLIGIBLE = 0.1;

/**
 * True if shares of the total have a meaning: it is one, of a time that is not told apart, little of it is below zero, and
 * no column has the shares already.
 */
export function hasShares(figure: PageTable): boolean {
  const { rows, rest, totals, terms, columns } = figure;
  if (!isWhole(figure) || tellsYears(figure) || columns.some(({ isOfDate }) => isOfDate)) return false;
  const total = decimalNumber(totals[0]!);
  const negative = [...rows, ...rest.negative].filter(({ amounts }) => amounts[0]!.unscaled < 0n);
  const sum = negative.reduce((each, { amounts }) => each - decimalNumber(amounts[0]!), 0);
  const hasOwn = terms?.columns.some(({ format, isCompared }) => format === "percent" || isCompared) ?? false;
  return total > 0 && sum <= total * NEGLIGIBLE && rest.amounts[0]!.unscaled >= 0n && !hasOwn;
}

/** True if rows are of different years, whose sum nobody asked for. */
export function tellsYears({ columns, rows }: PageTable): boolean {
  const at = columns.findIndex(hasPeriods);
  return at >= 0 && new Set(rows.map(({ keys }) => keys[at]!.value?.slice(0, 4))).size > 1;
}
