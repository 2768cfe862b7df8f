import type { ExploreState } from "../../../calls/views/pages/explore-state.js";
import { yearBefore } from "../../../calls/views/pages/explore-state.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { hasPeriods } from "../tables/timeline.js";
import { isOfTime } from "./title.js";
import { nameOfCut } from "./way-of-cut.js";

/** Leave out of a state what refers to parts that it no longer has. */
export function makeSound(page: Exploration, state: ExploreState): ExploreState {
  const { drilldown, order, top } = state;
  const keyOf = (field: string): string => (isOfTime(field) ? "time" : nameOfCut(page, { field }));
  const split = new Set(drilldown.map(keyOf));
  const isSplit = (field: string): boolean => split.has(keyOf(field));
  const against = state.against?.clauses.some(({ field }) => isSplit(field)) ? null : state.against;
  const isTimed = drilldown.some(
    (each) => isOfTime(each) || page.figure.columns.some((column) => column.reference === each && hasPeriods(column)),
  );
  const hasSide = against !== null || (!isTimed && yearBefore(state.cuts) !== null);
  const names = page.measures.map(({ name }) => name);
  const known = (term: string): string => {
    const [, within] = term.split("@");
    const isLost =
      within === undefined
        ? !hasSide && /\.(?:against|difference|change)$/.test(term)
        : !within.split(",").every((each) => drilldown.includes(each));
    if (!isLost) return term;
    const base = term.split(/[.@]/)[0]!;
    return names.includes(base) ? base : names[0]!;
  };
  const measures = [...new Set(state.measures.map(known))];
  const isOrder = (field: string): boolean =>
    drilldown.includes(field) || measures.includes(field) || field === "num_entries";
  const within = top?.split("@")[1];
  return {
    ...state,
    against,
    measures,
    order: order.filter(({ field }) => isOrder(field)),
    top: within !== undefined && !within.split(",").every((each) => drilldown.includes(each)) ? null : top,
  };
}
