import { sayFirst } from "../parts/say-phrase.js";
import { type Decimal } from "../../../core/model/values/decimal.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { Grid, GridRow } from "../../../calls/views/pages/grid.js";
import { namePeriod } from "../charts/time-axis.js";
import { withUnit } from "../parts/amount-unit.js";
import { columnAmount } from "../parts/amounts.js";
import { linkKey, nameKey } from "../parts/describe-key.js";
import { nameColumnMember } from "./name-alone.js";
import { html, type Html } from "../parts/html.js";
import type { AmountFormat, Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { type CitedCell, type CitedCells, citeAmount, isBesideOthers } from "./cite-cells.js";
import { explainAdded, hasAmounts, type MemberLinks } from "./added-members.js";
import { footnotes, markNotes } from "./note-marks.js";
import { planHeat } from "./heat.js";
import { codeOfTerm, writeTerm } from "./term-cells.js";
import { nameColumn as nameHead } from "./name-column.js";
import { nameOthers } from "./row-names.js";
import { nameTotal } from "./name-total.js";

/** Style of a crosstab. */
export interface GridStyle {
  readonly caption: string;
  readonly money: Money;
  readonly precisions: Precisions;
  /** Links to the same grid of one member, where it would add up several. */
  readonly members?: readonly MemberLinks[];
  /** False if the notes stand elsewhere. */
  readonly hasFootnotes: boolean;
  /** Returns the target of the link of a row's name; `null` for none. */
  readonly hrefOfRow: (row: string) => string | null;
  /** Place where amounts are cited, and what the grid is cut to; absent: nowhere. */
  readonly cited?: (CitedCells & { readonly cuts: readonly CutClause[] }) | undefined;
  /** Returns the target of a cell's link; `null` for none. */
  readonly hrefOf: (row: string, column: string) => string | null;
}

/** Write a grid as a crosstab with totals of rows and columns, as far as they have a meaning. */
export function gridTable(locale: PageLocale, grid: Grid, style: GridStyle): Html {
  if (!hasAmounts(grid)) return html`${explainAdded(locale, grid, style.members)}`;
  const { down, across, columns, otherColumns, rows, rest, all, hasRowTotals, hasColumnTotals } = grid;
  const write = planGridCells(locale, grid, style.money);
  const heat = planHeat(grid);
  const others = otherColumns === 0 ? null : nameOthers(locale, otherColumns);
  const nameColumn = (at: number): string =>
    namePeriod(nameColumnMember(locale, across, columns[at]!, style.precisions));
  return html`${heatChoice(locale, rows.length)}
    <div class="scroll crosstab" tabindex="0" role="group" aria-label="${style.caption}">
      <table class="figures">
        <caption>
          ${withUnit(locale, withUnit(locale, style.caption, style.money.unit), write.unit)}
        </caption>
        <thead>
          <tr>
            <th scope="col"><bdi>${headOfRows(locale, grid)}</bdi></th>
            ${columns.map((_, at) => html`<th scope="col" class="number"><bdi>${nameColumn(at)}</bdi></th>`)}
            ${others === null ? null : html`<th scope="col" class="number rest">${others}</th>`}
            ${hasRowTotals ? html`<th scope="col" class="number">${nameTotal(locale, grid)}</th>` : null}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`<tr>
                <th scope="row">
                  ${linkKey(locale, nameKey(locale, down!, row.key!, style.precisions), row.key!.value === null ? null : style.hrefOfRow(row.key!.value))}
                </th>
                ${writeCells(locale, grid, row, write, style, heat)}
              </tr>`,
          )}
          ${
            rest === null
              ? null
              : html`<tr class="rest">
                  <th scope="row">${nameOthers(locale, rest.count)}</th>
                  ${writeCells(locale, grid, rest, write, style)}
                </tr>`
          }
        </tbody>
        ${
          hasColumnTotals
            ? html`<tfoot>
                <tr>
                  <th scope="row">${nameTotal(locale, grid)}</th>
                  ${writeCells(locale, grid, all, write, style)}
                </tr>
              </tfoot>`
            : null
        }
      </table>
    </div>
    ${explainAdded(locale, grid, [], hasColumnTotals && !hasRowTotals ? "rows" : "all")}
    ${style.hasFootnotes ? footnotes(locale, grid) : null}`;
}

/** Name what the rows of a grid are: the members of a dimension, or its figure. */
export function headOfRows(locale: PageLocale, { down, term }: Pick<Grid, "down" | "term">): string {
  return down === null ? sayFirst(locale, term.label) : nameHead(locale, down);
}

/** Writes figures in one unit. */
interface CellFormat extends Omit<AmountFormat, "format"> {
  readonly write: (figure: Decimal | null) => Html;
}

export function planGridCells(locale: PageLocale, { term, rows, all }: Grid, money: Money): CellFormat {
  if (term.format !== "amount") {
    return {
      unit: "",
      exponent: 0,
      code: codeOfTerm(term.format),
      write: (figure) => html`${figure === null ? "–" : writeTerm(locale, term.format, figure, money)}`,
    };
  }
  const column = money.column(
    [...rows, all].flatMap(({ cells, total }) => [...cells, total].flatMap((each) => each ?? [])),
  );
  return { ...column, write: (figure) => (figure === null ? html`–` : columnAmount(money, column, figure)) };
}

/** Let readers choose what the heat of a cell is compared with; the style sheet does the rest. */
function heatChoice({ words }: PageLocale, numRows: number): Html | null {
  if (numRows < 2) return null;
  return html`<p class="heat-choice">
    <label><input type="checkbox" /> ${words.figures.shadeRows}</label>
  </p> `;
}

function writeCells(
  locale: PageLocale,
  grid: Grid,
  row: GridRow,
  { write }: CellFormat,
  { hrefOf, cited }: GridStyle,
  heat?: ReturnType<typeof planHeat>,
): readonly Html[] {
  const cite = (shown: Html, across: CitedCell["keys"]): Html => {
    const isCited = cited && !isBesideOthers(grid.term.key);
    if (!isCited) return shown;
    return citeAmount(
      cited,
      { cuts: cited.cuts, keys: [...keysOfRow(grid, row), ...across], measure: grid.term.key },
      shown,
    );
  };
  const { reference: field } = grid.across;
  const others = { field, others: grid.columns.map(({ value }) => value) };
  const cells = row.cells.map((figure, at) => {
    const key = grid.columns[at];
    const column = key?.value ?? null;
    const href = row.key?.value == null || column === null || figure === null ? null : hrefOf(row.key.value, column);
    const shown = write(figure);
    const citedCell = figure ? cite(shown, [key ? { field, value: key.value } : others]) : shown;
    const mark = markNotes(locale, grid, row.notes[at] ?? []);
    const { ofAll, ofRow } = heat && at < grid.columns.length ? heat(row, figure) : { ofAll: 0, ofRow: 0 };
    const steps = ofRow === 0 ? "number" : `number all-${ofAll} row-${ofRow}`;
    return html`<td class="${steps}">
      ${cited ? citedCell : href === null ? shown : html`<a href="${href}">${shown}</a>`}${mark}
    </td>`;
  });
  const total = html`<td class="number">${row.total ? cite(write(row.total), []) : write(row.total)}</td>`;
  return grid.hasRowTotals ? [...cells, total] : cells;
}

/** Say what a row of a grid is of: a member, all but those that are shown, or everything. */
function keysOfRow({ down, rest, rows }: Grid, row: GridRow): CitedCell["keys"] {
  if (down === null) return [];
  const { reference: field } = down;
  if (row.key) return [{ field, value: row.key.value }];
  return row === rest ? [{ field, others: rows.map(({ key }) => key!.value) }] : [];
}
