import { type BudgetFlow, type BudgetSides, findBudget, readBudget } from "./budget-flow.js";
import type { ExploreState } from "./explore-state.js";
import { type Grid, readGrid } from "./grid.js";
import { findPath } from "./levels.js";
import { readCoveredYears } from "./partial-years.js";
import type { PageScope } from "./page-scope.js";
import type { PageTable } from "./page-table.js";
import { referenceKey } from "./reference-key.js";

/** Figures of a state that only some charts draw. */
export interface DrawnFigures {
  /** Its revenue and expenditure, if it adds up neither; `null` if it has not both. */
  readonly budget: BudgetSides | null;
  /** Where these come from and go, for a flow through the budget; `null` for other charts. */
  readonly budgetFlow: BudgetFlow | null;
  /** Months that entries of the whole dataset are of, as `200904`, for a calendar; `null` for other charts. */
  readonly covered: ReadonlySet<string> | null;
  /** The plan beside the outturn that its columns or its bands show; `null` for others. */
  readonly planned: Grid | null;
  /** Reference of the level below the second one that it is split by; `null` for none. */
  readonly belowSecond: string | null;
}

/** Read the figures that the chart of a state draws, and whether others could be drawn. */
export async function readDrawnFigures(
  scope: PageScope,
  state: ExploreState,
  { figure, grid }: { readonly figure: PageTable; readonly grid: Grid | null },
): Promise<DrawnFigures> {
  const { drilldown, cuts, chart } = state;
  const budget = await findBudget(scope, state, isOfPlan(figure));
  return {
    budget,
    budgetFlow: budget && chart === "flow" ? await readBudget(scope, state, budget) : null,
    covered: chart === "calendar" ? await readCovered(scope) : null,
    planned: grid && isOfPlan(figure) ? await readPlanned(scope, state, grid) : null,
    belowSecond: drilldown[1] === undefined ? null : findPath(scope.dataset.model, drilldown[1], cuts).below,
  };
}

/** Read the months that entries are of, whatever a state is cut to. */
async function readCovered(scope: PageScope): Promise<ReadonlySet<string>> {
  const years = await readCoveredYears({ ...scope, choices: [] });
  const write = (month: number): string => String(month).padStart(2, "0");
  return new Set(years.flatMap(({ year, months }) => (months ?? []).map((month) => `${year}${write(month)}`)));
}

/** Charts that have two columns for a plan and its outturn. */
const OF_PLAN: ReadonlySet<string | null> = new Set(["stacked", "stacked-share", "flow"]);
/** Maximum numbers of rows and columns, of which some are looked up. */
const MAX_ROWS = 1000;

/** True if a figure compares an outturn with its plan. */
export function isOfPlan({ terms, pair }: Pick<PageTable, "terms" | "pair">): boolean {
  return (terms?.sides ?? pair)?.kind === "plan";
}

/** Read the grid of the plan, with the rows and columns of that of the outturn among its own. */
async function readPlanned(
  scope: PageScope,
  { chart, cuts, measures, against }: ExploreState,
  { down, across, isTimed, term }: Grid,
): Promise<Grid | null> {
  const { model } = scope.dataset;
  if (!OF_PLAN.has(chart) || down === null || (against !== null && against.dataset !== null)) return null;
  const clauses = against?.clauses ?? [];
  const keys = new Set(clauses.map(({ field }) => referenceKey(model, field)));
  return readGrid(scope, {
    down: down.reference,
    across: across.reference,
    isTimed,
    cuts: [...cuts.filter(({ field }) => !keys.has(referenceKey(model, field))), ...clauses],
    term: against === null ? measures[1]! : term.key,
    numRows: MAX_ROWS,
    numColumns: MAX_ROWS,
    few: MAX_ROWS,
  });
}
