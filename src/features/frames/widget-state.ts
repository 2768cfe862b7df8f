import { errorText } from "../../core/errors/error-text.js";
import { InvalidQuery } from "../../core/errors/errors.js";
import type { Model } from "../../core/model/cube.js";
import { didYouMean } from "../../core/model/nearest.js";
import { type Parameters, parameters as collectParameters } from "../../core/query/parameters.js";
import { printCuts } from "../../core/query/syntax/cut-clause.js";
import type { ChartName } from "../../calls/views/pages/explore-state.js";

/** The chart of each widget that frames of OpenSpending name. Bubbles are drawn as areas. */
const CHART_OF: Readonly<Record<string, ChartName>> = {
  treemap: "treemap",
  bubbletree: "treemap",
  aggregate_table: "table",
  timeseries: "line",
};

/** Names of the widgets. */
export const WIDGETS = Object.keys(CHART_OF);

/** Keys of a state that decide what is shown. */
const MEANT = ["drilldown", "drilldowns", "year", "cuts", "currency"];
/** Keys that only change the look. */
const LOOK = ["breakdown", "bubbleType", "clearColors", "width", "height"];

/**
 * Read the parameters `widget` and `state` of OpenSpending, in which frames on other sites name their chart.
 * @returns the same in parameters of the explorer; `null` if there is neither
 * @throws InvalidQuery with every error: nothing else than what it says may be shown
 */
export function readWidget({ dataset }: Model, parameters: Parameters): Parameters | null {
  const name = parameters.get("widget");
  const text = parameters.get("state");
  if (name === undefined && text === undefined) return null;
  const errors: string[] = [];
  const chart = name === undefined ? undefined : Object.hasOwn(CHART_OF, name) ? CHART_OF[name] : undefined;
  if (name === undefined) errors.push(errorText("widget_missing", { known: WIDGETS.join(", ") }));
  else if (!chart)
    errors.push(
      `widget: ${errorText("unknown_widget", { widget: name, known: WIDGETS.join(", "), remedy: didYouMean(name, WIDGETS) })}`,
    );
  const state = readStateObject(text ?? "{}", errors);
  if (!state) throw new InvalidQuery(errors);
  const levels = readLevels(state, errors);
  const cuts = readCutsOf(state, errors);
  const { currency } = state;
  if (currency !== undefined && currency !== dataset.currency) {
    errors.push(
      `state: ${errorText("state_in_other_currency", { own: dataset.currency ?? "no currency", theirs: JSON.stringify(currency) })}`,
    );
  }
  if (errors.length > 0) throw new InvalidQuery(errors);
  return collectParameters([
    ["drilldown", levels.join("|")],
    ["cut", cuts],
    ["chart", chart!],
  ]);
}

function readStateObject(text: string, errors: string[]): Readonly<Record<string, unknown>> | null {
  const state = parseJson(text);
  if (typeof state !== "object" || state === null || Array.isArray(state)) {
    errors.push(`state: ${errorText("state_not_an_object")}`);
    return null;
  }
  const known = [...MEANT, ...LOOK];
  for (const key of Object.keys(state)) {
    if (!known.includes(key))
      errors.push(
        `state: ${errorText("unknown_state_key", { key, known: known.join(", "), remedy: didYouMean(key, known) })}`,
      );
  }
  return state as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readLevels({ drilldown, drilldowns }: Readonly<Record<string, unknown>>, errors: string[]): readonly string[] {
  const levels = [drilldowns ?? drilldown ?? []].flat();
  if (levels.every((each): each is string => typeof each === "string" && each !== "") && levels.length > 0)
    return levels;
  errors.push(`state: ${errorText("drilldowns_not_a_list")}`);
  return [];
}

/** Read `year` and `cuts` as a parameter. Several values of a field are united. */
function readCutsOf({ cuts = {}, year }: Readonly<Record<string, unknown>>, errors: string[]): string {
  if (typeof cuts !== "object" || cuts === null || Array.isArray(cuts)) {
    errors.push(`state: ${errorText("cuts_not_an_object")}`);
    return "";
  }
  const given: readonly (readonly [string, unknown])[] = [
    ...Object.entries(cuts),
    ...(year === undefined || year === null || year === "" ? [] : [["time.year", year] as const]),
  ];
  const clauses = given.flatMap(([field, values]) => [values].flat().map((value) => ({ field, value })));
  for (const { field, value } of clauses) {
    if (typeof value === "string" || typeof value === "number") continue;
    errors.push(`state: ${errorText("not_a_value", { value: JSON.stringify(value), field })}`);
  }
  return printCuts(clauses.map(({ field, value }) => ({ field, value: String(value) })));
}
