import { ZERO } from "../../../core/model/values/decimal.js";
import type { Flows } from "../../../calls/views/pages/flows.js";
import { YEAR } from "../../../calls/views/pages/years.js";
import type { YearParts } from "../../../calls/views/pages/months.js";
import { withUnit } from "../parts/amount-unit.js";
import { columnAmount } from "../parts/amounts.js";
import { html, type Html } from "../parts/html.js";
import type { AmountFormat, Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { explainAdded, hasAmounts, type MemberLinks } from "./added-members.js";
import { type CitedCells, citeAmount } from "./cite-cells.js";
import { figureChart } from "./figure-chart.js";
import { type FlowColumn, flowColumns } from "./flow-columns.js";
import { nameYear } from "./year-name.js";
import { footnotes, markNotes } from "./note-marks.js";

/**
 * Show amounts by year and direction as a line chart, and as a table with the balance.
 * @param parts the years of which only some months are there
 * @param members links to the same page for one member, if the amounts would add up several
 * @returns `null` without years
 */
export function flowsBlock(
  locale: PageLocale,
  flows: Flows,
  money: Money,
  parts: YearParts,
  members: readonly MemberLinks[],
  cited?: CitedCells,
): Html | null {
  const { figure, years } = flows;
  if (years.length === 0) return null;
  if (!hasAmounts(figure)) return html`${explainAdded(locale, figure, members)}`;
  const words = locale.words.figures;
  const columns = flowColumns(locale, flows);
  const format = money.column(columns.flatMap(({ amountOf }) => years.map((sums) => amountOf(sums) ?? ZERO)));
  const caption = words.yearAmounts;
  const style = { kind: "line", label: caption, money, precisions: {}, hrefOf: () => null } as const;
  return html`<figure class="stacked">
    ${years.length > 1 ? figureChart(locale, figure, style) : null}
    <div class="scroll" tabindex="0" role="group" aria-label="${caption}">
      <table class="figures">
        <caption>
          ${withUnit(locale, withUnit(locale, caption, money.unit), format.unit)}
        </caption>
        <thead>
          <tr>
            <th scope="col">${words.year}</th>
            ${columns.map(({ label }) => html`<th scope="col" class="number"><bdi>${label}</bdi></th>`)}
            <th scope="col" class="number">${words.entries}</th>
          </tr>
        </thead>
        <tbody>
          ${years.map(
            (sums) =>
              html`<tr>
                <th scope="row">${sums.year === null ? words.noYear : nameYear(locale, sums.year, parts)}</th>
                ${columns.map((column) => html`<td class="number">${flowCell(locale, flows, column, sums, { money, format, cited })}</td>`)}
                <td class="number">${locale.numbers.count(sums.numEntries)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${footnotes(locale, figure)}
  </figure>`;
}

interface FlowStyle {
  readonly money: Money;
  readonly format: AmountFormat;
  readonly cited: CitedCells | undefined;
}

function flowCell(
  locale: PageLocale,
  { figure, dimension }: Flows,
  { amountOf, notesOf, of }: FlowColumn,
  sums: Flows["years"][number],
  { money, format, cited }: FlowStyle,
): Html {
  const amount = amountOf(sums);
  if (amount === null) return html`–`;
  const keys = [
    { field: YEAR, value: sums.year },
    { field: dimension, value: of.member },
  ];
  const against = of.less === undefined ? null : { dataset: null, clauses: [{ field: dimension, value: of.less }] };
  const cell = { cuts: figure.request.cuts, keys, measure: of.measure, against };
  return html`${citeAmount(cited, cell, columnAmount(money, format, amount))}${markNotes(locale, figure, notesOf(sums))}`;
}
