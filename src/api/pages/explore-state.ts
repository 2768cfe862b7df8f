import type { Model } from "../../model/cube.js";
import { bindAggregateRequest } from "../../query/aggregate/bind.js";
import { distinctDrilldowns } from "../../query/aggregate/drilldown.js";
import { type AggregateRequest, TOTAL } from "../../query/aggregate/request.js";
import { type Clause, parseList, parseOrder } from "../../query/clauses.js";
import type { Parameters } from "../../query/parameters.js";
import { type CutClause, parseCuts } from "../../query/syntax/cut-clause.js";
import type { Context } from "../context.js";
import { cutsOfChoices, listNotAdditive } from "./member-choice.js";
import { queryErrors } from "./query-errors.js";

export const CHARTS = ["treemap", "bars", "line", "table"] as const;

export type ChartName = (typeof CHARTS)[number];

/** The state of the explorer. The URL holds all of it. */
export interface ExploreState {
  /** References; empty for the total alone. */
  readonly drilldown: readonly string[];
  readonly cuts: readonly CutClause[];
  /** Names of dimensions that are not cut to the member that the model shows by default. */
  readonly all: readonly string[];
  readonly measure: string;
  /** Order as in the aggregate call; empty for the largest first. */
  readonly order: readonly Clause[];
  /** `null` for automatic. */
  readonly chart: ChartName | null;
}

/** The state as typed; it may be invalid. */
export interface TypedState extends Omit<ExploreState, "chart" | "order"> {
  readonly order: string | null;
  readonly chart: string | null;
  /** Field of one more cut, which the form sends with `value`. */
  readonly field: string;
  readonly value: string;
}

/** Maximum number of levels that a table can show. */
const MAX_DRILLDOWNS = 3;

/**
 * Read the parameters of the aggregate call, `chart`, `field` and `value`.
 * @param errors receives syntax errors of cuts
 */
export function readTypedCuts(model: Model, parameters: Parameters, errors: string[] = []): TypedState {
  return {
    drilldown: distinctDrilldowns(model, [...new Set(parseList(parameters.get("drilldown") ?? ""))]),
    cuts: parseCuts(parameters.get("cut") ?? "", (sentence) => errors.push(`cut: ${sentence}`)),
    all: readAll(model, parameters),
    measure: parameters.get("measure") ?? model.measures[0]!.name,
    order: parameters.get("order") ?? null,
    chart: parameters.get("chart") ?? null,
    field: parameters.get("field") ?? "",
    value: parameters.get("value") ?? "",
  };
}

/** Read which dimensions are not cut to their default. */
function readAll(model: Model, parameters: Parameters): readonly string[] {
  const all = parseList(parameters.get("all") ?? "");
  return listNotAdditive(model).flatMap(({ name, meaning }) =>
    meaning!.default !== null && all.includes(name) ? [name] : [],
  );
}

/** Add the defaults of dimensions that are not additive to cuts, before them. */
function addDefaults(model: Model, { drilldown, cuts, all }: Pick<ExploreState, "drilldown" | "cuts" | "all">) {
  const choices = listNotAdditive(model).map(({ name, meaning }) => {
    const preset = meaning!.default;
    return { dimension: name, preset, chosen: all.includes(name) ? null : preset };
  });
  return [...cutsOfChoices(choices, model, [...drilldown, ...cuts.map(({ field }) => field)]), ...cuts];
}

/**
 * Read the state from parameters, with every error in them.
 * @param preset drilldown and cuts for a URL without any; members that are not additive are cut to their default
 */
export function readState(
  { maxClauses }: Context,
  model: Model,
  parameters: Parameters,
  preset: Pick<ExploreState, "drilldown" | "cuts">,
): { readonly state: ExploreState; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const { field, value, ...typed } = readTypedCuts(model, parameters, errors);
  const isGiven = isStateGiven(parameters);
  const more = field !== "" && value !== "" ? [{ field, value }] : [];
  const chart = CHARTS.find((each) => each === typed.chart) ?? null;
  if (chart !== typed.chart) errors.push(`chart: "${typed.chart}" is none of: ${CHARTS.join(", ")}`);
  if (typed.drilldown.length > MAX_DRILLDOWNS) {
    errors.push(
      `drilldown: ${typed.drilldown.length} are too many: a page shows up to ${MAX_DRILLDOWNS}; use api/2/aggregate for more`,
    );
  }
  if (typed.measure.includes("|")) errors.push("measure: a page shows only one; use api/2/aggregate for more");
  const { drilldown, cuts } = isGiven ? { drilldown: typed.drilldown, cuts: [...typed.cuts, ...more] } : preset;
  const unread: string[] = [];
  const state: ExploreState = {
    measure: typed.measure,
    order: parseOrder(typed.order ?? "", unread),
    drilldown,
    cuts: addDefaults(model, { drilldown, cuts, all: typed.all }),
    all: typed.all,
    chart,
  };
  errors.push(...queryErrors(() => bindAggregateRequest(model, aggregateOfState(state), maxClauses, unread)));
  return { state, errors };
}

/** True if the address says how to split the dataset. */
export function isStateGiven(parameters: Parameters): boolean {
  return ["drilldown", "cut", "field", "all"].some((name) => parameters.get(name) !== undefined);
}

/** Return the aggregate request of a state. */
export function aggregateOfState({ drilldown, cuts, measure, order }: ExploreState): AggregateRequest {
  return { ...TOTAL, drilldown, cuts, measures: parseList(measure), order };
}
