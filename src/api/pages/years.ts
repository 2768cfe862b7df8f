import type { Clause } from "../../query/clauses.js";
import type { Parameters } from "../../query/parameters.js";
import { type Figure, readFigure } from "./figure.js";
import type { PageScope } from "./page-scope.js";

/** The years to choose from on a page, and the chosen one. */
export interface YearChoice {
  readonly years: readonly string[];
  /** `null` for all years. */
  readonly chosen: string | null;
}

const YEAR = "time.year";
/** Maximum number of years: above that of any real budget. */
const MAX_YEARS = 1000;

/** Read totals by year, in chronological order. */
export function readYears(
  scope: PageScope,
  cuts: readonly Clause[] = [],
  measures?: readonly string[],
): Promise<Figure> {
  return readFigure(scope, {
    drilldown: [YEAR],
    cuts,
    measures,
    order: [{ field: YEAR, value: "asc" }],
    limit: MAX_YEARS,
  });
}

/**
 * Choose the year of the parameter `year`, else the dataset's default year, if it has entries. `all` chooses all years.
 */
export function chooseYear({ dataset }: PageScope, { rows }: Figure, parameters: Parameters): YearChoice {
  const years = rows.flatMap(({ keys }) => keys[0]!.value ?? []);
  const requested = parameters.get("year");
  const wanted = requested ?? dataset.model.dataset.defaultTime?.slice(0, 4);
  return { years, chosen: years.length > 1 && wanted !== undefined && years.includes(wanted) ? wanted : null };
}

export function yearCuts({ chosen }: YearChoice): readonly Clause[] {
  return chosen === null ? [] : [{ field: YEAR, value: chosen }];
}
