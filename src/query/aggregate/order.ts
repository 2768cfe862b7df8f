import type { Measure, Model } from "../../model/cube.js";
import type { Criterion } from "./query.js";
import { type Clause, DIRECTION } from "../clauses.js";
import type { Drilldowns } from "./drilldown.js";
import { bindReference } from "../reference.js";

/**
 * Bind criteria; by default the measures, descending. The drilldowns always follow, ascending, so that no two cells are
 * equal and pages neither overlap nor leave cells out.
 */
export function bindOrder(
  model: Model,
  requested: readonly Clause[],
  measures: readonly Measure[],
  drilldowns: Drilldowns,
  errors: string[],
): readonly Criterion[] {
  const criteria: Criterion[] = [];
  for (const { field, value } of requested) {
    if (value !== "asc" && value !== "desc") {
      errors.push(`order: "${field}:${value}" ${DIRECTION}`);
      continue;
    }
    const criterion = bindCriterion(model, field, value === "desc", measures, drilldowns);
    if (typeof criterion === "string") errors.push(`order: ${criterion}`);
    else criteria.push(criterion);
  }
  if (criteria.length === 0) {
    measures.forEach((_, index) => criteria.push({ by: "measure", index, descending: true }));
  }
  for (const { key, attribute, dimension } of drilldowns.drilldowns) {
    criteria.push({ by: "key", key, attribute: attribute ?? dimension.identity, descending: false });
  }
  return criteria;
}

/** Print the normalised spelling of an order, with all implied criteria. */
export function printOrder(order: readonly Criterion[], measures: readonly Measure[], drilldowns: Drilldowns): string {
  return order
    .map((criterion) => `${criterionName(criterion, measures, drilldowns)}:${criterion.descending ? "desc" : "asc"}`)
    .join("|");
}

function criterionName(criterion: Criterion, measures: readonly Measure[], { keys }: Drilldowns): string {
  if (criterion.by === "entries") return "num_entries";
  if (criterion.by === "measure") return measures[criterion.index]!.name;
  return `${keys[criterion.key]!.dimension.name}.${criterion.attribute.name}`;
}

function bindCriterion(
  model: Model,
  field: string,
  descending: boolean,
  measures: readonly Measure[],
  { keys }: Drilldowns,
): Criterion | string {
  if (field === "num_entries") return { by: "entries", descending };
  const index = measures.findIndex((each) => each.name === field);
  if (index >= 0) return { by: "measure", index, descending };
  if (model.measures.some((each) => each.name === field)) {
    return `"${field}" is not among the requested measures: add it to "measure"`;
  }
  const reference = bindReference(model, field);
  if (typeof reference === "string") return reference;
  const { dimension } = reference;
  const attribute = reference.attribute ?? dimension.identity;
  const key = keys.findIndex(
    (each) => each.dimension === dimension && (each.attribute === null || each.attribute === attribute),
  );
  if (key < 0) return `"${field}" is not drilled down: cells can be ordered by what they are drilled down by`;
  return { by: "key", key, attribute, descending };
}
