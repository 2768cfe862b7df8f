import type { Clause } from "../../query/clauses.js";
import type { Parameters } from "../../query/parameters.js";
import { type Figure, readFigure } from "./figure.js";
import type { PageScope } from "./page-scope.js";

/** The years that a page can be about, and the one that it is about. */
export interface YearChoice {
  readonly years: readonly string[];
  /** `null` for all of them. */
  readonly chosen: string | null;
}

const YEAR = "time.year";
/** More years than calendars of budgets have. */
const MOST_YEARS = 1000;

/** Totals by year, the first year first. */
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
    limit: MOST_YEARS,
  });
}

/** The year that the parameter `year` names, else the dataset's own default, where there is data of it; `all` for all. */
export function chooseYear({ dataset }: PageScope, { rows }: Figure, parameters: Parameters): YearChoice {
  const years = rows.flatMap(({ keys }) => keys[0]!.value ?? []);
  const requested = parameters.get("year");
  const wanted = requested ?? dataset.model.dataset.defaultTime?.slice(0, 4);
  return { years, chosen: years.length > 1 && wanted !== undefined && years.includes(wanted) ? wanted : null };
}

export function yearCuts({ chosen }: YearChoice): readonly Clause[] {
  return chosen === null ? [] : [{ field: YEAR, value: chosen }];
}
