import { errorText } from "../../../core/errors/error-text.js";
import { didYouMean } from "../../../core/model/nearest.js";
import { readDecimal } from "../../../core/query/condition/bind-value.js";
import { isError } from "../../../core/model/values/value.js";
import { languageOfAmounts, readTypedAmount, writeForAddress } from "./typed-amounts.js";
import type { Model } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import { normaliseTerm } from "../../../core/model/terms.js";
import { distinctDrilldowns } from "../../../core/query/aggregate/drilldown.js";
import { type ParsedAdjustments, parseAdjustments } from "../../../core/query/aggregate/adjustments.js";
import { bindFigureRequest } from "../../../core/query/aggregate/bind-figures.js";
import {
  type FigureRequest,
  NO_FIGURES,
  type ParsedAgainst,
  parseAgainst,
  parseHaving,
  printFigures,
} from "../../../core/query/aggregate/figure-request.js";
import { type Clause, parseList, parseOrder } from "../../../core/query/clauses.js";
import { readFlag } from "../../../core/query/flag.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type CutClause, isPlainCut, parseCuts } from "../../../core/query/syntax/cut-clause.js";
import type { Context } from "../../context.js";
import { cutsOfChoices, listNotAdditive } from "./member-choice.js";
import { queryErrors } from "./query-errors.js";
import { termsToShow } from "./term-figure.js";
import { isSum } from "./term-labels.js";

/** Kinds of charts, in the order in which they are offered. */
export const CHARTS = [
  "treemap",
  "bars",
  "line",
  "stacked",
  "stacked-share",
  "calendar",
  "multiples",
  "dots",
  "icicle",
  "map",
  "flow",
  "pivot",
  "table",
] as const;

export type ChartName = (typeof CHARTS)[number];

/** Charts over periods. */
export const OVER_TIME: ReadonlySet<ChartName | null> = new Set(["line", "stacked", "stacked-share"] as const);

/** The state of the explorer. The URL holds all of it. */
export interface ExploreState {
  /** References; empty for the total alone. */
  readonly drilldown: readonly string[];
  readonly cuts: readonly CutClause[];
  /** Names of dimensions that are not cut to the member that the model shows by default. */
  readonly all: readonly string[];
  /** Terms of measures; charts draw the first. */
  readonly measures: readonly string[];
  /** Order as in the aggregate call; empty for the largest first. */
  readonly order: readonly Clause[];
  /** The other side of a comparison; `null` without one. */
  readonly against: ParsedAgainst | null;
  /** Conditions on cells. */
  readonly having: readonly CutClause[];
  /** Number of cells to keep, as in the aggregate call; `null` for as many as there is room for. */
  readonly top: string | null;
  /** True to show subtotals of all levels. */
  readonly rollup: boolean;
  /** `null` for automatic. */
  readonly chart: ChartName | null;
  /** Adjustments of amounts; `null` for amounts as paid. */
  readonly adjust: ParsedAdjustments | null;
}

/** The state as typed; it may be invalid. */
export interface TypedState extends Omit<ExploreState, "chart" | "order"> {
  readonly order: string | null;
  readonly chart: string | null;
  /** Field of one more cut, which the form sends with `value`. */
  readonly field: string;
  readonly value: string;
  /** Least amount of a cell, which the form sends instead of `having`. */
  readonly above: string;
}

/** Maximum number of levels that a table can show. */
const MAX_DRILLDOWNS = 3;

/**
 * Read the parameters of the aggregate call, `chart`, `field`, `value` and `above`.
 * @param language of the page; `null` for pictures and files
 * @param errors receives syntax errors of clauses, and of an amount
 */
export function readTypedCuts(
  model: Model,
  parameters: Parameters,
  language: string | null,
  errors: string[] = [],
): TypedState {
  const above = parameters.get("above")?.trim() ?? "";
  const amount = above === "" ? null : readTypedAmount(above, languageOfAmounts(parameters, language));
  if (amount && isError(amount)) errors.push(`having: ${amount.error}`);
  return {
    drilldown: distinctDrilldowns(model, [...new Set(parseList(parameters.get("drilldown") ?? ""))]),
    cuts: parseCuts(parameters.get("cut") ?? "", (sentence) => errors.push(`cut: ${sentence}`)),
    all: readAll(model, parameters),
    measures: readMeasures(model, parameters),
    order: parameters.get("order") ?? null,
    chart: parameters.get("chart") ?? null,
    field: parameters.get("field") ?? "",
    value: parameters.get("value") ?? "",
    against: readAgainst(model, parameters, errors),
    having: parseHaving(parameters, errors),
    top: parameters.get("top") ?? null,
    rollup: readFlag(parameters, "rollup"),
    adjust: parseAdjustments(parameters, errors),
    above: amount && !isError(amount) ? writeForAddress(amount) : above,
  };
}

