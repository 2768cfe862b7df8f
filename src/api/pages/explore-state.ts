import type { Model } from "../../model/cube.js";
import { bindAggregate } from "../../query/bind.js";
import { type Clause, parseClauses, parseList, printClauses } from "../../query/clauses.js";
import { parameters as collect, type Parameters } from "../../query/parameters.js";
import type { Context } from "../context.js";
import { queryErrors } from "./query-errors.js";

export const CHARTS = ["treemap", "bars", "line", "table"] as const;

export type ChartName = (typeof CHARTS)[number];

/** What somebody explores: all of it stands in the address. */
export interface ExploreState {
  /** References; empty for the total alone. */
  readonly drilldown: readonly string[];
  readonly cuts: readonly Clause[];
  readonly measure: string;
  /** As the aggregate call has it; `null` for the largest first. */
  readonly order: string | null;
  /** `null` for what suits the data. */
  readonly chart: ChartName | null;
}

/** The same as somebody typed it, whether it makes sense or not. */
export interface TypedState extends Omit<ExploreState, "chart"> {
  readonly chart: string | null;
  /** One more cut, which a form sends in two parts. */
  readonly field: string;
  readonly value: string;
}

/** More levels than a table can show. */
const MOST_DRILLDOWNS = 3;

/** The parameters of the aggregate call, `chart`, `field` and `value`. @param faults of how cuts are written */
export function readTypedCuts(model: Model, parameters: Parameters, errors: string[] = []): TypedState {
  return {
    drilldown: [...new Set(parseList(parameters.get("drilldown") ?? ""))],
    cuts: parseClauses(parameters.get("cut") ?? "", (sentence) => errors.push(`cut: ${sentence}`)),
    measure: parameters.get("measure") ?? model.measures[0]!.name,
    order: parameters.get("order") ?? null,
    chart: parameters.get("chart") ?? null,
    field: parameters.get("field") ?? "",
    value: parameters.get("value") ?? "",
  };
}

/**
 * Read what is explored from the parameters, and every fault in them.
 * @param preset for an address that says nothing
 */
export function readState(
  { maxClauses, maxNesting }: Context,
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
  const state: ExploreState = { measure: typed.measure, order: typed.order, ...chosen, chart };
  errors.push(...queryErrors(() => bindAggregate(model, collect(aggregatePairs(state)), maxClauses, maxNesting)));
  return { state, errors };
}

/** The state as parameters of the aggregate call. */
function aggregatePairs({ drilldown, cuts, measure, order }: ExploreState): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [
    ["drilldown", drilldown.join("|")],
    ["cut", printClauses(cuts)],
    ["measure", measure],
    ["order", order ?? ""],
  ];
  return pairs.filter(([, value]) => value !== "");
}
