import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTableColumn, FigureKey } from "../../../calls/views/pages/figure-columns.js";
import { nameWrittenFiscal } from "../../../calls/views/pages/fiscal-years.js";
import { html, type Html } from "./html.js";
import type { PageLocale } from "./page-locale.js";
import { sayPhrase } from "./say-phrase.js";

/** Return the text shown for a member or a value of a column. */
export function nameKey(
  locale: PageLocale,
  column: PageTableColumn,
  { value, label }: FigureKey,
  precisions: Precisions,
): string {
  if (column.isDate && value !== null) return nameDate(locale, column.dimension, value, precisions);
  if (column.isOfDate && value !== null) {
    if (column.reference.endsWith(".month") && /^\d\d$/.test(value)) return locale.dates.monthName(Number(value));
    if (column.part === "year" && column.dimension === "time") return locale.year(value);
    if (column.part === "fiscalYear") return sayPhrase(locale, nameWrittenFiscal(value));
    if (/^month$|\.yearmonth$/.test(column.reference) && /^\d{6}$/.test(value)) {
      return locale.dates.precise(`${value.slice(0, 4)}-${value.slice(4)}-01`, "month");
    }
  }
  return label.trim() === "" ? locale.words.figures.none : label;
}

/** Write a date as precisely as its source: a year as those of the dataset. */
export function nameDate(locale: PageLocale, dimension: string, date: string, precisions: Precisions): string {
  const precision = precisions[dimension] ?? "day";
  const name = locale.dates.precise(date, precision);
  return precision === "year" && dimension === "time" ? locale.year(name) : name;
}

export function linkKey(locale: PageLocale, name: string, url: string | null): Html {
  return url === null ? html`<bdi>${name}</bdi>` : html`<a href="${locale.href(url)}"><bdi>${name}</bdi></a>`;
}
