import { InvalidQuery } from "../../errors/errors.js";
import { type Fraction, fractionText, nearestQuotient } from "../../model/values/fraction.js";
import type { Answer } from "../answer.js";
import { csvCell, csvRecord, plainNumber } from "../formats/csv.js";
import type { ExploredResource } from "./explore.js";
import { crosstabOf } from "./explore-figures.js";
import type { FigureKey } from "./figure-columns.js";
import { type Grid, type GridRow, readGrid } from "./grid.js";

/** Maximum numbers of rows and columns of a crosstab in a file; the others are put together. */
const MAX_ROWS = 100_000;
const MAX_COLUMNS = 2000;

/** Write the crosstab of an explored state as CSV: all rows and columns, with totals where they have a meaning. */
export function crosstabAnswer({ explored, page: _page, ...answer }: ExploredResource): Answer {
  return {
    ...answer,
    canonical: `crosstab ${answer.canonical}`,
    forms: {
      csv: async () => {
        const { scope, state } = explored;
        if (state.chart !== "pivot" || state.drilldown.length !== 2) throw new InvalidQuery([NO_CROSSTAB]);
        const limits = { numRows: MAX_ROWS, numColumns: MAX_COLUMNS, few: MAX_ROWS };
        const grid = await readGrid(scope, { ...crosstabOf(scope, state), ...limits });
        return { chunks: writeCrosstab(grid), filename: `${scope.dataset.model.dataset.name}.csv` };
      },
    },
  };
}

const NO_CROSSTAB = "chart: only chart=pivot of two drilldowns has a file of its own; api/2/aggregate has all others";

/** Write a header with the columns, and a record for each row. Sums have all their digits. */
export function* writeCrosstab(grid: Grid): Iterable<string> {
  const { down, columns, rows, rest, all, otherColumns, hasRowTotals, hasColumnTotals } = grid;
  yield csvRecord([
    csvCell(down?.label ?? ""),
    ...columns.map(nameOf),
    ...(otherColumns > 0 ? [nameOthers(otherColumns)] : []),
    ...(hasRowTotals ? ["Total"] : []),
  ]);
  const write = (name: string, row: GridRow): string => csvRecord([name, ...writeRow(grid, row)]);
  for (const row of rows) yield write(nameOf(row.key!), row);
  if (rest) yield write(nameOthers(rest.count), rest);
  if (hasColumnTotals) yield write("Total", all);
}

function nameOf({ label }: FigureKey): string {
  return csvCell(label.trim() === "" ? "(none)" : label);
}

function nameOthers(count: number): string {
  return `The other ${count}`;
}

function writeRow({ hasRowTotals }: Grid, { exact }: GridRow): readonly string[] {
  return (hasRowTotals ? exact : exact.slice(0, -1)).map(writeFigure);
}

function writeFigure(figure: Fraction | null): string {
  if (figure === null) return "";
  const text = fractionText(figure);
  return text.includes("/") ? plainNumber(nearestQuotient(figure.numerator, figure.denominator)) : text;
}
