import type { Model } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import type { Dataset } from "../../../store/dataset.js";
import type { SaidPhrase } from "./phrase.js";
import { type ExploreState, MAX_SUBTOTALS, needsFigures, OVER_TIME, yearBefore, yearOfCuts } from "./explore-state.js";
import { readFigure } from "./figure.js";
import type { PageTable, RowLines } from "./page-table.js";
import { type Grid, type GridQuestion, readGrid } from "./grid.js";
import type { PageScope } from "./page-scope.js";
import type { YearParts } from "./months.js";
import { readRowLines } from "./row-lines.js";
import { timeOf } from "../../reading/adjust/read-time.js";
import { isPeriod } from "./reference-key.js";
import { type LevelPath, sortLevels } from "./levels.js";
import { readTree, type Tree } from "./tree.js";
import { nameMeasureSides } from "./sides.js";
import { markUneven } from "./uneven-sides.js";
import { readTermFigure } from "./term-figure.js";
import { YEAR } from "./years.js";

/** Maximum number of rows in the table, and of lines that can be distinguished. */
const ROWS = 60;
const LINES = 8;
/** Maximum number of columns of a crosstab. */
const COLUMNS = 24;
/** Maximum numbers of small charts, and of bars in each. */
const PANELS = 24;
const PANEL_BARS = 12;
/** Maximum number of nodes on each side of a flow. */
const NODES = 10;
/** Levels that tiles within tiles have. */
const TILE_LEVELS = 2;

/**
 * Read the figure of a state.
 * @param otherLabel name of the other side of its comparison
 * @param limit maximum number of rows
 */
export async function readStateFigure(
  scope: PageScope,
  state: ExploreState,
  other: Dataset,
  otherLabel: SaidPhrase | null,
  limit = ROWS,
): Promise<PageTable> {
  const figure = await readSums(scope, state, other, otherLabel, limit);
  const { against, cuts, measures } = state;
  const { terms } = figure;
  if (against !== null && terms?.sides) {
    return { ...figure, terms: { ...terms, sides: await markUneven(scope, terms.sides, { cuts, against, other }) } };
  }
  const pair = against === null ? nameMeasureSides(scope.dataset.model, measures) : null;
  return pair === null ? figure : { ...figure, pair };
}

function readSums(
  scope: PageScope,
  state: ExploreState,
  other: Dataset,
  otherLabel: SaidPhrase | null,
  limit: number,
): Promise<PageTable> {
  const { drilldown, cuts, measures, order } = state;
  if (needsFigures(scope.dataset.model, state)) {
    return readTermFigure(scope, { ...state, other, otherLabel, limit });
  }
  return readFigure(scope, { drilldown, cuts, measures, order: order.length > 0 ? order : undefined, limit });
}

/** Read the grid that a chart over time, small charts or a crosstab show; `null` for other charts, and for fewer than two periods. */
export async function readShownGrid(
  scope: PageScope,
  state: ExploreState,
  years: readonly string[],
): Promise<Grid | null> {
  const { model } = scope.dataset;
  const { drilldown, cuts, chart, measures } = state;
  const [term] = measures;
  const period = drilldown.find((each) => isPeriod(model, each));
  const others = drilldown.filter((each) => each !== period);
  const limits = { numRows: ROWS, numColumns: COLUMNS, few: LINES };
  const isCrossed = chart === null && !period && isPlain(scope, state) && levelsOf(scope, state) === null;
  if (drilldown.length === 2 && (chart === "pivot" || isCrossed)) {
    return readGrid(scope, { ...crosstabOf(scope, state), ...limits });
  }
  if (chart === "calendar") {
    const across = period === undefined || isOfYears(model, period) ? MONTH : period;
    if (state.against !== null || !findReference(model, across)) return null;
    return readGrid(scope, { ...limits, cuts, down: null, across, isTimed: true, term: plainTerm(term!) });
  }
  if (chart === "multiples" && drilldown.length === 2) {
    const [first, second] = drilldown as readonly [string, string];
    const [across, down] = isPeriod(model, second) && period === second ? [second, first] : [first, second];
    const isTimed = isPeriod(model, across);
    const panels = { numRows: PANELS, numColumns: PANEL_BARS, few: PANELS };
    return readGrid(scope, { ...panels, cuts, down, across, isTimed, term: plainTerm(term!) });
  }
  if (chart === "flow" && drilldown.length === 2) {
    const nodes = { numRows: NODES, numColumns: NODES, few: NODES };
    return readGrid(scope, { ...crosstabOf(scope, state), ...nodes });
  }
  const hasPeriods = period !== undefined || (years.length > 1 && yearBefore(cuts) === null);
  const isLine = OVER_TIME.has(chart)
    ? hasPeriods
    : chart === null && (period !== undefined || isTrend(scope, state, years));
  // The two sides of a comparison are the lines of the figure itself.
  const hasSides = state.against !== null || nameMeasureSides(model, measures) !== null;
  if (!isLine || (others.length === 0 && hasSides)) return null;
  const grid = await readGrid(scope, {
    ...limits,
    cuts,
    down: others[0] ?? null,
    across: period ?? YEAR,
    isTimed: true,
    term: plainTerm(term!),
  });
  // One period makes no line.
  return grid.columns.length < 2 ? null : grid;
}

