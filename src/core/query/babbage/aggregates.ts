import { phraseText } from "../../errors/phrase-text.js";
import { errorText } from "../../errors/error-text.js";
import type { Measure, Model } from "../../model/cube.js";
import { suggest } from "../reference.js";

/** The reference of the number of entries. */
export const COUNT_REFERENCE = "_count";

/** A figure of cells: the sum of a measure, or the number of entries if that is `null`. */
export interface CellAggregate {
  readonly ref: string;
  readonly measure: Measure | null;
}

/** List the aggregates of a model: the sum of every measure, and the number of entries. */
export function listAggregates({ measures }: Model): readonly CellAggregate[] {
  const sums = measures.map((measure) => ({ ref: `${measure.name}.sum`, measure }));
  return [...sums, { ref: COUNT_REFERENCE, measure: null }];
}

/** Bind the references of aggregates, by default all; each counts once. */
export function bindAggregates(model: Model, requested: readonly string[], errors: string[]): readonly CellAggregate[] {
  const known = listAggregates(model);
  if (requested.length === 0) return known;
  return [...new Set(requested)].flatMap((ref) => {
    const found = known.find((each) => each.ref === ref);
    if (found) return [found];
    const refs = known.map((each) => each.ref);
    const isMeasure = model.measures.some(({ name }) => name === ref);
    const remedy = isMeasure ? phraseText("use_sum", { reference: ref }) : suggest(ref, refs);
    errors.push(`aggregates: ${errorText("unknown_aggregate", { aggregate: ref, remedy })}`);
    return [];
  });
}