function readMeasures(model: Model, parameters: Parameters): readonly string[] {
  const requested = parseList(parameters.get("measure") ?? "").map(normaliseTerm);
  const measures = requested.length > 0 ? [...new Set(requested)] : [model.measures[0]!.name];
  return compareWithMeasure(model, measures, parameters.get("against")) ?? measures;
}

/** Prefix of a measure among what a state is compared with. */
export const MEASURE_SIDE = "measure:";

/** Return the measures of a state that compares its first one with another; `null` if `against` names no measure. */
export function compareWithMeasure(
  { measures, dimensions }: Model,
  [own]: readonly string[],
  against: string | undefined,
): readonly string[] | null {
  if (!against?.startsWith(MEASURE_SIDE) || dimensions.some(({ name }) => `${name}:` === MEASURE_SIDE)) return null;
  const other = measures.find(({ name }) => name === against.slice(MEASURE_SIDE.length));
  return other && own !== undefined && other.name !== own ? [own, other.name] : null;
}

/** Read the side that a form names in two parameters: a member of a dimension, by its name or label. */
function readAgainst(model: Model, parameters: Parameters, errors: string[]): ParsedAgainst | null {
  const [field, value] = [parameters.get("side") ?? "", parameters.get("other")?.trim() ?? ""];
  if (field !== "" && value !== "") return { dataset: null, clauses: [{ field, value }] };
  const isMeasure = compareWithMeasure(model, [""], parameters.get("against")) !== null;
  return isMeasure ? null : parseAgainst(parameters, errors);
}

