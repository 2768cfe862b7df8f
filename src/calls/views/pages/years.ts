import type { FiscalYear, Model, View } from "../../../core/model/cube.js";
import type { Clause } from "../../../core/query/clauses.js";
import { type CutClause, isPlainCut, parseCuts } from "../../../core/query/syntax/cut-clause.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { listAllRows } from "./all-rows.js";
import { readFiscalYear } from "./fiscal-years.js";
import { readFigure } from "./figure.js";
import type { PageTable } from "./page-table.js";
import type { PageScope } from "./page-scope.js";
import type { YearParts } from "./months.js";
import { readYearParts } from "./partial-years.js";
import { referenceKey } from "./reference-key.js";

/** The years to choose from on a page, and the chosen ones. */
export interface YearChoice {
  readonly years: readonly string[];
  /** Year of the split; `null` for all years. */
  readonly chosen: string | null;
  /** Year of the figures that head the page; `null` for all years, if these were asked for or no entry has a year. */
  readonly headed: string | null;
  /** Year that heads the page if none is requested; `null` if no entry has a year. */
  readonly preset: string | null;
  /** The years of which only some months are there. */
  readonly parts: YearParts;
  /** The fiscal year that years stand for; `null` for years of the calendar. */
  readonly fiscal: FiscalYear | null;
  /** The requested year, if it has no entries; `null` otherwise. */
  readonly missing: string | null;
}

/** Totals by year. */
export type YearsFigure = PageTable & Required<Pick<PageTable, "parts">> & Pick<YearChoice, "fiscal">;

/** Reference to the year of an entry. */
export const YEAR = "time.year";
/** Maximum number of years: above that of any real budget. */
const MAX_YEARS = 1000;

/** Read totals by year, in chronological order, and of which years there is only a part. */
export async function readYears(
  scope: PageScope,
  cuts: readonly CutClause[] = [],
  measures?: readonly string[],
): Promise<YearsFigure> {
  const figure = await readFigure(scope, {
    drilldown: [YEAR],
    cuts,
    measures,
    order: [{ field: YEAR, value: "asc" }],
    limit: MAX_YEARS,
  });
  return { ...figure, parts: await readYearParts(scope, cuts), fiscal: await readFiscalYear(scope) };
}

/**
 * Choose the year of the parameter `year`, else the dataset's default year, else the last whole year with entries: sums
 * of several years are shown only to those who ask for them. `all` chooses all years. A view that splits by year, or
 * shows its cut as a whole, shows each year, unless the parameter names one.
 * @param named what is to be said of the years: which have only some months, and the fiscal year that they stand for
 */
export function chooseYear(
  { dataset }: PageScope,
  figure: PageTable,
  parameters: Parameters,
  { parts, fiscal }: Pick<YearChoice, "parts" | "fiscal">,
  view?: View,
): YearChoice {
  const years = [...new Set(listAllRows(figure).flatMap(({ keys }) => keys[0]!.value ?? []))];
  const requested = parameters.get("year") ?? readYearCut(dataset.model, parameters);
  const own = dataset.model.dataset.defaultTime?.slice(0, 4);
  const whole = years.findLast((year) => !parts.has(year));
  const known = own !== undefined && years.includes(own) ? own : (whole ?? years.at(-1) ?? null);
  if (requested === "all") return { years, chosen: null, headed: null, preset: known, parts, fiscal, missing: null };
  const isRequested = requested !== undefined && years.includes(requested);
  const headed = isRequested ? requested : known;
  const isSplit = years.length > 1 && (isRequested || !isByYear(view));
  const missing = requested === undefined || requested === "" || isRequested ? null : requested;
  return { years, chosen: isSplit ? headed : null, headed, preset: known, parts, fiscal, missing };
}

/** Return the only year that the cuts of an address select, for addresses that have it there. */
export function readYearCut(model: Model, parameters: Parameters): string | undefined {
  const key = referenceKey(model, YEAR);
  const cuts = parseCuts(parameters.get("cut") ?? "", () => {});
  const [cut, ...more] = cuts.filter(({ field }) => referenceKey(model, field) === key);
  return cut && more.length === 0 && isPlainCut(cut) ? cut.value : undefined;
}

function isByYear(view: View | undefined): boolean {
  return view !== undefined && (view.drilldown === null || view.drilldown === YEAR || view.drilldown === "year");
}

export function yearCuts({ chosen }: YearChoice): readonly Clause[] {
  return chosen === null ? [] : [{ field: YEAR, value: chosen }];
}
