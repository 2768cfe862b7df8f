import type { TimeSeries } from "../charts/series.js";
import { sayPhrase } from "../parts/say-phrase.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import { placeOfSide } from "../../../calls/views/pages/amount-beside.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import { lineColor } from "../parts/colors.js";
import type { PageLocale } from "../parts/page-locale.js";
import { colorRows } from "./figure-colors.js";
import { tellApart } from "./figure-series.js";
import { nameRow } from "./row-names.js";
import { hasPeriods } from "./timeline.js";
import { namePeriod } from "../charts/time-axis.js";
import { namePartsOfYears } from "./year-name.js";

/** Maximum number of lines between two times. */
export const MAX_SLOPES = 8;

/** Build a line for each of the first rows of a comparison of two times, from the one to the other. */
export function slopesOf(locale: PageLocale, figure: PageTable, precisions: Precisions): TimeSeries | null {
  const { terms, rows, columns } = figure;
  const against = placeOfSide(figure, "against");
  const { kind } = terms?.sides ?? {};
  const [own, other] = [terms?.sides?.own ?? "", terms?.sides?.other ?? ""].map((side) => sayPhrase(locale, side)) as [
    string,
    string,
  ];
  if (kind !== "time" || against === null || columns.length === 0 || columns.some(hasPeriods)) return null;
  const shown = rows.filter(({ contained = 0, figures }) => contained === 0 && figures?.[against] != null);
  const first = shown.slice(0, MAX_SLOPES);
  const colors = new Map(rows.map((row, at) => [row, colorRows(figure)[at]!]));
  const series = first.map((row) => ({
    label: columns.map((column, at) => nameRow(locale, column, row, at, precisions)).join(" · "),
    color: lineColor(colors.get(row)!),
    points: new Map([
      [other, row.figures![against]!],
      [own, row.amounts[0]!],
    ]),
    marks: new Map<string, string>(),
    breaks: new Set<string>(),
    parts: namePartsOfYears(locale, figure.parts, "year"),
  }));
  return { series: tellApart(series), labels: [other, own].toSorted(), period: namePeriod };
}
