import { parameters } from "../../../core/query/parameters.js";
import { timeOf } from "../../reading/adjust/read-time.js";
import type { ExploreState } from "./explore-state.js";
import type { Grid } from "./grid.js";
import type { YearParts } from "./months.js";
import type { PageScope } from "./page-scope.js";
import type { PageTable } from "./page-table.js";
import { chooseYear, readYears, type YearsFigure } from "./years.js";

/** Totals by year of what a state sums up over years, and the year of them that heads it. */
export interface SummedYears {
  readonly years: YearsFigure;
  /** The dataset's default year, else the newest whole one. */
  readonly headed: string;
}

/**
 * Read the years that the figure of a state adds up, for its head: what was spent in several years is no amount that
 * readers know.
 * @param cuts of a state that neither is cut to one year nor tells times apart
 * @returns `null` if it is of one year all the same
 */
export async function readSummedYears(
  scope: PageScope,
  cuts: ExploreState["cuts"],
  { figure, grid, parts }: { readonly figure: PageTable; readonly grid: Grid | null; readonly parts: YearParts },
): Promise<SummedYears | null> {
  if (grid?.hasRowTotals === false || timeOf(scope.dataset.model) === null) return null;
  const years = await readYears(
    scope,
    cuts,
    figure.measures.map(({ name }) => name),
  );
  const { preset, years: named } = chooseYear(scope, years, parameters([]), { ...years, parts });
  return preset === null || named.length < 2 ? null : { years, headed: preset };
}
