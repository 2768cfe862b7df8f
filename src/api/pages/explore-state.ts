import type { Model } from "../../model/cube.js";
import { bindAggregateRequest } from "../../query/aggregate/bind.js";
import { type AggregateRequest, TOTAL } from "../../query/aggregate/request.js";
import { type Clause, parseList, parseOrder } from "../../query/clauses.js";
import type { Parameters } from "../../query/parameters.js";
import { type CutClause, parseCuts } from "../../query/syntax/cut-clause.js";
import type { Context } from "../context.js";
import { queryErrors } from "./query-errors.js";

export const CHARTS = ["treemap", "bars", "line", "table"] as const;

export type ChartName = (typeof CHARTS)[number];

/** The state of the explorer: all of it stands in the address. */
export interface ExploreState {
  /** References; empty for the total alone. */
  readonly drilldown: readonly string[];
  readonly cuts: readonly CutClause[];
  readonly measure: string;
  /** As the aggregate call has it; none for the largest first. */
  readonly order: readonly Clause[];
  /** `null` for what suits the data. */
  readonly chart: ChartName | null;
}

/** The same as somebody typed it, whether it makes sense or not. */
export interface TypedState extends Omit<ExploreState, "chart" | "order"> {
  readonly order: string | null;
  readonly chart: string | null;
  /** One more cut, which a form sends in two parts. */
  readonly field: string;
  readonly value: string;
}

/** More levels than a table can show. */
const MOST_DRILLDOWNS = 3;

/** Read the parameters of the aggregate call, `chart`, `field` and `value`. @param errors of how cuts are written */
export function readTypedCuts(model: Model, parameters: Parameters, errors: string[] = []): TypedState {
  return {
    drilldown: [...new Set(parseList(parameters.get("drilldown") ?? ""))],
    cuts: parseCuts(parameters.get("cut") ?? "", (sentence) => errors.push(`cut: ${sentence}`)),
    measure: parameters.get("measure") ?? model.measures[0]!.name,
    order: parameters.get("order") ?? null,
    chart: parameters.get("chart") ?? null,
    field: parameters.get("field") ?? "",
    value: parameters.get("value") ?? "",
  };
}

/**
 * Read what is explored from the parameters, and every error in them.
 * @param preset for an address that says nothing
 */
export function readState(
  { maxClauses }: Context,
  model: Model,
  parameters: Parameters,
  preset: Pick<ExploreState, "drilldown" | "cuts">,
): { readonly state: ExploreState; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const { field, value, ...typed } = readTypedCuts(model, parameters, errors);
  const isGiven = ["drilldown", "cut", "field"].some((name) => parameters.get(name) !== undefined);
  const more = field !== "" && value !== "" ? [{ field, value }] : [];
  const chart = CHARTS.find((each) => each === typed.chart) ?? null;
  if (chart !== typed.chart) errors.push(`chart: "${typed.chart}" is none of: ${CHARTS.join(", ")}`);
  if (typed.drilldown.length > MOST_DRILLDOWNS) {
    errors.push(
      `drilldown: ${typed.drilldown.length} of them; a page shows ${MOST_DRILLDOWNS}, the aggregate call any number`,
    );
  }
  if (typed.measure.includes("|")) errors.push("measure: a page shows one, the aggregate call any number");
  const chosen = isGiven ? { drilldown: typed.drilldown, cuts: [...typed.cuts, ...more] } : preset;
  const unread: string[] = [];
  const state: ExploreState = {
    measure: typed.measure,
    order: parseOrder(typed.order ?? "", unread),
    ...chosen,
    chart,
  };
  errors.push(...queryErrors(() => bindAggregateRequest(model, requestOf(state), maxClauses, unread)));
  return { state, errors };
}

/** Make the request of the aggregate call for a state. */
export function requestOf({ drilldown, cuts, measure, order }: ExploreState): AggregateRequest {
  return { ...TOTAL, drilldown, cuts, measures: parseList(measure), order };
}
