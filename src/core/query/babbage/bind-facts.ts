import { errorText } from "../../errors/error-text.js";
import type { Measure, Model } from "../../model/cube.js";
import { EVERYTHING } from "../condition/condition.js";
import { bindPage } from "../page.js";
import type { Parameters } from "../parameters.js";
import { bindReference, suggest } from "../reference.js";
import type { HitCriterion, SearchQuery } from "../search/query.js";
import { bindSetCuts } from "./bind-set-cuts.js";
import { type AttributeReferred, bindAttributeOf, distinctColumns, listAttributes } from "./columns.js";
import { type BoundListing, canonicalOf } from "./listing.js";
import { readCriteria, readReferences, refuseRequest } from "./request.js";

/** A measure that facts show. */
export interface MeasureReferred {
  /** Its name. */
  readonly ref: string;
  readonly measure: Measure;
}

export type FactColumn = AttributeReferred | MeasureReferred;

/** A listing of entries bound to a model, and their columns. */
export type BoundFacts = BoundListing<SearchQuery, FactColumn>;

/**
 * Bind the parameters `fields`, `cut`, `order`, `page` and `pagesize`. Entries are ordered by the criteria, then by id.
 * @param maxClauses maximum number of cut values, fields and criteria together
 * @throws InvalidQuery with every error
 */
export function bindFacts(model: Model, parameters: Parameters, maxClauses: number): BoundFacts {
  const errors: string[] = [];
  const cuts = bindSetCuts(model, parameters, errors);
  const requested = readReferences(parameters, "fields");
  const columns = bindFields(model, requested, errors);
  const order = readCriteria(parameters, errors);
  const criteria = order.flatMap(([ref, direction]): HitCriterion[] => {
    const criterion = bindFactCriterion(model, ref, direction === "desc");
    if (typeof criterion !== "string") return [criterion];
    errors.push(`order: ${criterion}`);
    return [];
  });
  const page = bindPage(parameters, errors);
  refuseRequest(errors, cuts.clauses + requested.length + order.length, maxClauses);
  return {
    query: {
      where: EVERYTHING,
      rarities: null,
      filters: cuts.conditions,
      order: [...criteria, { by: "id", descending: false }],
      first: page.first,
      limit: page.pagesize,
      facets: [],
      statistics: [],
    },
    cuts,
    columns,
    order,
    page,
    canonical: canonicalOf({ cuts, order, page }, columns),
  };
}

/** Bind references of dimensions, attributes and measures; by default all attributes, then all measures. */
function bindFields(model: Model, requested: readonly string[], errors: string[]): readonly FactColumn[] {
  if (requested.length === 0) {
    const attributes = model.dimensions.flatMap((dimension) => listAttributes({ dimension, attribute: null }));
    return [...attributes, ...model.measures.map(referToMeasure)];
  }
  return distinctColumns(
    requested.flatMap((name): readonly FactColumn[] => {
      const measure = model.measures.find((each) => each.name === name);
      if (measure) return [referToMeasure(measure)];
      const reference = bindReference(model, name);
      if (typeof reference !== "string") return listAttributes(reference);
      errors.push(`fields: ${explainField(model, name, reference)}`);
      return [];
    }),
  );
}

function bindFactCriterion(model: Model, ref: string, descending: boolean): HitCriterion | string {
  const measure = model.measures.find((each) => each.name === ref);
  if (measure) return { by: "measure", measure, descending };
  const named = bindAttributeOf(model, ref);
  if (typeof named === "string") return explainField(model, ref, named);
  return { by: "value", dimension: named.dimension, attribute: named.attribute, descending };
}

function referToMeasure(measure: Measure): MeasureReferred {
  return { ref: measure.name, measure };
}

/** Write a message about an unknown field: measures are meant, too. @param otherwise message about an attribute */
function explainField({ fields }: Model, name: string, otherwise: string): string {
  if (name.includes(".")) return otherwise;
  const known = fields.map((each) => each.name);
  return errorText("unknown_field", { field: name, remedy: suggest(name, known) });
}
