import { type BudgetFlow, type BudgetSides, findBudget, readBudget } from "./budget-flow.js";
import type { ExploreState } from "./explore-state.js";
import { findPath } from "./levels.js";
import type { PageScope } from "./page-scope.js";

/** Figures of a state that only some charts draw. */
export interface DrawnFigures {
  /** Its revenue and expenditure, if it adds up neither; `null` if it has not both. */
  readonly budget: BudgetSides | null;
  /** Where these come from and go, for a flow through the budget; `null` for other charts. */
  readonly budgetFlow: BudgetFlow | null;
  /** Reference of the level below the second one that it is split by; `null` for none. */
  readonly belowSecond: string | null;
}

/** Read the figures that the chart of a state draws, and whether others could be drawn. */
export async function readDrawnFigures(scope: PageScope, state: ExploreState): Promise<DrawnFigures> {
  const { drilldown, cuts, chart } = state;
  const budget = await findBudget(scope, state);
  return {
    budget,
    budgetFlow: budget && chart === "flow" ? await readBudget(scope, state, budget) : null,
    belowSecond: drilldown[1] === undefined ? null : findPath(scope.dataset.model, drilldown[1], cuts).below,
  };
}