/** Read the rows of a figure in each year that a state selects, for its table; `null` if that shows two sides. */
export function readStateLines(
  scope: PageScope,
  { against, cuts }: ExploreState,
  figure: PageTable,
  parts: YearParts,
): Promise<RowLines | null> | null {
  return against !== null || figure.pair ? null : readRowLines(scope, figure, { year: yearOfCuts(cuts), parts });
}

/** True if a state has several years and asks for no chart: then it shows how these went, not their sums. */
function isTrend(scope: PageScope, state: ExploreState, years: readonly string[]): boolean {
  const { model } = scope.dataset;
  const time = timeOf(model);
  const isTimed = [...state.drilldown, ...state.cuts.map(({ field }) => field)].some(
    (field) => findReference(model, field)?.dimension === time,
  );
  const { drilldown, measures, order } = state;
  const isOne = drilldown.length === 1 && measures.length === 1 && order.length === 0;
  return isOne && years.length > 1 && time !== null && !isTimed && isPlain(scope, state);
}

/** The months of the dates of entries. */
const MONTH = "time.yearmonth";

/** True if the values of a period are years. */
function isOfYears(model: Model, period: string): boolean {
  const found = findReference(model, period);
  return (found?.attribute ?? found?.dimension.identity)?.name.endsWith("year") === true;
}

/** True if a state shows sums and nothing else: two splits of it open as a table. */
function isPlain({ dataset }: Pick<PageScope, "dataset">, state: ExploreState): boolean {
  return !state.rollup && !needsFigures(dataset.model, state);
}

/** Return the levels of one hierarchy, from the top, that a state without a chosen chart is split by: they open as areas within areas. */
function levelsOf(scope: Pick<PageScope, "dataset">, state: ExploreState): readonly string[] | null {
  const { model } = scope.dataset;
  const { chart, drilldown } = state;
  if (chart !== null || !isPlain(scope, state) || drilldown.some((each) => isPeriod(model, each))) return null;
  return sortLevels(model, drilldown);
}

/**
 * Read the subtotals that a chart of several levels draws: those that it is split by, else the level that it is split by
 * and those below it.
 * @returns `null` for other charts
 */
export async function readNest(
  scope: PageScope,
  state: ExploreState,
  { drilldown, under }: Pick<LevelPath, "drilldown" | "under">,
): Promise<Tree | null> {
  const { chart, against } = state;
  const nested = levelsOf(scope, state);
  const isTiled = nested !== null || (chart === "treemap" && state.drilldown.length > 1);
  if ((chart !== "icicle" && !isTiled) || against !== null || state.drilldown.length === 0) return null;
  const several = nested ?? state.drilldown;
  const levels = several.length > 1 ? several : [drilldown, ...under].slice(0, MAX_SUBTOTALS);
  return readTree(scope, { ...state, drilldown: isTiled ? levels.slice(0, TILE_LEVELS) : levels });
}

/** Read the subtotals of all levels of a state, if it asks for them. @param nest those that its chart draws */
export async function readSubtotals(scope: PageScope, state: ExploreState, nest: Tree | null): Promise<Tree | null> {
  if (state.chart === "icicle") return nest;
  return state.rollup && state.drilldown.length > 1 ? readTree(scope, state) : null;
}

/** Return the request of the crosstab of a state with two drilldowns. */
export function crosstabOf(
  { dataset }: Pick<PageScope, "dataset">,
  { drilldown, cuts, measures }: ExploreState,
): Omit<GridQuestion, "numRows" | "numColumns" | "few"> {
  const [down, across] = drilldown as readonly [string, string];
  return { down, across, cuts, isTimed: isPeriod(dataset.model, across), term: plainTerm(measures[0]!) };
}

/** Return a term without the comparison with another side, which a grid has not. */
export function plainTerm(term: string): string {
  return term.replace(/\.(?:against|difference|change)$/, "");
}

/** Give a figure and its grid the same notes, so that a note has one number in both. */
export function shareNotes(
  figure: PageTable,
  grid: Grid | null,
): { readonly figure: PageTable; readonly grid: Grid | null } {
  const own = new Set(figure.notes.map(({ id }) => id));
  const more = grid?.notes.filter(({ id }) => !own.has(id)) ?? [];
  const notes = [...figure.notes, ...more].toSorted((a, b) => a.id - b.id);
  return { figure: { ...figure, notes }, grid: grid && { ...grid, notes } };
}
