import { findReference } from "../../../core/model/references.js";
import { printAggregate } from "../../../core/query/aggregate/request.js";
import type { PageTable } from "./page-table.js";
import { type Grid, readGrid } from "./grid.js";
import type { PageScope } from "./page-scope.js";
import { YEAR, type YearChoice } from "./years.js";

/** The rows of a figure in each year: what a page shows of all years, instead of sums over them. */
export interface Trend extends Pick<PageTable, "query" | "request"> {
  readonly grid: Grid;
}

/** Number of lines that can be told apart. */
const LINES = 8;

/**
 * Read one page of a list of members in each year: a page of some of them without their sum.
 * @param isWhole true if the page begins the list of all members
 */
export async function readListedTrend(
  scope: PageScope,
  figure: PageTable,
  year: YearChoice,
  { isWhole, limit }: { readonly isWhole: boolean; readonly limit: number },
): Promise<Trend | null> {
  if (isWhole) return readTrend(scope, figure, year, limit);
  const { request, rows } = figure;
  const cuts = rows.flatMap(({ keys: [key] }) =>
    key?.value == null ? [] : { field: request.drilldown[0]!, value: key.value },
  );
  // No cut selects a missing value.
  if (cuts.length < rows.length || rows.length === 0) return null;
  const listed = { ...request, cuts: [...request.cuts, ...cuts] };
  const trend = await readTrend(scope, { ...figure, request: listed }, year, limit);
  return trend && { ...trend, grid: { ...trend.grid, hasColumnTotals: false } };
}

/**
 * Read the rows of a figure in each year.
 * @param limit maximum number of rows
 * @returns `null` if a year is chosen, there is one only, or the figure is split by time or by several references
 */
export async function readTrend(
  scope: PageScope,
  { request, added }: Pick<PageTable, "request" | "added">,
  year: YearChoice,
  limit: number,
): Promise<Trend | null> {
  const { model } = scope.dataset;
  const [down, ...more] = request.drilldown;
  const isOfTime = down !== undefined && findReference(model, down)?.dimension.kind === "date";
  if (year.chosen !== null || year.years.length < 2 || down === undefined || more.length > 0 || isOfTime) return null;
  if (added.some(({ isInCells }) => isInCells)) return null;
  const term = request.measures[0] ?? model.measures[0]!.name;
  const grid = await readGrid(scope, {
    down,
    across: YEAR,
    isTimed: true,
    cuts: request.cuts,
    term,
    numRows: limit,
    numColumns: year.years.length,
    few: LINES,
  });
  const own = { ...request, drilldown: [down, YEAR] };
  return {
    grid: { ...grid, parts: year.parts },
    request: own,
    query: new URLSearchParams([["dataset", model.dataset.name], ...printAggregate(own)]).toString(),
  };
}
