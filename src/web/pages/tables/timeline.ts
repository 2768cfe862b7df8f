import type { PageTableColumn } from "../../../calls/views/pages/figure-columns.js";

/** True if the values of a drilldown are points in time. */
export function isTimeline(reference: string): boolean {
  return /^year$|\.(year|fiscal_year|yearmonth)$/.test(reference);
}

/** True if a column has days, months or years. */
export function hasPeriods({ reference, isDate }: Pick<PageTableColumn, "reference" | "isDate">): boolean {
  return isDate || isTimeline(reference);
}
