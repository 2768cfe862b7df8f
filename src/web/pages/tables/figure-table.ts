import { sayPhrase } from "../parts/say-phrase.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import { placeOfSide } from "../../../calls/views/pages/amount-beside.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTable, PageTableRow } from "../../../calls/views/pages/page-table.js";
import { columnAmount } from "../parts/amounts.js";
import { REST_COLOR } from "../parts/colors.js";
import { type BarBounds, boundBars, drawCellBar } from "./bar-cell.js";
import { colorBars, colorRows } from "./figure-colors.js";
import { isOfPart } from "./figure-parts.js";
import { footnotes, markNotes } from "./note-marks.js";
import { hasShares } from "./shares.js";
import { withUnit } from "../parts/amount-unit.js";
import type { ParsedAgainst } from "../../../core/query/aggregate/figure-request.js";
import { type CitedCells, cellOfLine, citeAmount, isBesideOthers } from "./cite-cells.js";
import { linkKey } from "../parts/describe-key.js";
import { html, type Html } from "../parts/html.js";
import { explainAdded, hasAmounts, type MemberLinks } from "./added-members.js";
import type { AmountFormat, Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { listLines, nameLine, type TableLine } from "./table-lines.js";
import { unitsOf } from "./column-units.js";
import { type FigureTermColumn, termColumns } from "./term-cells.js";
import { nameColumn } from "./name-column.js";
import { headOfLines, rowLine } from "./row-line.js";

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
  /** Place where amounts are cited; absent: nowhere. */
  readonly cited?: CitedCells | undefined;
  /** False if the notes stand elsewhere; default: they stand under the table. */
  readonly hasFootnotes?: boolean;
}

