import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { yearOfCuts } from "../../../calls/views/pages/explore-state.js";
import type { PageTableRow } from "../../../calls/views/pages/page-table.js";
import { queryOf } from "../parts/query.js";
import type { PageLocale } from "../parts/page-locale.js";
import { memberLink } from "../tables/figure-block.js";
import { intoRow } from "./explore-links.js";

/**
 * Return the target of a click on one of many places of a map: its page if that shows the same amount, which has a
 * shorter address; else what other charts open.
 */
export function intoPlace(page: Exploration, locale: PageLocale): (row: PageTableRow) => string | null {
  const { state, measures, years } = page;
  const year = yearOfCuts(state.cuts);
  const isPlain =
    state.cuts.length === (year === null ? 0 : 1) &&
    state.measures.join("|") === measures[0]!.name &&
    [state.against, state.adjust, state.top].every((each) => each === null) &&
    state.all.length + state.having.length === 0;
  const open = intoRow(page, locale);
  if (!isPlain) return open;
  const toMember = memberLink(locale);
  const query = queryOf([["year", year ?? (years.length > 1 ? "all" : null)]]);
  return (row) => {
    const href = toMember(row);
    return href === null ? open(row) : `${href}${query}`;
  };
}
