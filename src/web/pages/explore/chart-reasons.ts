import { decimalNumber } from "../../../core/model/values/decimal.js";
import { areBelowZero } from "../../../calls/views/pages/areas.js";
import { type ChartName, OVER_TIME, yearBefore } from "../../../calls/views/pages/explore-state.js";
import type { Exploration } from "../../../calls/views/pages/explore.js";
import { hasAmounts, hasTotal, isWhole } from "../tables/added-members.js";
import type { ExploredKind } from "../tables/chart-kind.js";
import { reasonAgainst } from "../tables/chart-notes.js";
import { sidesOf } from "../tables/figure-parts.js";
import { leavesOf } from "../tables/nested-parts.js";
import { drawsParts } from "../tables/term-cells.js";
import { hasPeriods } from "../tables/timeline.js";
import type { PageReader } from "../parts/reader.js";

/** Says why a chart would not be true of a page; `null` if it would be. */
type Reason = (page: Exploration, reader: PageReader) => string | null;

const REASONS: Readonly<Record<ChartName, Reason>> = {
  table: () => null,
  bars: () => null,
  treemap: (page, reader) =>
    page.state.drilldown.length > 1 ? againstAreas(page) : reasonAgainst(reader, page.figure, "treemap"),
  line: againstTime,
  stacked: (page) => againstTime(page) ?? againstParts(page),
  "stacked-share": (page) => againstTime(page) ?? againstParts(page) ?? againstShares(page),
  multiples: ({ state }) => (state.drilldown.length === 2 ? null : "it splits by two"),
  dots: ({ figure }) => (sidesOf(figure) === null ? "there are no two sides" : null),
  icicle: (page) => againstLevels(page) ?? againstAreas(page),
  map: ({ hasLayer, state }) =>
    state.drilldown.length === 1 && hasLayer ? null : "there are no shapes of what it is split by",
  flow: againstFlow,
  pivot: ({ state }) => (state.drilldown.length === 2 ? null : "it splits by two"),
};

/** Say why a chart would not be true of a page. @returns `null` if it would be */
export function reasonOf(page: Exploration, reader: PageReader, chart: ChartName): string | null {
  return REASONS[chart](page, reader);
}

/** The kind of chart that a page has. */
export interface ChosenKind {
  /** `null` for a table alone. */
  readonly kind: ExploredKind | null;
  /** Why it is not the kind that is asked for; `null` if it is. */
  readonly reason: string | null;
}

/** Return the kind that is asked for if it is true of a page, else another. @param automatic returns the best kind */
export function chooseKind(page: Exploration, reader: PageReader, automatic: () => ExploredKind | null): ChosenKind {
  const { chart } = page.state;
  if (chart === "table" || isCrosstab(page) || (page.tree && chart === null)) return { kind: null, reason: null };
  const best = (): ExploredKind | null => (page.grid?.isTimed ? "line" : automatic());
  if (chart === null || chart === "pivot") return { kind: best(), reason: null };
  const reason = reasonOf(page, reader, chart);
  if (reason !== null) return { kind: chart === "treemap" ? "bars" : (best() ?? "bars"), reason };
  return { kind: chart, reason: null };
}

/** True if a page is a crosstab: asked for, or of two parts that are no periods. */
export function isCrosstab({ state, grid }: Exploration): boolean {
  return state.chart === "pivot" || (state.chart === null && grid !== null && !grid.isTimed);
}

function againstTime({ figure, state, years, grid }: Exploration): string | null {
  if (grid?.isTimed && OVER_TIME.has(state.chart)) return null;
  const isOneYear = years.length < 2 || yearBefore(state.cuts) !== null;
  if (isOneYear && !figure.columns.some(hasPeriods)) return "there is one year";
  return OVER_TIME.has(state.chart) ? "there is one period" : null;
}

function againstParts({ figure, grid, state }: Exploration): string | null {
  if (state.against !== null) return "two sides are no parts of one whole";
  const isSummed = grid?.isTimed ? grid.hasColumnTotals : hasTotal(figure) || hasAmounts(figure);
  if (!isSummed || figure.adjusted?.addsUp === false) return "the amounts are not parts of one whole";
  return drawsParts(figure) ? null : "the figures are not parts of one whole";
}

function againstShares({ grid }: Exploration): string | null {
  if (!grid?.isTimed) return null;
  const rows = [...grid.rows, grid.all];
  return rows.some(({ cells }) => cells.some((cell) => cell !== null && cell.unscaled < 0n))
    ? "amounts below zero have no share"
    : null;
}

function againstFlow({ state, figure, grid }: Exploration): string | null {
  if (state.drilldown.length !== 2) return "it splits by two";
  if (figure.columns.some(({ isOfDate }) => isOfDate)) return "money does not go to a time";
  if (state.against !== null || !drawsParts(figure)) return "the figures are not parts of one whole";
  const isWhole = grid && state.chart === "flow" ? grid.hasRowTotals && grid.hasColumnTotals : hasTotal(figure);
  return isWhole ? null : "the amounts are not parts of one whole";
}

/** True of tiles within tiles and of levels: their parts are areas of one whole. */
function againstAreas({ figure, nest }: Exploration): string | null {
  if (figure.terms?.sides) return "areas cannot be compared with others";
  if (!isWhole(nest ?? figure)) return "the amounts are not parts of one whole";
  if (!drawsParts(figure)) return "the figures are not parts of one whole";
  const parts = nest ? leavesOf(nest.root) : figure.rows.map(({ amounts }) => decimalNumber(amounts[0]!));
  return areBelowZero({ parts, others: 0, below: [] }) ? "amounts below zero have no area" : null;
}

function againstLevels({ state, path, nest }: Exploration): string | null {
  const levels = state.drilldown.length > 1 ? state.drilldown.length : path.under.length + 1;
  const isOpened = nest !== null && state.cuts.length > 0;
  return levels > 1 || isOpened ? null : "there is one level";
}
