import type { Exploration } from "../../../calls/views/pages/exploration.js";
import type { CutClause } from "../../../core/query/syntax/cut-clause.js";
import { isPlainCut } from "../../../core/query/syntax/cut-clause.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { PartChoice } from "./sentence-part.js";
import { exploreHref } from "./explore-links.js";
import { isYearReference } from "./title.js";

const YEAR = "time.year";

/** Return the cuts of a state to years. */
export function cutsOfYears({ state }: Pick<Exploration, "state">): readonly CutClause[] {
  return state.cuts.filter(({ field }) => isYearReference(field));
}

/** List each year, and how it went over all of them: readers rarely want sums over years. */
export function yearsToShow(page: Exploration, locale: PageLocale): readonly PartChoice[] {
  const { years, state, grid } = page;
  const isTrend = state.drilldown.some(isYearReference);
  if (years.length < 2 || (isTrend && state.drilldown.length > 2)) return [];
  const ofYears = cutsOfYears(page);
  const drilldown = state.drilldown.filter((each) => !isYearReference(each));
  const others = state.cuts.filter((each) => !ofYears.includes(each));
  const chosen = new Set(ofYears.filter(isPlainCut).map(({ value }) => value));
  const isOfYears = isTrend || (grid?.isTimed === true && isYearReference(grid.across.reference));
  const ofAll = { cuts: others, drilldown: [...drilldown, YEAR], order: [], top: null, against: null };
  // Areas and bars have no room for years.
  const allYears = exploreHref(page, locale, { ...ofAll, chart: state.chart === "table" ? "table" : null });
  const chart = isTrend && state.chart === "line" ? null : state.chart;
  return [
    ...years.map((value) => ({
      label: locale.year(value),
      href: exploreHref(page, locale, { drilldown, cuts: [...others, { field: YEAR, value }], chart }),
      isChosen: chosen.has(value),
    })),
    ...(drilldown.length > 1
      ? []
      : [{ label: locale.words.explore.allYearsChip, href: allYears, isChosen: isOfYears && ofYears.length === 0 }]),
  ];
}
