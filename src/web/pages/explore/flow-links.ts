import type { BudgetMember } from "../../../calls/views/pages/budget-flow.js";
import { unlessTooLong } from "../parts/query.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import type { Grid } from "../../../calls/views/pages/grid.js";
import type { PageTableRow } from "../../../calls/views/pages/page-table.js";
import type { PageLocale } from "../parts/page-locale.js";
import { entriesOfState, exploreHref } from "./explore-links.js";

/**
 * Return the target of a click on the end of a flow: the level below it in the same flow, or where its money comes from
 * alone.
 */
export function intoGridColumn(
  page: Exploration,
  locale: PageLocale,
  { across }: Pick<Grid, "across">,
): (column: string) => string | null {
  const { state, belowSecond } = page;
  const kept = state.cuts.filter(({ field }) => field !== across.reference);
  return (value) => {
    const cuts = [...kept, { field: across.reference, value }];
    const [first] = state.drilldown as readonly [string, string];
    const changes = belowSecond === null ? { drilldown: [first], chart: null } : { drilldown: [first, belowSecond] };
    return unlessTooLong(exploreHref(page, locale, { cuts, order: [], ...changes }));
  };
}

/** Return the target of a click on a node beside a budget: what it consists of, of its direction alone. */
export function intoBudget(
  page: Exploration,
  locale: PageLocale,
  direction: string,
): (row: PageTableRow, side: BudgetMember, reference: string) => string | null {
  const { state, path, next, belowSecond } = page;
  return ({ keys: [key] }, side, reference) => {
    if (key!.value === null) return null;
    const kept = state.cuts.filter(({ field }) => field !== reference);
    const cuts = [...kept, { field: direction, value: side.key.value! }, { field: reference, value: key!.value }];
    const below = reference === state.drilldown[0] ? path.below : belowSecond;
    const into = below ?? (next === reference || state.drilldown.length > 1 ? null : next);
    if (into === null) return unlessTooLong(entriesOfState(page, locale, cuts));
    return unlessTooLong(exploreHref(page, locale, { cuts, drilldown: [into], order: [], chart: null }));
  };
}
