import { errorText } from "../../errors/error-text.js";
import type { Measure, Model } from "../../model/cube.js";
import { findReference } from "../../model/references.js";
import { suggest } from "../reference.js";

const DEFAULT_MEASURE = "amount";

/** Return the names of the measures to sum if a request names none: `amount`, where the model has it. */
export function defaultMeasures({ measures }: Model): readonly string[] {
  return measures.some(({ name }) => name === DEFAULT_MEASURE) ? [DEFAULT_MEASURE] : [];
}

/** Bind the names of measures, by default `amount`; each counts once. */
export function bindMeasures(model: Model, requested: readonly string[], errors: string[]): readonly Measure[] {
  const names = new Set(requested.length > 0 ? requested : defaultMeasures(model));
  const known = model.measures.map((each) => each.name);
  const measures: Measure[] = [];
  for (const name of names) {
    const measure = model.measures.find((each) => each.name === name);
    const reason = model.united?.unresolved.get(name);
    if (measure) measures.push(measure);
    else if (reason) errors.push(`measure: ${reason}`);
    else if (findReference(model, name)) {
      errors.push(`measure: ${errorText("dimension_as_measure", { dimension: name, name, known: known.join(", ") })}`);
    } else errors.push(`measure: ${errorText("unknown_measure", { measure: name, remedy: suggest(name, known) })}`);
  }
  return measures;
}
