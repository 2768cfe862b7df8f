import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTableColumn, FigureKey } from "../../../calls/views/pages/figure-columns.js";
import { html, type Html } from "./html.js";
import type { PageReader } from "./reader.js";

/** Return the text shown for a member or a value of a column. */
export function nameKey(
  reader: PageReader,
  column: PageTableColumn,
  { value, label }: FigureKey,
  precisions: Precisions,
): string {
  if (column.isDate && value !== null) return reader.dates.precise(value, precisions[column.dimension] ?? "day");
  if (column.isOfDate && value !== null) {
    if (column.reference.endsWith(".month") && /^\d\d$/.test(value)) return reader.dates.monthName(Number(value));
    if (/^month$|\.yearmonth$/.test(column.reference) && /^\d{6}$/.test(value)) {
      return reader.dates.precise(`${value.slice(0, 4)}-${value.slice(4)}-01`, "month");
    }
  }
  return label.trim() === "" ? reader.words.figures.none : label;
}

export function linkKey(reader: PageReader, name: string, url: string | null): Html {
  return url === null ? html`<bdi>${name}</bdi>` : html`<a href="${reader.href(url)}"><bdi>${name}</bdi></a>`;
}
