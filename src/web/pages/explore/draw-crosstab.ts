import { type Decimal } from "../../../core/model/values/decimal.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import type { Grid, GridRow } from "../../../calls/views/pages/grid.js";
import { drawHeat, type HeatRow } from "../charts/heat-grid.js";
import type { DrawingStyle } from "../charts/svg.js";
import { namePeriod } from "../charts/time-axis.js";
import { nameKey } from "../parts/describe-key.js";
import { nameColumnMember } from "../tables/name-alone.js";
import type { Html } from "../parts/html.js";
import type { PageLocale } from "../parts/page-locale.js";
import { hasAmounts } from "../tables/added-members.js";
import { planHeat } from "../tables/heat.js";
import { writeTerm } from "../tables/term-cells.js";

/** Maximum numbers of rows and columns that a picture has room for. */
const MAX_ROWS = 24;
const MAX_COLUMNS = 10;
const WIDTH = 1000;

/** Return true if a crosstab has something to draw. */
export function isDrawable(grid: Grid): boolean {
  return hasAmounts(grid) && grid.down !== null && grid.rows.length > 0;
}

/** Draw a crosstab as a picture: its first rows and columns, and the totals. @returns `null` if it has no amounts */
export function drawCrosstab(
  locale: PageLocale,
  grid: Grid,
  { dataset, figure, precisions }: Pick<Exploration, "dataset" | "figure" | "precisions">,
  style: DrawingStyle,
): Html | null {
  const { down, across, columns, rows, all, term, hasRowTotals, hasColumnTotals } = grid;
  if (!isDrawable(grid) || down === null) return null;
  const money = locale.numbers.money(dataset.currency).of(figure.measures[0]);
  const write = (figure: Decimal | null): string =>
    figure === null ? "–" : writeTerm(locale, term.format, figure, money);
  const exact = (figure: Decimal | null): string =>
    figure !== null && term.format === "amount" ? money.exact(figure) : write(figure);
  const heat = planHeat(grid);
  const { total } = locale.words.figures;
  const shown = columns.slice(0, MAX_COLUMNS);
  const rowOf = (row: GridRow, name: string, isTotal: boolean): HeatRow => {
    const cell = (figure: Decimal | null, step: number) => ({ shown: write(figure), exact: exact(figure), step });
    const cells = shown.map((_, at) => cell(row.cells[at]!, isTotal ? 0 : heat(row, row.cells[at]!).ofAll));
    return { name, isTotal, cells: hasRowTotals ? [...cells, cell(row.total, 0)] : cells };
  };
  const named = rows.slice(0, MAX_ROWS).map((row) => rowOf(row, nameKey(locale, down, row.key!, precisions), false));
  const names = shown.map((key) => namePeriod(nameColumnMember(locale, across, key, precisions)));
  return drawHeat(
    hasRowTotals ? [...names, total] : names,
    hasColumnTotals ? [...named, rowOf(all, total, true)] : named,
    { ...style, width: WIDTH },
  );
}

/** Say what a picture of a crosstab has no room for. */
export function leftOutOfCrosstab(
  { words, fill }: PageLocale,
  { columns, otherColumns, numRows }: Grid,
): readonly string[] {
  const { charts } = words;
  const numColumns = columns.length + otherColumns;
  const rows = { shown: MAX_ROWS, all: numRows };
  if (numColumns <= MAX_COLUMNS) return numRows > MAX_ROWS ? [fill(charts.crosstabRows, rows)] : [];
  if (numRows <= MAX_ROWS) return [fill(charts.crosstabColumns, { shown: MAX_COLUMNS, all: numColumns })];
  return [
    fill(charts.crosstabBoth, {
      rows: MAX_ROWS,
      allRows: numRows,
      columns: MAX_COLUMNS,
      allColumns: numColumns,
    }),
  ];
}
