import { decimalNumber } from "../../../core/model/values/decimal.js";
import { areBelowZero } from "../../../calls/views/pages/areas.js";
import { type ChartName, OVER_TIME, yearBefore } from "../../../calls/views/pages/explore-state.js";
import { isOfPlan } from "../../../calls/views/pages/drawn-figures.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { hasAmounts, hasTotal, isWhole } from "../tables/added-members.js";
import type { ExploredKind } from "../tables/chart-kind.js";
import { reasonAgainst } from "../tables/chart-notes.js";
import { sidesOf } from "../tables/figure-parts.js";
import { leavesOf } from "../tables/nested-parts.js";
import { drawsParts } from "../tables/term-cells.js";
import { hasPeriods } from "../tables/timeline.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { EnglishWords } from "../../words/english.js";

/** Says why a chart would not be true of a page; `null` if it would be. */
type Reason = (page: Exploration, locale: PageLocale) => string | null;

/** A reason by its name among the words. */
type ReasonName = keyof EnglishWords["charts"]["reasons"];

/** Say a reason in the reader's language. */
function say(find: (page: Exploration) => ReasonName | null): Reason {
  return (page, { words }) => {
    const name = find(page);
    return name === null ? null : words.charts.reasons[name];
  };
}

const REASONS: Readonly<Record<ChartName, Reason>> = {
  table: () => null,
  bars: () => null,
  treemap: (page, locale) =>
    page.state.drilldown.length > 1 ? say(againstAreas)(page, locale) : reasonAgainst(locale, page.figure, "treemap"),
  line: say(againstTime),
  stacked: say((page) => againstTime(page) ?? againstParts(page)),
  "stacked-share": say((page) => againstTime(page) ?? againstParts(page) ?? againstShares(page)),
  calendar: say(againstCalendar),
  multiples: say(({ state }) => (state.drilldown.length === 2 ? null : "splitsByTwo")),
  dots: (page, locale) => (sidesOf(locale, page.figure) === null ? locale.words.charts.reasons.noSides : null),
  icicle: say((page) => againstLevels(page) ?? againstAreas(page)),
  map: say(({ hasLayer, state }) => (state.drilldown.length === 1 && hasLayer ? null : "noShapes")),
  flow: say(againstFlow),
  pivot: say(({ state }) => (state.drilldown.length === 2 ? null : "splitsByTwo")),
};

/** Say why a chart would not be true of a page. @returns `null` if it would be */
export function reasonOf(page: Exploration, locale: PageLocale, chart: ChartName): string | null {
  return REASONS[chart](page, locale);
}

/** The kind of chart that a page has. */
export interface ChosenKind {
  /** `null` for a table alone. */
  readonly kind: ExploredKind | null;
  /** Why it is not the kind that is asked for; `null` if it is. */
  readonly reason: string | null;
}

/** Return the kind that is asked for if it is true of a page, else another. @param automatic returns the best kind */
export function chooseKind(page: Exploration, locale: PageLocale, automatic: () => ExploredKind | null): ChosenKind {
  const { chart } = page.state;
  if (chart === "table" || isCrosstab(page) || (page.tree && chart === null)) return { kind: null, reason: null };
  const best = (): ExploredKind | null => {
    if (page.nest && chart === null && againstAreas(page) === null) return "treemap";
    return page.grid?.isTimed ? "line" : automatic();
  };
  if (chart === null || chart === "pivot") return { kind: best(), reason: null };
  const reason = reasonOf(page, locale, chart);
  if (reason !== null) return { kind: chart === "treemap" ? "bars" : (best() ?? "bars"), reason };
  return { kind: chart, reason: null };
}

/** True if a page is a crosstab: asked for, or of two parts that are no periods. */
export function isCrosstab({ state, grid }: Exploration): boolean {
  return state.chart === "pivot" || (state.chart === null && grid !== null && !grid.isTimed);
}

function againstTime({ figure, state, years, grid }: Exploration): ReasonName | null {
  if (grid?.isTimed && OVER_TIME.has(state.chart)) return null;
  const isOneYear = years.length < 2 || yearBefore(state.cuts) !== null;
  if (isOneYear && !figure.columns.some(hasPeriods)) return "oneYear";
  return OVER_TIME.has(state.chart) ? "onePeriod" : null;
}

function againstParts({ figure, grid, state }: Exploration): ReasonName | null {
  // A plan and its outturn have a column each.
  const hasColumns = state.drilldown.length === 2 && isOfPlan(figure) && state.having.length === 0;
  if ((state.against !== null || figure.pair) && !hasColumns) return "sides";
  const isSummed = grid?.isTimed ? grid.hasColumnTotals : hasTotal(figure) || hasAmounts(figure);
  if (!isSummed || figure.adjusted?.addsUp === false) return "amounts";
  return hasColumns || drawsParts(figure) ? null : "figures";
}

function againstCalendar({ state, figure, grid, precisions }: Exploration): ReasonName | null {
  if ((precisions["time"] ?? "year") === "year") return "onlyYears";
  if (state.against !== null || figure.pair) return "sides";
  if (state.chart === "calendar") return grid && hasAmounts(grid) && grid.all.cells.length > 0 ? null : "amounts";
  return hasAmounts(figure) ? null : "amounts";
}

function againstShares({ grid }: Exploration): ReasonName | null {
  if (!grid?.isTimed) return null;
  const rows = [...grid.rows, grid.all];
  return rows.some(({ cells }) => cells.some((cell) => cell !== null && cell.unscaled < 0n)) ? "noShare" : null;
}

function againstFlow({ state, figure, grid, budget, budgetFlow }: Exploration): ReasonName | null {
  if (budget) return state.chart === "flow" && !budgetFlow ? "amounts" : null;
  if (state.drilldown.length !== 2) return "splitsByTwo";
  if (figure.columns.some(({ isOfDate }) => isOfDate)) return "notToTime";
  const hasColumns = isOfPlan(figure) && state.having.length === 0;
  if (!hasColumns && (state.against !== null || figure.pair || !drawsParts(figure))) return "figures";
  const isWhole = grid && state.chart === "flow" ? grid.hasRowTotals && grid.hasColumnTotals : hasTotal(figure);
  return isWhole ? null : "amounts";
}

/** True of tiles within tiles and of levels: their parts are areas of one whole. */
function againstAreas({ figure, nest }: Exploration): ReasonName | null {
  if (figure.terms?.sides ?? figure.pair) return "compared";
  if (!isWhole(nest ?? figure)) return "amounts";
  if (!drawsParts(figure)) return "figures";
  const parts = nest ? leavesOf(nest.root) : figure.rows.map(({ amounts }) => decimalNumber(amounts[0]!));
  return areBelowZero({ parts, others: 0, below: [] }) ? "noArea" : null;
}

function againstLevels({ state, path, nest }: Exploration): ReasonName | null {
  const levels = state.drilldown.length > 1 ? state.drilldown.length : path.under.length + 1;
  const isOpened = nest !== null && state.cuts.length > 0;
  return levels > 1 || isOpened ? null : "oneLevel";
}
