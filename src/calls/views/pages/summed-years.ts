import { findReference } from "../../../core/model/references.js";
import { parameters } from "../../../core/query/parameters.js";
import { timeOf } from "../../reading/adjust/read-time.js";
import { type ExploreState, yearOfCuts } from "./explore-state.js";
import type { Grid } from "./grid.js";
import type { YearParts } from "./months.js";
import type { PageScope } from "./page-scope.js";
import type { PageTable } from "./page-table.js";
import { chooseYear, readYears, YEAR, type YearsFigure } from "./years.js";

/** Totals by year of what a state is of in all years, and the year of them that heads it. */
export interface SummedYears {
  readonly years: YearsFigure;
  /** The dataset's default year, else the newest whole one. */
  readonly headed: string;
}

/** The figure of a state, its grid if it has one, and the years of which only some months are there. */
interface FiguresOfState {
  readonly figure: Pick<PageTable, "measures">;
  readonly grid: Grid | null;
  readonly parts: YearParts;
}

/**
 * Read the years of a state that is not split by time, for its head: what was spent in several years is no amount that
 * readers know.
 * @returns `null` if it is of one year, or tells times apart
 */
export async function readSummedYears(
  scope: PageScope,
  { drilldown, cuts }: Pick<ExploreState, "drilldown" | "cuts">,
  { figure, grid, parts }: FiguresOfState,
): Promise<SummedYears | null> {
  const time = timeOf(scope.dataset.model);
  const isTimed = grid?.hasRowTotals === false && grid.across.reference !== YEAR;
  if (isTimed || time === null || yearOfCuts(cuts) !== null) return null;
  if (drilldown.some((each) => findReference(scope.dataset.model, each)?.dimension === time)) return null;
  const years = await readYears(
    scope,
    cuts,
    figure.measures.map(({ name }) => name),
  );
  const { preset, years: named } = chooseYear(scope, years, parameters([]), { ...years, parts });
  return preset === null || named.length < 2 ? null : { years, headed: preset };
}