/** Write the rows of a figure, the rest, and the total; if they would add up what must not be, say so instead. */
export function figureTable(locale: PageLocale, figure: PageTable, style: TableStyle): Html {
  if (!hasAmounts(figure)) return html`${explainAdded(locale, figure, style.members)}`;
  const { columns, measures, rows, rest } = figure;
  const all = [...rows, ...rest.negative];
  const { sums: units, terms: termUnits } = unitsOf(figure, style.money);
  const isShared = hasShares(figure);
  const lines = listLines(figure);
  const terms = termColumns(locale, figure, style.money, termUnits);
  const bounds = boundBars(all.map(({ amounts }) => decimalNumber(amounts[0]!)));
  const hues = style.isOfBars ? colorBars(figure) : colorRows(figure);
  const colors = new Map(rows.map((row, at) => [row, hues[at]!]));
  const words = locale.words.figures;
  const ownSide = nameOwnSide(locale, figure);
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
            ${figure.lines ? html`<th scope="col" class="line">${headOfLines(locale, figure.lines)}</th>` : null}
            <td class="bar"></td>
            <th scope="col" class="number">
              ${words.entries}${ownSide === null ? null : html`<small><bdi>${ownSide}</bdi></small>`}
            </th>
          </tr>
        </thead>
        <tbody>
          ${lines.filter(({ kind }) => kind !== "total").map((line) => showLine(context, line))}
        </tbody>
        ${lines
          .filter(({ kind }) => kind === "total")
          .map(
            (line) =>
              html`<tfoot>
                ${showLine(context, line)}
              </tfoot>`,
          )}
      </table>
    </div>
    ${notesBelow(locale, figure)} ${style.hasFootnotes === false ? null : footnotes(locale, figure)}`;
}

/** List what is to be said below a table of a figure, without its numbered notes. */
export function notesBelow(locale: PageLocale, figure: PageTable): readonly Html[] {
  const all = [...figure.rows, ...figure.rest.negative];
  const isBelowZero = hasShares(figure) && all.some(({ amounts }) => amounts[0]!.unscaled < 0n);
  const shares = isBelowZero ? [html`<p class="note">${locale.words.figures.sharesBelowZero}</p> `] : [];
  return [...explainAdded(locale, figure), ...shares];
}

/** Name a column of sums: of a comparison of one measure the side that it is of. */
export function labelOfSum(locale: PageLocale, figure: PageTable, { label }: PageTable["measures"][number]): string {
  const side =
    figure.measures.length === 1 && figure.terms?.sides?.kind !== "plan" ? nameOwnSide(locale, figure) : null;
  return side ?? label;
}

/** Name the side of a comparison that is not the other one, whose entries are counted; `null` without a comparison. */
export function nameOwnSide(locale: PageLocale, { terms }: Pick<PageTable, "terms">): string | null {
  return terms?.sides ? sayPhrase(locale, terms.sides.own) : null;
}

interface RowContext {
  readonly locale: PageLocale;
  readonly figure: PageTable;
  readonly style: TableStyle;
  readonly units: readonly AmountFormat[];
  readonly terms: readonly FigureTermColumn[];
  readonly hasShares: boolean;
  readonly bounds: BarBounds;
  readonly colors: ReadonlyMap<unknown, string>;
}

/** Write a line: its names, its amounts and other figures, its bar and the number of its entries. */
function showLine(context: RowContext, line: TableLine): Html {
  const { locale, figure, style, units, terms, hasShares, bounds, colors } = context;
  const { kind, row, amounts, figures, share, numEntries } = line;
  const isRest = kind === "rest" || kind === "leftOut" || (row?.contained ?? 0) > 0;
  const mark = markNotes(locale, figure, line.notes);
  const [besideAt, besideMark] = [placeOfSide(figure, "against"), markNotes(locale, figure, line.otherNotes)];
  // A bar of one side alone would tell less than the two of the chart.
  const hasBar = kind === "row" && !figure.terms?.sides;
  const cite: CiteShown = (measure, shown, against = null) => {
    const cell = cellOfLine(figure, line, measure);
    return citeAmount(style.cited, cell && { ...cell, against }, shown);
  };
  const color = (row && colors.get(row)) ?? REST_COLOR;
  const bar = { color: style.isKey || style.isOfBars ? color : null, isPart: row !== null && isOfPart(figure, row) };
  return html`<tr ${isRest ? html`class="rest"` : null}>
    ${nameCells(context, line, color)}
    ${amounts.map((amount, at) => html`<td class="number">${amount === null ? "–" : cite(figure.measures[at]!.name, columnAmount(style.money, units[at]!, amount))}${mark}</td>`)}
    ${terms.map(({ write }, at) => html`<td class="number">${citeTerm(figure, at, write(figures[at]), cite)}${at === besideAt ? besideMark : null}</td>`)}
    ${hasShares ? html`<td class="number">${share === null ? "–" : locale.numbers.share(share)}</td>` : null}
    ${figure.lines ? html`<td class="line">${kind === "row" ? rowLine(locale, figure.lines, row!.keys[0]!.value, style.money) : null}</td>` : null}
    <td class="bar">${hasBar ? drawCellBar(decimalNumber(amounts[0]!), bounds, bar) : null}</td>
    <td class="number">${locale.numbers.count(numEntries)}</td>
  </tr>`;
}

type CiteShown = (measure: string, shown: Html, against?: ParsedAgainst | null) => Html;

/** Link a figure of a term to where it is cited, unless it is one only beside those of other rows. */
function citeTerm({ terms, measures, request }: PageTable, at: number, shown: Html, cite: CiteShown): Html {
  const { key, isCompared } = terms!.columns[at]!;
  // The citation of a side has both, and how they differ.
  if (isCompared && "against" in request) return cite(key.split(".")[0]!, shown, request.against);
  if (isBesideOthers(key)) return shown;
  return measures.some(({ name }) => name === key) ? shown : cite(key, shown);
}

/** Write the cells of a line's names; that of several cells together goes over all columns. */
function nameCells({ locale, figure, style }: RowContext, line: TableLine, color: string): readonly Html[] {
  const { kind, row } = line;
  const [first = "", ...others] = nameLine(locale, figure, line, style.precisions);
  const isKeyed = style.isKey && kind !== "leftOut" && kind !== "total" && row?.keys.length !== 0;
  const keyed = isKeyed ? html`class="keyed"` : null;
  const swatch = isKeyed && kind !== "unvalued" ? swatchOf(color) : null;
  if (!row) {
    const span = Math.max(1, figure.columns.length);
    return [html`<th scope="row" colspan="${span}" ${keyed}>${swatch}${first}</th>`];
  }
  const own = (row.contained ?? 0) > 0 ? null : style.hrefOf?.({ ...row, amounts: [] });
  const link = (name: string, at: number): Html => {
    const key = row.keys[at];
    return key ? linkKey(locale, name, own === undefined ? key.url : own) : html`${name}`;
  };
  return [
    html`<th scope="row" ${keyed}>${swatch}${link(first, 0)}</th>`,
    ...others.map((name, at) => html` <td>${link(name, at + 1)}</td>`),
  ];
}

/** Draw a small square of a colour. */
export function swatchOf(color: string): Html {
  return html`<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">
    <rect width="10" height="10" fill="${color}" />
  </svg>`;
}
