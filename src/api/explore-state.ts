import { InvalidQuery } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import { bindAggregate } from "../query/bind.js";
import { type Clause, parseClauses, parseList, printClauses } from "../query/clauses.js";
import { parameters as collect, type Parameters } from "../query/parameters.js";
import type { Context } from "./context.js";

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

/** More levels than a table can show. */
const MOST_DRILLDOWNS = 3;

/**
 * Read what is explored from the parameters of the aggregate call and `chart`. `field` and `value`, which a form sends
 * apart, are one more cut.
 * @param preset for an address that says nothing
 * @throws InvalidQuery with every fault
 */
export function readState(
  { maxClauses, maxNesting }: Context,
  model: Model,
  parameters: Parameters,
  preset: Pick<ExploreState, "drilldown" | "cuts">,
): ExploreState {
  const faults: string[] = [];
  const isGiven = ["drilldown", "cut", "field"].some((name) => parameters.get(name) !== undefined);
  const [field, value] = [parameters.get("field"), parameters.get("value")];
  const more = field !== undefined && value !== undefined ? [{ field, value }] : [];
  const written = parseClauses(parameters.get("cut") ?? "", (sentence) => faults.push(`cut: ${sentence}`));
  const listed = [...new Set(parseList(parameters.get("drilldown") ?? ""))];
  const chart = CHARTS.find((each) => each === parameters.get("chart"));
  if (chart === undefined && parameters.get("chart") !== undefined) {
    faults.push(`chart: "${parameters.get("chart")}" is none of: ${CHARTS.join(", ")}`);
  }
  if (listed.length > MOST_DRILLDOWNS) {
    faults.push(`drilldown: ${listed.length} of them; a page shows ${MOST_DRILLDOWNS}, the aggregate call any number`);
  }
  const measure = parameters.get("measure") ?? model.measures[0]!.name;
  const state: ExploreState = {
    drilldown: isGiven ? listed : preset.drilldown,
    cuts: isGiven ? [...written, ...more] : preset.cuts,
    measure,
    order: parameters.get("order") ?? null,
    chart: chart ?? null,
  };
  if (measure.includes("|")) faults.push("measure: a page shows one, the aggregate call any number");
  if (faults.length > 0) throw new InvalidQuery(faults);
  bindAggregate(model, collect(aggregatePairs(state)), maxClauses, maxNesting);
  return state;
}

/** The state as parameters of the aggregate call. */
export function aggregatePairs({
  drilldown,
  cuts,
  measure,
  order,
}: ExploreState): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [
    ["drilldown", drilldown.join("|")],
    ["cut", printClauses(cuts)],
    ["measure", measure],
    ["order", order ?? ""],
  ];
  return pairs.filter(([, value]) => value !== "");
}
