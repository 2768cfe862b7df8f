import { sayPhrase } from "../parts/say-phrase.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import { columnAmount } from "../parts/amounts.js";
import { REST_COLOR } from "../parts/colors.js";
import { type BarBounds, boundBars, drawCellBar } from "./bar-cell.js";
import { colorBars, colorRows } from "./figure-colors.js";
import { isOfPart } from "./figure-parts.js";
import { allNotes, footnotes, markNotes } from "./note-marks.js";
import { hasShares, tellsYears } from "./shares.js";
import { withUnit } from "../parts/amount-unit.js";
import { linkKey } from "../parts/describe-key.js";
import { html, type Html } from "../parts/html.js";
import { explainAdded, hasAmounts, hasTotal, isWhole, type MemberLinks } from "./added-members.js";
import type { AmountFormat, Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { nameRest, nameRow } from "./row-names.js";
import { type FigureTermColumn, termColumns } from "./term-cells.js";
import { nameColumn } from "./name-column.js";

/** Style of a figure shown as a table. */
export interface TableStyle {
  readonly caption: string;
  readonly money: Money;
  readonly precisions: Precisions;
  /** True if rows have the colours of a chart. */
  readonly isKey: boolean;
  /** True if rows have the colours of bars. */
  readonly isOfBars?: boolean;
  /** Returns the target of a row's link; by default the page of its member. */
  readonly hrefOf?: (row: PageTableRow) => string | null;
  /** Links to the same figure of one member, for figures that would add up several. */
  readonly members?: readonly MemberLinks[];
  /** False if the notes stand elsewhere; default: they stand under the table. */
  readonly hasFootnotes?: boolean;
}

/** Write the rows of a figure, the rest, and the total; if they would add up what must not be, say so instead. */
export function figureTable(locale: PageLocale, figure: PageTable, style: TableStyle): Html {
  if (!hasAmounts(figure)) return html`${explainAdded(locale, figure, style.members)}`;
  const { columns, measures, rows, rest, totals } = figure;
  const isTotalled = hasTotal(figure);
  const all = [...rows, ...rest.negative];
  const units = measures.map((_, at) =>
    style.money.column([
      ...all.map(({ amounts }) => amounts[at]!),
      ...(isTotalled ? [totals[at]!, rest.amounts[at]!] : []),
    ]),
  );
  const isShared = hasShares(figure);
  const terms = termColumns(locale, figure, style.money);
  const bounds = boundBars(all.map(({ amounts }) => decimalNumber(amounts[0]!)));
  const hues = style.isOfBars ? colorBars(figure) : colorRows(figure);
  const colors = new Map(rows.map((row, at) => [row, hues[at]!]));
  const words = locale.words.figures;
  const context = { locale, figure, style, units, terms, hasShares: isShared, bounds, colors };
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${style.caption}">
      <table class="figures">
        <caption>
          ${withUnit(locale, style.caption, style.money.unit)}
        </caption>
        <thead>
          <tr>
            ${columns.map((each) => html`<th scope="col"><bdi>${nameColumn(locale, each)}</bdi></th>`)}
            ${measures.map(
              (measure, at) =>
                html`<th scope="col" class="number">
                  <bdi>${labelOfSum(locale, figure, measure)}</bdi
                  >${units[at]!.unit === "" ? null : html`<small>${units[at]!.unit}</small>`}
                </th>`,
            )}
            ${terms.map(
              ({ label, unit }) =>
                html`<th scope="col" class="number">
                  <bdi>${label}</bdi>${unit === "" ? null : html`<small>${unit}</small>`}
                </th>`,
            )}
            ${isShared ? html`<th scope="col" class="number">${words.share}</th>` : null}
            <td class="bar"></td>
            <th scope="col" class="number">${words.entries}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map((row) => showRow(context, row))} ${showRest(context)}
          ${rest.negative.map((row) => showRow(context, row))} ${showUnvalued(context)} ${showLeftOut(context)}
        </tbody>
        ${isTotalled && !tellsYears(figure) ? showTotal(context) : null}
      </table>
    </div>
    ${explainAdded(locale, figure)}
    ${isShared && all.some(({ amounts }) => amounts[0]!.unscaled < 0n) ? html`<p class="note">${words.sharesBelowZero}</p> ` : null}
    ${style.hasFootnotes === false ? null : footnotes(figure)}`;
}

/** Name a column of sums: of a comparison of one measure the side that it is of. */
function labelOfSum(
  locale: PageLocale,
  { terms, measures }: PageTable,
  { label }: PageTable["measures"][number],
): string {
  const sides = measures.length === 1 ? terms?.sides : undefined;
  return sides && sides.kind !== "plan" ? sayPhrase(locale, sides.own) : label;
}

function showTotal({ locale, figure, style, units, terms, hasShares }: RowContext): Html {
  return html`<tfoot>
    <tr>
      <th scope="row" colspan="${Math.max(1, figure.columns.length)}">${locale.words.figures.total}</th>
      ${figure.totals.map((total, at) => html`<td class="number">${columnAmount(style.money, units[at]!, total)}${markNotes(locale, figure, allNotes(figure))}</td>`)}
      ${terms.map(({ write }, at) => html`<td class="number">${write(figure.terms!.totals[at])}</td>`)}
      ${hasShares ? html`<td class="number">${locale.numbers.share(1)}</td>` : null}
      <td class="bar"></td>
      <td class="number">${locale.numbers.count(figure.numEntries)}</td>
    </tr>
  </tfoot>`;
}

interface RowContext {
  readonly locale: PageLocale;
  readonly figure: PageTable;
  readonly style: TableStyle;
  readonly units: readonly AmountFormat[];
  readonly terms: readonly FigureTermColumn[];
  readonly hasShares: boolean;
  readonly bounds: BarBounds;
  readonly colors: ReadonlyMap<PageTableRow, string>;
}

function showRow(
  { locale, figure, style, units, terms, hasShares, bounds, colors }: RowContext,
  row: PageTableRow,
): Html {
  const { columns, totals } = figure;
  const [first, ...others] = row.keys;
  const isOthers = (row.contained ?? 0) > 0;
  const own = isOthers ? null : style.hrefOf?.(row);
  const link = (at: number): Html => {
    const key = row.keys[at]!;
    const name = nameRow(locale, columns[at]!, row, at, style.precisions, figure.parts);
    return linkKey(locale, name, own === undefined ? key.url : own);
  };
  const color = colors.get(row) ?? REST_COLOR;
  const mark = markNotes(locale, figure, row.notes);
  const swatch = style.isKey && first ? swatchOf(color) : null;
  return html`<tr ${isOthers ? html`class="rest"` : null}>
    ${first ? html`<th scope="row" ${swatch ? html`class="keyed"` : null}>${swatch}${link(0)}</th>` : html`<th scope="row">${locale.words.figures.everything}</th>`}
    ${others.map((_, at) => html`<td>${link(at + 1)}</td>`)}
    ${row.amounts.map((amount, at) => html`<td class="number">${columnAmount(style.money, units[at]!, amount)}${mark}</td>`)}
    ${terms.map(({ write }, at) => html`<td class="number">${write(row.figures?.[at])}</td>`)}
    ${hasShares ? html`<td class="number">${row.amounts[0]!.unscaled < 0n ? "–" : locale.numbers.share(decimalNumber(row.amounts[0]!) / decimalNumber(totals[0]!))}</td>` : null}
    <td class="bar">
      ${drawCellBar(decimalNumber(row.amounts[0]!), bounds, { color: style.isKey || style.isOfBars ? color : null, isPart: isOfPart(figure, row) })}
    </td>
    <td class="number">${locale.numbers.count(row.numEntries)}</td>
  </tr>`;
}

function showRest({ locale, figure, style, units, terms, hasShares }: RowContext): Html | null {
  const { rest, columns, totals } = figure;
  if (rest.cells === 0) return null;
  const named = nameRest(locale, figure);
  const name = rest.negative.length > 0 ? locale.fill(locale.words.figures.rest.withBelow, { rest: named }) : named;
  return html`<tr class="rest">
    <th scope="row" colspan="${Math.max(1, columns.length)}" ${style.isKey ? html`class="keyed"` : null}>
      ${style.isKey ? swatchOf(REST_COLOR) : null}${name}
    </th>
    ${rest.amounts.map((amount, at) => html`<td class="number">${isWhole(figure) ? columnAmount(style.money, units[at]!, amount) : "–"}</td>`)}
    ${terms.map(({ write }, at) => html`<td class="number">${write(rest.figures?.[at])}</td>`)}
    ${hasShares ? html`<td class="number">${locale.numbers.share(decimalNumber(rest.amounts[0]!) / decimalNumber(totals[0]!))}</td>` : null}
    <td class="bar"></td>
    <td class="number">${locale.numbers.count(rest.numEntries)}</td>
  </tr>`;
}

/** Write the cells that a series has no value for: without amounts. */
function showUnvalued({ locale, figure, style, terms, hasShares }: RowContext): readonly Html[] {
  const { columns, measures, adjusted } = figure;
  return (adjusted?.unvalued ?? []).map((row) => {
    const own = style.hrefOf?.({ ...row, amounts: [] });
    const names = row.keys.map((key, at) =>
      linkKey(
        locale,
        nameRow(locale, columns[at]!, row, at, style.precisions, figure.parts),
        own === undefined ? key.url : own,
      ),
    );
    return html`<tr>
      <th scope="row" ${style.isKey ? html`class="keyed"` : null}>${names[0] ?? locale.words.figures.everything}</th>
      ${names.slice(1).map((name) => html`<td>${name}</td>`)}
      ${[...measures, ...terms, ...(hasShares ? [null] : [])].map(() => html`<td class="number">–</td>`)}
      <td class="bar"></td>
      <td class="number">${locale.numbers.count(row.numEntries)}</td>
    </tr> `;
  });
}

/** Write the cells that do not meet the conditions of the figure; `null` if there are none. */
function showLeftOut({ locale, figure, style, units, terms, hasShares }: RowContext): Html | null {
  const leftOut = figure.terms?.leftOut;
  if (!leftOut || leftOut.cells === 0) return null;
  const { amounts, cells, numEntries } = leftOut;
  return html`<tr class="rest">
    <th scope="row" colspan="${Math.max(1, figure.columns.length)}">
      ${locale.fill(locale.words.figures.rest.leftOut, { count: cells })}
    </th>
    ${amounts.map((amount, at) => html`<td class="number">${hasTotal(figure) ? columnAmount(style.money, units[at]!, amount) : "–"}</td>`)}
    ${terms.map(() => html`<td class="number">–</td>`)}
    ${hasShares ? html`<td class="number">${locale.numbers.share(decimalNumber(amounts[0]!) / decimalNumber(figure.totals[0]!))}</td>` : null}
    <td class="bar"></td>
    <td class="number">${locale.numbers.count(numEntries)}</td>
  </tr>`;
}

/** Draw a small square of a colour. */
export function swatchOf(color: string): Html {
  return html`<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
    <rect width="10" height="10" fill="${color}" />
  </svg>`;
}
