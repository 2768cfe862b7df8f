import { UserError } from "../../../core/errors/errors.js";
import { bindFigureRequest } from "../../../core/query/aggregate/bind-figures.js";
import { type FigureRequest, NO_FIGURES } from "../../../core/query/aggregate/figure-request.js";
import type { Dataset } from "../../../store/dataset.js";
import type { ExploreState } from "./explore-state.js";
import { sortLevels } from "./levels.js";
import { YEAR } from "./years.js";

/** Steps of a page besides its queries: another thread writes it, however small they are. */
const PAGE_STEPS = 1_000_001;
/** Queries of every page: its years, their months, the dates and what it is compared with. */
const QUERIES_BY_TIME = 4;
/** Times that the cells of a figure are asked for: the largest, those below zero, and their members. */
const QUERIES_OF_FIGURE = 3;
const EVERYTHING = 1_000_000_000;

/** Charts of rows and columns. */
const GRIDS: ReadonlySet<string> = new Set([
  "pivot",
  "line",
  "stacked",
  "stacked-share",
  "multiples",
  "flow",
  "calendar",
]);

/** Estimate the steps of what an explorer shows by its queries: those of each page, of its figure, and of its sides. */
export function estimateExplored(
  dataset: Dataset,
  { drilldown, cuts, measures, against, chart, rollup }: ExploreState,
  maxClauses: number,
  compared = dataset,
): number {
  const { model, engine } = dataset;
  const ask = (request: Partial<FigureRequest>, other = dataset): number => {
    try {
      const { query, figures } = bindFigureRequest(model, { ...NO_FIGURES, cuts, ...request }, maxClauses, other.model);
      const own = engine.estimates?.aggregate(query, model) ?? 0;
      const theirs = figures.against && other.engine.estimates?.aggregate(figures.against.query, other.model);
      return own + (theirs ?? 0);
    } catch (error) {
      // A term that has no meaning with fewer drilldowns is not asked for either.
      if (error instanceof UserError) return 0;
      throw error;
    }
  };
  const [term] = measures;
  const byTime = QUERIES_BY_TIME * ask({ drilldown: [YEAR], cuts: [] });
  const figure = QUERIES_OF_FIGURE * ask({ drilldown, measures, against, pagesize: 0 }, compared);
  const isGrid = chart !== null && GRIDS.has(chart);
  const sides = isGrid ? drilldown.map((each) => [each]) : [];
  const isNested = chart === null && sortLevels(model, drilldown) !== null;
  const isTiled = isNested || (chart === "treemap" && drilldown.length > 1);
  const cells = rollup || isGrid || chart === "icicle" || isTiled ? [drilldown] : [];
  const whole = [...sides, ...cells].map((each) =>
    ask({ drilldown: each, ...(term !== undefined && { measures: [term] }), pagesize: EVERYTHING }),
  );
  return PAGE_STEPS + byTime + figure + whole.reduce((sum, steps) => sum + steps, 0);
}
