import { Pace } from "../../../core/engine/pace.js";
import { findReference } from "../../../core/model/references.js";
import { nearestDecimal } from "../../../core/model/values/fraction.js";
import { NO_FIGURES } from "../../../core/query/aggregate/figure-request.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { queryBounds } from "../../context.js";
import { describeNote } from "./figure-remarks.js";
import { readCells } from "./grid-axis.js";
import type { PageScope } from "./page-scope.js";
import type { LinePoint, PageTable, RowLines } from "./page-table.js";
import { readFigures } from "./read-figures.js";
import { isSum } from "./term-labels.js";
import { YEAR } from "./years.js";

/** Maximum numbers of rows, and of cells, whose years are read. */
const MAX_ROWS = 100;
const MAX_CELLS = 5000;

/**
 * Read the rows of a figure in each year, as the figure is cut and adjusted, but for its year.
 * @param scope whose choices are among the cuts of the figure
 * @param year that the figure is cut to; `null` for none
 * @returns `null` if no row has an amount in two years, or sums of the rows have no meaning
 * Cost: one aggregation
 */
export async function readRowLines(
  scope: PageScope,
  figure: Pick<PageTable, "request" | "rows" | "rest" | "measures" | "added" | "numCells">,
  year: Pick<RowLines, "year" | "parts">,
): Promise<RowLines | null> {
  const { model } = scope.dataset;
  const { request, added, measures, numCells } = figure;
  const [down, ...more] = request.drilldown;
  const rows = [...figure.rows, ...figure.rest.negative];
  const values = rows.flatMap(({ keys: [key] }) => key?.value ?? []);
  const isOfTime = down === undefined || findReference(model, down)?.dimension.kind === "date";
  if (isOfTime || more.length > 0 || !findReference(model, YEAR)) return null;
  if (values.length === 0 || rows.length > MAX_ROWS || added.some(({ isInCells }) => isInCells)) return null;
  const term = measures[0]!.name;
  if (!isSum(model, term)) return null;
  // No cut selects a missing value: its row has no line, unless all are read.
  const isCut = rows.length < numCells;
  const cuts = [
    ...request.cuts.filter((cut) => !isOfYear(cut, year.year)),
    ...(isCut ? values.map((value) => ({ field: down, value })) : []),
  ];
  const computed = await readFigures(scope, {
    ...NO_FIGURES,
    drilldown: [down, YEAR],
    cuts,
    ...("q" in request && { q: request.q, fq: request.fq }),
    measures: [term],
    order: [{ field: YEAR, value: "asc" }],
    pagesize: MAX_CELLS,
  });
  if (computed.result.numCells > MAX_CELLS) return null;
  const cells = await readCells(scope, computed, term, new Pace(queryBounds(scope.context, scope.actor, scope.signal)));
  const found = [...cells].map(([key, cell]) => [JSON.parse(key) as (string | null)[], cell] as const);
  const years = [...new Set(found.flatMap(([[, each]]) => each ?? []))].toSorted();
  const pointAt = (value: string, each: string): LinePoint | null => {
    const cell = cells.get(JSON.stringify([value, each]));
    return cell?.figure ? { amount: nearestDecimal(cell.figure), notes: cell.notes } : null;
  };
  const lines = new Map(values.map((value) => [value, years.map((each) => pointAt(value, each))]));
  if (![...lines.values()].some((points) => points.filter(Boolean).length > 1)) return null;
  return { ...year, years, rows: lines, notes: (computed.notes?.all ?? []).map(describeNote) };
}

/** True if a cut is on one year alone. */
function isOfYear({ field, value }: CutClause, year: string | null): boolean {
  return year !== null && value === year && /^(?:time\.)?year$/.test(field);
}
