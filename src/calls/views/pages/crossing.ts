import { findReference } from "../../../core/model/references.js";
import { printAggregate } from "../../../core/query/aggregate/request.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import type { FigureAddition, PageTable } from "./page-table.js";
import { type Grid, type GridRow, readGrid } from "./grid.js";
import { sortMembers } from "./member-choice.js";
import type { PageScope } from "./page-scope.js";
import { YEAR, type YearChoice } from "./years.js";

/**
 * The rows of a figure in each year, or for each member that must not be added up: what a page shows instead of sums over
 * them.
 */
export interface Crossing extends Pick<PageTable, "query" | "request" | "added"> {
  readonly grid: Grid;
  /** True if its amounts are of one measure of several. */
  readonly isOfOneMeasure: boolean;
  /** True if each of its cells adds up several years: members that must not be added up have its columns instead. */
  readonly addsYears: boolean;
}

/** A figure, as far as it can be crossed. */
type Crossed = Pick<PageTable, "request" | "added">;

/** Number of lines that can be told apart. */
const LINES = 8;
/** Maximum number of members that have columns. */
const MAX_APART = 8;

/**
 * Read one page of a list of members in each year: a page of some of them without their sum.
 * @param isWhole true if the page begins the list of all members
 */
export async function readListedCrossing(
  scope: PageScope,
  figure: PageTable,
  year: YearChoice,
  { isWhole, limit }: { readonly isWhole: boolean; readonly limit: number },
): Promise<Crossing | null> {
  if (isWhole) return readCrossing(scope, figure, year, limit);
  const { request, rows } = figure;
  const cuts = rows.flatMap(({ keys: [key] }) =>
    key?.value == null ? [] : { field: request.drilldown[0]!, value: key.value },
  );
  // No cut selects a missing value.
  if (cuts.length < rows.length || rows.length === 0) return null;
  const listed = { ...request, cuts: [...request.cuts, ...cuts] };
  const crossing = await readCrossing(scope, { ...figure, request: listed }, year, limit);
  return crossing && { ...crossing, grid: { ...crossing.grid, hasColumnTotals: false } };
}

/**
 * Read the rows of a figure in each year, or for each member that it would add up although it must not.
 * @param limit maximum number of rows
 * @returns `null` if the figure itself can be shown, if it is split by several references, or if it would add up many
 * members
 */
export async function readCrossing(
  scope: PageScope,
  { request, added }: Crossed,
  year: YearChoice,
  limit: number,
): Promise<Crossing | null> {
  const { model } = scope.dataset;
  const [down, ...more] = request.drilldown;
  if (down === undefined || more.length > 0) return null;
  const isOfYears = year.chosen === null && year.years.length > 1;
  const isOfTime = findReference(model, down)?.dimension.kind === "date";
  const apart = added.filter(({ isInCells }) => isInCells);
  const question = { down, cuts: request.cuts, limit };
  const addsYears = isOfYears && !isOfTime;
  if (apart.length > 0) {
    const crossing = await readApart(scope, request, apart, question);
    return crossing && { ...crossing, addsYears };
  }
  if (!addsYears) return null;
  const grid = await readRows(scope, request, { ...question, across: YEAR, numColumns: year.years.length });
  return describe(scope, request, [down, YEAR], { ...grid, parts: year.parts });
}

/** The request of the grid of a figure. */
interface RowQuestion {
  readonly down: string;
  readonly across: string;
  readonly cuts: readonly CutClause[];
  readonly limit: number;
  readonly numColumns: number;
}

function readRows(
  scope: PageScope,
  request: Crossed["request"],
  { down, across, cuts, limit, numColumns }: RowQuestion,
): Promise<Grid> {
  const term = request.measures[0] ?? scope.dataset.model.measures[0]!.name;
  return readGrid(scope, {
    down,
    across,
    isTimed: across === YEAR,
    cuts,
    term,
    numRows: limit,
    numColumns,
    few: LINES,
  });
}

/** Read a column for each member that must not be added up; `null` of members of several dimensions, or of many. */
async function readApart(
  scope: PageScope,
  request: Crossed["request"],
  [addition, ...others]: readonly FigureAddition[],
  question: Omit<RowQuestion, "across" | "numColumns">,
): Promise<Crossing | null> {
  const { meaning, name } = scope.dataset.model.dimensions.find((each) => each.name === addition!.dimension)!;
  if (others.length > 0 || meaning === undefined) return null;
  const grid = await readRows(scope, request, { ...question, across: name, numColumns: MAX_APART });
  if (grid.otherColumns > 0) return null;
  const named = grid.columns.map(({ value }, at) => ({ value, at }));
  const columns = sortMembers(
    named.toSorted((a, b) => ((a.value ?? "") < (b.value ?? "") ? -1 : 1)),
    meaning,
  ).map(({ at }) => at);
  return describe(scope, request, [question.down, name], arrange(grid, columns));
}

/** Put the columns of a grid in the order that these members have everywhere. @param columns their places in the grid */
function arrange(grid: Grid, columns: readonly number[]): Grid {
  const of = <Row extends GridRow | null>(row: Row): Row =>
    row && {
      ...row,
      cells: columns.map((at) => row.cells[at]!),
      notes: columns.map((at) => row.notes[at] ?? []),
      exact: [...columns.map((at) => row.exact[at]!), row.exact.at(-1)!],
    };
  return {
    ...grid,
    columns: columns.map((at) => grid.columns[at]!),
    rows: grid.rows.map(of),
    fewRest: of(grid.fewRest),
    rest: of(grid.rest),
    all: of(grid.all),
  };
}

function describe(
  { dataset: { model } }: PageScope,
  request: Crossed["request"],
  drilldown: readonly string[],
  grid: Grid,
): Crossing {
  const own = { ...request, drilldown };
  const query = new URLSearchParams([["dataset", model.dataset.name], ...printAggregate(own)]).toString();
  return {
    grid,
    added: grid.added,
    request: own,
    query,
    isOfOneMeasure: model.measures.length > 1,
    addsYears: false,
  };
}
