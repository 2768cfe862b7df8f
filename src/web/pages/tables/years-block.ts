import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { YearParts } from "../../../calls/views/pages/months.js";
import type { YearChoice } from "../../../calls/views/pages/years.js";
import type { DatasetPage } from "../../../calls/views/resources/dataset.js";
import { listAllRows } from "../../../calls/views/pages/all-rows.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import { ONE_COLOR } from "../parts/colors.js";
import { boundBars, drawCellBar } from "./bar-cell.js";
import { withUnit } from "../parts/amount-unit.js";
import { columnAmount } from "../parts/amounts.js";
import { YEAR } from "../../../calls/views/pages/years.js";
import { type CitedCells, citeAmount } from "./cite-cells.js";
import { explainAdded, hasAmounts, type MemberLinks } from "./added-members.js";
import { changeFrom } from "./change.js";
import { flowsBlock } from "./flows-block.js";
import { nameYear } from "./year-name.js";
import { breaksBetween, footnotes, markNotes } from "./note-marks.js";
import { figureChart } from "./figure-chart.js";
import { html, type Html } from "../parts/html.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";

/** Show the amounts of a page by year, and by direction if it has directions. @returns `null` without years */
export function timeline(
  locale: PageLocale,
  { years, flows, year }: Pick<DatasetPage, "years" | "flows" | "year">,
  money: Money,
  members: readonly MemberLinks[],
  cited?: CitedCells,
): Html | null {
  return flows
    ? flowsBlock(locale, flows, money, year.parts, members, cited)
    : yearsBlock(locale, years, money, year.parts, members, cited);
}

/** Maximum number of years whose bars stand in their table; more years are a line beside it. */
const MAX_BARS = 12;

/**
 * Show totals by year as a table with bars and the change from year to year, those of many years as a line, too.
 * @param parts the years of which only some months are there
 * @param members links to the same page for one member, if the totals would add up several
 * @returns `null` without years
 */
function yearsBlock(
  locale: PageLocale,
  years: PageTable,
  money: Money,
  parts: YearParts,
  members: readonly MemberLinks[],
  cited?: CitedCells,
): Html | null {
  const { rows, measures } = years;
  const words = locale.words.figures;
  const all = listAllRows(years);
  if (all.length === 0) return null;
  if (!hasAmounts(years)) return html`${explainAdded(locale, years, members)}`;
  const units = measures.map((measure, at) => money.of(measure).column(rows.map(({ amounts }) => amounts[at]!)));
  const rowOf = (keys: PageTableRow["keys"]): number => rows.findIndex((row) => row.keys === keys);
  // The newest year may be one that compares with none before it.
  const isApart = (at: number): boolean =>
    parts.has(rows[at]?.keys[0]!.value ?? "") ||
    (at > 0 && at === rows.length - 1 && breaksBetween(years, rows[at - 1]!, rows[at]!).length > 0);
  const caption = words.yearTotals;
  // A wide table needs the whole width.
  const isBeside = measures.length < 3;
  const style = {
    kind: "line",
    label: caption,
    money: money.of(measures[0]),
    precisions: {},
    hrefOf: () => null,
    isBeside,
  } as const;
  const hasBars = rows.length > 1 && rows.length <= MAX_BARS;
  const chart = rows.length > MAX_BARS ? figureChart(locale, years, style) : null;
  const bounds = boundBars(rows.map(({ amounts }) => decimalNumber(amounts[0]!)));
  return html`<figure class="${chart === null ? "few-years" : isBeside ? "beside" : "stacked"}">
    ${chart === null ? null : html`<div>${chart}</div>`}
    <div class="scroll" tabindex="0" role="group" aria-label="${caption}">
      <table class="figures">
        <caption>
          ${withUnit(locale, caption, money.unit)}
        </caption>
        <thead>
          <tr>
            <th scope="col">${words.year}</th>
            ${measures.map(
              ({ label }, at) =>
                html`<th scope="col" class="number">
                  <bdi>${label}</bdi>${units[at]!.unit === "" ? null : html`<small>${units[at]!.unit}</small>`}
                </th>`,
            )}
            ${hasBars ? html`<td class="bar"></td>` : null}
            ${rows.length > 1 ? html`<th scope="col" class="number">${words.change}</th>` : null}
            <th scope="col" class="number">${words.entries}</th>
          </tr>
        </thead>
        <tbody>
          ${all.map(
            ({ keys, amounts, numEntries, notes }) =>
              html`<tr>
                <th scope="row">${keys[0]!.value === null ? words.noYear : nameYear(locale, keys[0]!.value, parts)}</th>
                ${measures.map(({ name }, at) => html`<td class="number">${amounts ? citeAmount(cited, { cuts: years.request.cuts, keys: [{ field: YEAR, value: keys[0]!.value }], measure: name }, columnAmount(money, units[at]!, amounts[at]!)) : "–"}${markNotes(locale, years, notes)}</td>`)}
                ${hasBars ? html`<td class="bar">${amounts ? drawCellBar(decimalNumber(amounts[0]!), bounds, { color: ONE_COLOR, isPart: isApart(rowOf(keys)) }) : null}</td>` : null}
                ${rows.length > 1 ? html`<td class="number">${changeFrom(locale, years, rowOf(keys), parts) ?? "–"}</td>` : null}
                <td class="number">${locale.numbers.count(numEntries)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${footnotes(locale, years)}
  </figure>`;
}

/** Link to the same page for other years. @returns `null` if there are fewer than two years */
export function yearLinks(
  { words: { figures }, year: nameYearOf }: PageLocale,
  { years, chosen }: YearChoice,
  hrefOf: (year: string) => string,
): Html | null {
  if (years.length < 2) return null;
  const link = (year: string, label: string, isCurrent: boolean): Html =>
    html`<li><a href="${hrefOf(year)}" ${isCurrent ? html`aria-current="true"` : null}>${label}</a></li>`;
  return html`<nav class="chips" aria-label="${figures.year}">
    <ul>
      ${years.map((year) => link(year, nameYearOf(year), year === chosen))}
      ${link("all", figures.allYears, chosen === null)}
    </ul>
  </nav>`;
}
