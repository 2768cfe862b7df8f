import { type ExploreState, MEASURE_SIDE } from "../../../calls/views/pages/explore-state.js";
import type { Exploration } from "../../../calls/views/pages/exploration.js";
import { parseAgainst, printAgainst } from "../../../core/query/aggregate/figure-request.js";
import { parameters } from "../../../core/query/parameters.js";

/** Return what a state is compared with as a value of `against`, also another measure; empty for nothing. */
export function sideOfState({ state, figure }: Pick<Exploration, "state" | "figure">): string {
  if (state.against !== null) return printAgainst(state.against);
  return figure.pair ? `${MEASURE_SIDE}${state.measures[1]}` : "";
}

/** Return the changes of a state that compare it with a value of `against`. */
export function compareState({ state }: Pick<Exploration, "state">, value: string): Partial<ExploreState> {
  if (value.startsWith(MEASURE_SIDE))
    return { against: null, measures: [state.measures[0]!, value.slice(MEASURE_SIDE.length)] };
  return { against: parseAgainst(parameters([["against", value]])) };
}
