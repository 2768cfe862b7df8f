import { errorText } from "../../errors/error-text.js";
import type { Measure, Model } from "../../model/cube.js";
import { bindReference, suggest } from "../reference.js";
import { findReference } from "../../model/references.js";
import type { Drilldowns } from "./drilldown.js";
import { bindWindow } from "./bind-window.js";
import { FUNCTION_NAMES, MEASURE_FUNCTIONS } from "../../model/measure-functions.js";
import { type ParsedTerm, parseTerm, WINDOWS } from "../../model/terms.js";
import type { Statistic } from "./query.js";
import { addsUp, type Operand, type Term } from "./term.js";

/** Terms bound to a model, and what they need of an engine. */
export interface BoundTerms extends Needed {
  readonly terms: readonly Term[];
}

/** Measures to sum, and statistics. */
interface Needed {
  readonly measures: Measure[];
  readonly statistics: Statistic[];
}

/**
 * Bind terms; each counts once.
 * @param isCompared true if the query has another side
 * @param errors receives all errors of all terms
 */
export function bindTerms(
  model: Model,
  requested: readonly string[],
  drilldowns: Drilldowns,
  isCompared: boolean,
  errors: string[],
): BoundTerms {
  const error = (sentence: string): void => void errors.push(`measure: ${sentence}`);
  const needed: Needed = { measures: [], statistics: [] };
  const terms = new Map<string, Term>();
  for (const text of requested) {
    const formula = model.formulas.find(({ name }) => name === text);
    const parsed = { ...parseTerm(formula?.term ?? text, error), ...(formula && { key: formula.name }) };
    if (terms.has(parsed.key)) continue;
    const term = bindTerm(model, parsed, drilldowns, needed, isCompared, error);
    if (term) terms.set(parsed.key, term);
  }
  return { terms: [...terms.values()], ...needed };
}

function bindTerm(
  model: Model,
  parsed: ParsedTerm,
  drilldowns: Drilldowns,
  needed: Needed,
  isCompared: boolean,
  error: (sentence: string) => void,
): Term | null {
  const { key } = parsed;
  const operands = parsed.operands.map((names) => bindOperand(model, names, needed, error));
  const [value = null, divisor = null] = operands;
  if (value === null || operands.includes(null) || operands.length > 2) return null;
  const window = bindWindow(model, parsed, { value, divisor }, drilldowns, isCompared, error);
  return window === undefined ? null : { key, value, divisor, window };
}

function bindOperand(
  model: Model,
  names: readonly string[],
  needed: Needed,
  error: (sentence: string) => void,
): Operand | null {
  const text = names.join(".");
  const [name = "", ...rest] = names;
  if (text === "num_entries") return { is: "entries" };
  const measure = model.measures.find((each) => each.name === name);
  if (measure) return bindFunction(measure, rest, needed, error);
  if (names.at(-1) === "count" && names.length > 1) {
    const reference = bindReference(model, names.slice(0, -1).join("."));
    if (typeof reference !== "string") {
      const { dimension, attribute } = reference;
      return { is: "count", statistic: need(needed.statistics, { is: "count", of: { dimension, attribute } }) };
    }
    error(reference);
    return null;
  }
  const known = model.measures.map((each) => each.name);
  const reason = model.united?.unresolved.get(name);
  if (reason) error(reason);
  else if (name === "num_entries")
    error(errorText("count_without_functions", { term: text, known: WINDOWS.join(", ") }));
  else if (findReference(model, text)) {
    error(errorText("dimension_as_measure", { dimension: text, name: text, known: known.join(", ") }));
  } else if (findReference(model, name)) {
    error(errorText("dimension_is_not_a_figure", { term: text, dimension: name }));
  } else error(errorText("unknown_measure", { measure: name, remedy: suggest(name, known) }));
  return null;
}

function bindFunction(
  measure: Measure,
  names: readonly string[],
  needed: Needed,
  error: (sentence: string) => void,
): Operand | null {
  const { name } = measure;
  const [text = "sum"] = names;
  const known = FUNCTION_NAMES.find((each) => each === text);
  if (text === "count") {
    error(errorText("measure_without_members", { measure: name }));
    return null;
  }
  if (!known || names.length > 1) {
    error(
      errorText("unknown_function", {
        function: names.join("."),
        measure: name,
        known: FUNCTION_NAMES.join(", "),
        windows: WINDOWS.join(", "),
      }),
    );
    return null;
  }
  const { ofSum, statistic } = MEASURE_FUNCTIONS[known];
  return {
    is: "amounts",
    function: known,
    sum: ofSum ? needSum(needed.measures, measure) : -1,
    statistic: statistic ? need(needed.statistics, { is: statistic, measure }) : -1,
  };
}

function needSum(measures: Measure[], measure: Measure): number {
  const at = measures.indexOf(measure);
  return at < 0 ? measures.push(measure) - 1 : at;
}

/** Return the index of a statistic in a list, and add it if it is new. */
function need(statistics: Statistic[], statistic: Statistic): number {
  const at = statistics.findIndex((each) => isSame(each, statistic));
  return at < 0 ? statistics.push(statistic) - 1 : at;
}

function isSame(a: Statistic, b: Statistic): boolean {
  if (a.is === "count")
    return b.is === "count" && a.of.dimension === b.of.dimension && a.of.attribute === b.of.attribute;
  return b.is === a.is && a.measure === b.measure;
}

/** Add the comparisons of each sum, unless terms compare something themselves. */
export function addComparisons(terms: readonly Term[]): readonly Term[] {
  if (terms.some(({ window }) => window?.is === "side")) return terms;
  const compared = terms.flatMap((term): readonly Term[] => {
    if (term.window || !addsUp(term)) return [term];
    const comparisons = (["against", "difference", "change"] as const).map((as) => ({
      ...term,
      key: `${term.key}.${as}`,
      window: { is: "side" as const, as },
    }));
    return [term, ...comparisons];
  });
  return [...new Map(compared.map((term) => [term.key, term])).values()];
}
