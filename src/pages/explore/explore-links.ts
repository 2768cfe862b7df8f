import type { ExploreState } from "../../api/pages/explore-state.js";
import type { Exploration } from "../../api/pages/explore.js";
import type { FigureRow } from "../../api/pages/figure.js";
import { printAggregate, TOTAL } from "../../query/aggregate/request.js";
import { ALL_ENTRIES, entriesOfCuts, printSearchRequest } from "../../query/search/request.js";
import type { CutClause } from "../../query/syntax/cut-clause.js";
import { queryOf } from "../parts/query.js";
import type { PageReader } from "../parts/reader.js";

/** Write a state as a query for the addresses of the explorer, the embedded chart and the image. */
export function stateQuery({ drilldown, cuts, measure, order, chart }: ExploreState, isOnly: boolean): string {
  // A dataset with one measure needs no parameter for it.
  const measures = isOnly || measure === "" ? [] : [measure];
  return queryOf([...printAggregate({ ...TOTAL, drilldown, cuts, measures, order }), ["chart", chart]]);
}

/** Return the address of the explorer with other choices. */
export function exploreHref(page: Exploration, reader: PageReader, changes: Partial<ExploreState>): string {
  const state = { ...page.state, ...changes };
  const query = stateQuery(state, page.measures.length === 1);
  // Without a query, the explorer shows its preset.
  return `${reader.href(`${page.dataset.html_url}/explore`)}${query || "?cut=&drilldown=&chart=table"}`;
}

/**
 * Return the target of a click on a row: its values become cuts, and the next dimension splits it, or its entries are
 * listed.
 */
export function intoRow(page: Exploration, reader: PageReader): (row: FigureRow) => string | null {
  const { state, next } = page;
  return ({ keys }) => {
    // No cut selects missing values.
    if (keys.length === 0 || keys.some(({ value }) => value === null)) return null;
    const into = keys.map(({ value }, at) => ({ field: state.drilldown[at]!, value: value! }));
    const kept = state.cuts.filter(({ field }) => !state.drilldown.includes(field));
    const cuts = [...kept, ...into];
    if (next !== null) return exploreHref(page, reader, { cuts, drilldown: [next], order: [] });
    return entriesHref(page, reader, cuts);
  };
}

/** Return the address of the entries that cuts select. */
export function entriesHref({ dataset }: Exploration, reader: PageReader, cuts: readonly CutClause[]): string {
  const request = { ...ALL_ENTRIES, ...entriesOfCuts(cuts) };
  return `${reader.href(`${dataset.html_url}/entries`)}${queryOf(printSearchRequest(request))}`;
}

/** Return the address one level up: without the last cut, split by its field. @returns `null` without cuts */
export function upHref(page: Exploration, reader: PageReader): string | null {
  const { cuts } = page.state;
  const last = cuts.at(-1);
  return last ? exploreHref(page, reader, { cuts: cuts.slice(0, -1), drilldown: [last.field], order: [] }) : null;
}