/** Read the range of years that a form names in two parameters. */
function readYearRange(parameters: Parameters): readonly CutClause[] {
  const [from, to] = ["from", "to"].map((name) => parameters.get(name)?.trim() ?? "") as [string, string];
  if (from === "" && to === "") return [];
  if (from === to) return [{ field: "time.year", value: from }];
  const bound = (text: string) => (text === "" ? null : { text, inclusive: true });
  return [{ field: "time.year", value: { is: "range", from: bound(from), to: bound(to) } }];
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

/** Maximum number of levels with subtotals, and of terms. */
export const MAX_SUBTOTALS = 5;
const MAX_TERMS = 8;

/**
 * Read the state from parameters, with every error in them.
 * @param preset drilldown and cuts for a URL without any; members that are not additive are cut to their default
 * @param findOther finds the model of a dataset to compare with
 */
export function readState(
  { maxClauses }: Context,
  model: Model,
  parameters: Parameters,
  language: string | null,
  preset: Pick<ExploreState, "drilldown" | "cuts">,
  findOther: (name: string) => Model,
): { readonly state: ExploreState; readonly errors: readonly string[] } {
  const errors: string[] = [];
  const { field, value, above, order, ...typed } = readTypedCuts(model, parameters, language, errors);
  const chart = CHARTS.find((each) => each === typed.chart) ?? null;
  if (chart !== typed.chart)
    errors.push(
      `chart: ${errorText("unknown_chart", { chart: typed.chart, known: CHARTS.join(", "), remedy: didYouMean(typed.chart ?? "", CHARTS) })}`,
    );
  const most = typed.rollup ? MAX_SUBTOTALS : MAX_DRILLDOWNS;
  if (typed.drilldown.length > most) {
    errors.push(`drilldown: ${errorText("too_many_on_a_page", { count: typed.drilldown.length, maximum: most })}`);
  }
  if (typed.measures.length > MAX_TERMS) {
    errors.push(`measure: ${errorText("too_many_on_a_page", { count: typed.measures.length, maximum: MAX_TERMS })}`);
  }
  const more = [...(field !== "" && value !== "" ? [{ field, value }] : []), ...readYearRange(parameters)];
  const isGiven = isStateGiven(parameters);
  const { drilldown, cuts } = isGiven ? { drilldown: typed.drilldown, cuts: [...typed.cuts, ...more] } : preset;
  const unread: string[] = [];
  const split = { drilldown, cuts: addDefaults(model, { drilldown, cuts, all: typed.all }) };
  const state: ExploreState = {
    ...typed,
    ...split,
    order: parseOrder(order ?? "", unread),
    having: [...typed.having, ...readAbove(above, typed.measures[0]!)],
    against: typed.against ?? compareYears(model, typed.measures, split),
    chart,
  };
  let other = model;
  const name = state.against?.dataset ?? null;
  if (name !== null) errors.push(...queryErrors(() => (other = findOther(name))).map((each) => `against: ${each}`));
  errors.push(...stateErrors({ maxClauses }, model, state, other, unread));
  return { state, errors: [...new Set(errors)] };
}

/** Return the condition that cells have at least an amount. */
function readAbove(above: string, term: string): readonly CutClause[] {
  if (readDecimal(above) === undefined) return [];
  return [{ field: term, value: { is: "range", from: { text: above, inclusive: true }, to: null } }];
}

/** Compare with the year before if a change is requested and nothing else says since when. */
function compareYears(
  model: Model,
  measures: readonly string[],
  { drilldown, cuts }: Pick<ExploreState, "drilldown" | "cuts">,
): ParsedAgainst | null {
  const isTimed = drilldown.some((reference) => findReference(model, reference)?.dimension.kind === "date");
  const isCompared = measures.some((text) => /\.(?:change|difference|against)$/.test(text));
  const year = yearBefore(cuts);
  return isTimed || !isCompared || year === null ? null : { dataset: null, clauses: [year] };
}

/** Return the cut to the year before the only one that cuts select; `null` if they select none or several. */
export function yearBefore(cuts: readonly CutClause[]): Clause | null {
  const cut = yearCut(cuts);
  return cut && { field: cut.field, value: String(Number(cut.value) - 1) };
}

/** Return the only year that cuts select; `null` if they select none or several. */
export function yearOfCuts(cuts: readonly CutClause[]): string | null {
  return yearCut(cuts)?.value ?? null;
}

/** Return the cut by the only year that cuts select; `null` if they select none or several. */
export function yearCut(cuts: readonly CutClause[]): Clause | null {
  const own = cuts.filter(({ field }) => /^(?:year|time|month)$|^time\./.test(field));
  const [cut] = own;
  if (own.length !== 1 || !isPlainCut(cut!) || !/^(?:time\.)?year$/.test(cut.field)) return null;
  return /^\d{4}$/.test(cut.value) ? cut : null;
}

/** True if the address says how to split the dataset; `drilldown=` says that it is not split. */
export function isStateGiven(parameters: Parameters): boolean {
  if (parameters.has("drilldown")) return true;
  return ["cut", "field", "all", "from", "to"].some((name) => parameters.get(name) !== undefined);
}

/** Print a state as parameters of the explorer, without empty ones. The inverse of `readState`. */
export function printState(
  measureNames: readonly string[],
  state: ExploreState,
): readonly [name: string, value: string][] {
  const { drilldown, cuts, all, measures, order, chart, ...rest } = state;
  // A dataset with one measure needs no parameter for it.
  const isOnly = measureNames.length === 1 && measures.join("|") === measureNames[0];
  const pairs = printFigures({ ...NO_FIGURES, ...rest, drilldown, cuts, order, measures: isOnly ? [] : measures });
  const own: readonly [string, string][] = [
    ["all", all.join("|")],
    ["chart", chart ?? ""],
  ];
  return [...pairs, ...own.filter(([, value]) => value !== "")];
}

/** List the errors of a state. @param other the model of the dataset that it is compared with */
export function stateErrors(
  { maxClauses }: Pick<Context, "maxClauses">,
  model: Model,
  state: ExploreState,
  other: Model,
  unread: string[] = [],
): readonly string[] {
  return queryErrors(() => bindFigureRequest(model, requestOfState(model, state), maxClauses, other, unread));
}

/** Return the request of a state. */
function requestOfState(model: Model, state: ExploreState): FigureRequest {
  const { drilldown, cuts, order, against, having, top, rollup, adjust } = state;
  return {
    ...NO_FIGURES,
    adjust,
    drilldown,
    cuts,
    order,
    against,
    having,
    top,
    rollup,
    measures: termsToShow(model, state).terms,
  };
}

/** True if a state needs more than sums. */
export function needsFigures(model: Model, { measures, against, having, top }: ExploreState): boolean {
  return against !== null || having.length > 0 || top !== null || measures.some((text) => !isSum(model, text));
}
