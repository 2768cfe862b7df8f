import { asPaid } from "./adjust-scope.js";
import { decimalNumber } from "../../../core/model/values/decimal.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { readFigure } from "./figure.js";
import type { PageTable, PageTableRow } from "./page-table.js";
import type { PageScope } from "./page-scope.js";
import { YEAR } from "./years.js";

/** Part of the amounts above zero that may be missing from areas. */
const NEGLIGIBLE = 0.01;
/** Maximum number of cells from which the areas of each year are judged: of more, areas show hardly any. */
const MAX_CELLS = 20_000;

/** The amounts of a chart: of its parts, of all others together, and of parts below zero that it does not show. */
export interface ChartedAmounts {
  readonly parts: readonly number[];
  readonly others: number;
  readonly below: readonly number[];
}

/** True if too much of some amounts is below zero to be shown as areas. */
export function areBelowZero({ parts, others, below }: ChartedAmounts): boolean {
  const above = parts.reduce((sum, amount) => sum + Math.max(0, amount), Math.max(0, others));
  const negative = [...parts, ...below].reduce((sum, amount) => sum - Math.min(0, amount), 0);
  return others < 0 || negative > above * NEGLIGIBLE;
}

/** True if amounts are areas: hardly any below zero, and none of them smaller than all that are not shown. */
function areAreas(amounts: ChartedAmounts): boolean {
  return !areBelowZero(amounts) && amounts.others <= Math.max(0, ...amounts.parts);
}

/**
 * Judge whether a split can be shown as areas in each year that it has, so that its chart is of one kind in all of them.
 * @param figure the split of one year, or of all
 * @param cuts its cuts, without the year
 * @param charted maximum number of parts in a chart
 * Cost: an aggregation, unless the figure itself cannot be shown so.
 */
export async function areAreasEveryYear(
  scope: PageScope,
  figure: PageTable,
  cuts: readonly CutClause[],
  charted: number,
): Promise<boolean> {
  if (figure.measures.length === 0 || !areAreas(amountsOf(figure))) return false;
  const [first] = figure.request.drilldown;
  if (first === undefined || figure.request.drilldown.length > 1 || figure.columns[0]!.isOfDate) return true;
  const { rows, rest } = await readFigure(asPaid(scope), { drilldown: [YEAR, first], cuts, limit: MAX_CELLS });
  if (rest.cells > 0) return false;
  const years = new Map<string | null, number[]>();
  for (const row of rows) {
    const year = row.keys[0]!.value;
    const amounts = years.get(year);
    if (amounts) amounts.push(amountOf(row));
    else years.set(year, [amountOf(row)]);
  }
  return [...years.values()].every((amounts) => {
    const others = amounts.slice(charted);
    return areAreas({
      parts: amounts.slice(0, charted),
      others: others.reduce((sum, amount) => sum + amount, 0),
      below: others.filter((amount) => amount < 0),
    });
  });
}

function amountsOf({ rows, rest }: PageTable): ChartedAmounts {
  return {
    parts: rows.map(amountOf),
    others: decimalNumber(rest.amounts[0]!),
    below: rest.negative.map(amountOf),
  };
}

function amountOf({ amounts }: PageTableRow): number {
  return decimalNumber(amounts[0]!);
}
