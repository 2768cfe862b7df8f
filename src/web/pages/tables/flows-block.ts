import { ZERO } from "../../../core/model/values/decimal.js";
import type { Flows, FlowSums } from "../../../calls/views/pages/flows.js";
import type { YearParts } from "../../../calls/views/pages/months.js";
import { withUnit } from "../parts/amount-unit.js";
import { columnAmount } from "../parts/amounts.js";
import { html, type Html } from "../parts/html.js";
import type { AmountFormat, Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { explainAdded, hasAmounts, type MemberLinks } from "./added-members.js";
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
                ${columns.map((column) => html`<td class="number">${flowCell(locale, figure, column, sums, money, format)}</td>`)}
                <td class="number">${locale.numbers.count(sums.numEntries)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${footnotes(locale, figure)}
  </figure>`;
}

function flowCell(
  locale: PageLocale,
  figure: Flows["figure"],
  { amountOf, notesOf }: FlowColumn,
  sums: FlowSums,
  money: Money,
  format: AmountFormat,
): Html {
  const amount = amountOf(sums);
  return amount === null
    ? html`–`
    : html`${columnAmount(money, format, amount)}${markNotes(locale, figure, notesOf(sums))}`;
}
