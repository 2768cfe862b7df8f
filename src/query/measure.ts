import type { Measure, Model } from "../model/cube.js";
import { parseList } from "./clauses.js";
import { suggest } from "./reference.js";

const DEFAULT_MEASURE = "amount";

/** Bind `measure|measure|…`; each counts once. */
export function bindMeasures(model: Model, text: string | undefined, errors: string[]): readonly Measure[] {
  const names = new Set(parseList(text ?? DEFAULT_MEASURE));
  if (names.size === 0) names.add(DEFAULT_MEASURE);
  const known = model.measures.map((each) => each.name);
  const measures: Measure[] = [];
  for (const name of names) {
    const measure = model.measures.find((each) => each.name === name);
    if (measure) measures.push(measure);
    else errors.push(`measure: Unknown measure "${name}"${suggest(name, known)}`);
  }
  return measures;
}
