import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import { linkKey, nameKey } from "../parts/describe-key.js";
import { html, type Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { colorRows } from "./figure-colors.js";
import { chartOf } from "./figure-chart.js";
import { swatchOf } from "./figure-table.js";
import { hasShares } from "./shares.js";
import { isTimeline } from "./timeline.js";

const LARGEST = 3;

/**
 * List the largest parts of a figure with their shares.
 * @param hrefOf returns the target of a row's link
 * @returns `null` if the figure has no total to be a share of, or hardly more parts
 */
export function largestParts(
  locale: PageLocale,
  figure: PageTable,
  hrefOf: (row: PageTableRow) => string | null,
  precisions: Precisions = {},
): Html | null {
  const { rows, totals, columns } = figure;
  const total = decimalNumber(totals[0]!);
  const amounts = rows.map((row) => decimalNumber(row.amounts[0]!));
  const [column] = columns;
  if (!column || isTimeline(column.reference) || column.isOfDate || !hasShares(figure)) return null;
  if (total <= 0 || rows.length <= LARGEST || amounts.some((amount) => amount > total)) return null;
  // Bars of one colour need no key.
  const colors = chartOf(locale, figure) === "treemap" ? colorRows(figure) : null;
  return html`<ol class="largest" aria-label="${locale.words.figures.largest}">
    ${rows.slice(0, LARGEST).map(
      (row, at) =>
        html`<li>
          ${colors && swatchOf(colors[at]!)}
          ${linkKey(locale, nameKey(locale, column, row.keys[0]!, precisions), hrefOf(row))}
          <b>${locale.numbers.share(amounts[at]! / total)}</b>
        </li> `,
    )}
  </ol>`;
}
