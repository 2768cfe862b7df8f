import { errorText } from "../../errors/error-text.js";
import type { Model } from "../../model/cube.js";
import { isTerm } from "../../model/terms.js";
import { ADJUSTING, parseAdjustments, type ParsedAdjustments, printAdjustments } from "./adjustments.js";
import { readFlag } from "../flag.js";
import type { Parameters } from "../parameters.js";
import { type CutClause, isPlainCut, parseCuts, printCuts } from "../syntax/cut-clause.js";
import type { SearchBounds } from "../syntax/parse.js";
import { type AggregateRequest, parseAggregate, printAggregate, TOTAL } from "./request.js";

/** The parameter `against`, not yet checked against a model. */
export interface ParsedAgainst {
  /** `null` for the dataset of the query. */
  readonly dataset: string | null;
  readonly clauses: readonly CutClause[];
}

/** Parameters of an aggregation whose figures are computed from sums: parsed, not yet checked against a model. */
export interface FigureRequest extends AggregateRequest {
  /** `null` without a comparison. */
  readonly against: ParsedAgainst | null;
  /** Conditions on cells. */
  readonly having: readonly CutClause[];
  /** `number` or `number@reference,reference`; `null` to keep all cells. */
  readonly top: string | null;
  /** True to add a cell for every proper prefix of the drilldown. */
  readonly rollup: boolean;
  /** True to write figures in full. */
  readonly exact: boolean;
  /** Prices, currency and people that amounts are adjusted by; `null` for amounts as paid. */
  readonly adjust: ParsedAdjustments | null;
}

/** The request without any parameter. */
export const NO_FIGURES: FigureRequest = {
  ...TOTAL,
  against: null,
  having: [],
  top: null,
  rollup: false,
  exact: false,
  adjust: null,
};

/** True if parameters ask for more than the sums of measures, such as an average or a share. */
export function asksFigures({ formulas }: Model, parameters: Parameters): boolean {
  const isFigure = (text: string): boolean => isTerm(text) || formulas.some(({ name }) => name === text);
  if ((parameters.get("measure") ?? "").split("|").some((text) => isFigure(text.trim()))) return true;
  if (readFlag(parameters, "exact") || readFlag(parameters, "rollup")) return true;
  if (["having", "top", "against"].some((name) => parameters.get(name) !== undefined)) return true;
  return ADJUSTING.some((name) => (parameters.get(name) ?? "").trim() !== "");
}

/** Read a request from the parameters of a URL, and collect all syntax errors. */
export function parseFigures(parameters: Parameters, bounds: SearchBounds, errors: string[]): FigureRequest {
  return {
    ...parseAggregate(parameters, bounds, errors),
    against: parseAgainst(parameters, errors),
    having: parseHaving(parameters, errors),
    top: parameters.get("top") ?? null,
    rollup: readFlag(parameters, "rollup"),
    exact: readFlag(parameters, "exact"),
    adjust: parseAdjustments(parameters, errors),
  };
}

/** Parse conditions on cells. */
export function parseHaving(parameters: Parameters, errors: string[]): readonly CutClause[] {
  return parseCuts(parameters.get("having") ?? "", (sentence) => errors.push(`having: ${sentence}`));
}

/** Parse `clause|clause|dataset:name`. @returns `null` if there is none */
export function parseAgainst(parameters: Parameters, errors: string[] = []): ParsedAgainst | null {
  const text = parameters.get("against");
  if (text === undefined) return null;
  const clauses = parseCuts(text, (sentence) => errors.push(`against: ${sentence}`));
  const datasets = clauses.filter(({ field }) => field === "dataset");
  if (datasets.length > 1) errors.push(`against: ${errorText("several_datasets_compared")}`);
  const names = datasets.flatMap((clause) => (isPlainCut(clause) ? [clause.value] : []));
  if (names.length < datasets.length) errors.push(`against: ${errorText("dataset_without_name")}`);
  return {
    dataset: names.length === 1 ? names[0]! : null,
    clauses: clauses.filter(({ field }) => field !== "dataset"),
  };
}

/** Print a request as parameters, leaving out those with default values. The inverse of `parseFigures`. */
export function printFigures(request: FigureRequest): readonly [name: string, value: string][] {
  const { against, having, top, rollup, exact, adjust } = request;
  const pairs: [string, string][] = [
    ...printAggregate(request),
    ["against", against === null ? "" : printAgainst(against)],
    ["having", printCuts(having)],
    ["top", top ?? ""],
    ["rollup", rollup ? "true" : ""],
    ["exact", exact ? "true" : ""],
    ...printAdjustments(adjust),
  ];
  return pairs.filter(([, value]) => value !== "");
}

/** Print a comparison. The inverse of `parseAgainst`. */
export function printAgainst({ dataset, clauses }: ParsedAgainst): string {
  return printCuts([...clauses, ...(dataset === null ? [] : [{ field: "dataset", value: dataset }])]);
}
