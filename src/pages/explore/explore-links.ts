import type { ExploreState } from "../../api/pages/explore-state.js";
import type { Exploration } from "../../api/pages/explore.js";
import type { FigureRow } from "../../api/pages/figure.js";
import { printAggregate, TOTAL } from "../../query/aggregate/request.js";
import { ALL_ENTRIES, entriesOfCuts, printSearchRequest } from "../../query/search/request.js";
import type { CutClause } from "../../query/syntax/cut-clause.js";
import { queryOf } from "../parts/query.js";
import type { Reader } from "../parts/reader.js";

/** The query of a state: what stands in the address of the explorer, of what is embedded, and of a picture. */
export function stateQuery({ drilldown, cuts, measure, order, chart }: ExploreState, isOnly: boolean): string {
  // The only measure need not be named.
  const measures = isOnly || measure === "" ? [] : [measure];
  return queryOf([...printAggregate({ ...TOTAL, drilldown, cuts, measures, order }), ["chart", chart]]);
}

/** The address of the explorer with something else chosen. */
export function exploreHref(page: Exploration, reader: Reader, changes: Partial<ExploreState>): string {
  const state = { ...page.state, ...changes };
  const query = stateQuery(state, page.measures.length === 1);
  // Without any query it would be the address of the preset.
  return `${reader.href(`${page.dataset.html_url}/explore`)}${query || "?cut=&drilldown=&chart=table"}`;
}

/** A click into a cell: what it is becomes a cut, and the next dimension splits it. */
export function intoRow(page: Exploration, reader: Reader): (row: FigureRow) => string | null {
  const { state, next } = page;
  return ({ keys }) => {
    // What has no value cannot be selected.
    if (keys.length === 0 || keys.some(({ value }) => value === null)) return null;
    const into = keys.map(({ value }, at) => ({ field: state.drilldown[at]!, value: value! }));
    const kept = state.cuts.filter(({ field }) => !state.drilldown.includes(field));
    const cuts = [...kept, ...into];
    if (next !== null) return exploreHref(page, reader, { cuts, drilldown: [next], order: [] });
    return entriesHref(page, reader, cuts);
  };
}

/** Write the address of the entries that cuts leave. */
export function entriesHref({ dataset }: Exploration, reader: Reader, cuts: readonly CutClause[]): string {
  const request = { ...ALL_ENTRIES, ...entriesOfCuts(cuts) };
  return `${reader.href(`${dataset.html_url}/entries`)}${queryOf(printSearchRequest(request))}`;
}

/** The way back: without the last cut, split by what it was about. */
export function upHref(page: Exploration, reader: Reader): string | null {
  const { cuts } = page.state;
  const last = cuts.at(-1);
  return last ? exploreHref(page, reader, { cuts: cuts.slice(0, -1), drilldown: [last.field], order: [] }) : null;
}
