import { errorText } from "../../errors/error-text.js";
import type { Model } from "../../model/cube.js";
import { didYouMean, joinKnown } from "../../model/nearest.js";
import type { Criterion } from "./query.js";
import { type Clause, explainDirection } from "../clauses.js";
import { type Drilldowns, listDrilldowns } from "./drilldown.js";
import { bindReference } from "../reference.js";

/** A measure, or a term with its key, that cells are ordered by. */
export interface OrderedBy {
  readonly name: string;
}

/**
 * Bind criteria; by default the measures, descending. The drilldowns always follow, ascending, so that no two cells are
 * equal and pages neither overlap nor leave cells out.
 * @param preset measures that cells are ordered by if nothing is requested
 */
export function bindOrder(
  model: Model,
  requested: readonly Clause[],
  measures: readonly OrderedBy[],
  drilldowns: Drilldowns,
  errors: string[],
  preset: readonly number[] = [...measures.keys()],
): readonly Criterion[] {
  const criteria: Criterion[] = [];
  for (const { field, value } of requested) {
    const isDirected = value === "asc" || value === "desc";
    if (!isDirected) errors.push(`order: ${explainDirection({ field, value })}`);
    const criterion = bindCriterion(model, field, value === "desc", measures, drilldowns);
    if (typeof criterion === "string") errors.push(`order: ${criterion}`);
    else if (isDirected) criteria.push(criterion);
  }
  if (criteria.length === 0) {
    for (const index of preset) criteria.push({ by: "measure", index, descending: true });
  }
  for (const { key, attribute, dimension } of drilldowns.drilldowns) {
    criteria.push({ by: "key", key, attribute: attribute ?? dimension.identity, descending: false });
  }
  return criteria;
}

/** Print the normalised spelling of an order, with all implied criteria. */
export function printOrder(
  order: readonly Criterion[],
  measures: readonly OrderedBy[],
  drilldowns: Drilldowns,
): string {
  return order
    .map((criterion) => `${criterionName(criterion, measures, drilldowns)}:${criterion.descending ? "desc" : "asc"}`)
    .join("|");
}

function criterionName(criterion: Criterion, measures: readonly OrderedBy[], { keys }: Drilldowns): string {
  if (criterion.by === "entries") return "num_entries";
  if (criterion.by === "measure") return measures[criterion.index]!.name;
  return `${keys[criterion.key]!.dimension.name}.${criterion.attribute.name}`;
}

function bindCriterion(
  model: Model,
  field: string,
  descending: boolean,
  measures: readonly OrderedBy[],
  { keys, drilldowns }: Drilldowns,
): Criterion | string {
  if (field === "num_entries") return { by: "entries", descending };
  const index = measures.findIndex((each) => each.name === field);
  if (index >= 0) return { by: "measure", index, descending };
  if (model.measures.some((each) => each.name === field)) {
    return errorText("measure_not_requested", { field });
  }
  const reference = bindReference(model, field);
  const own = [...measures.map(({ name }) => name), "num_entries", ...listDrilldowns(drilldowns)];
  if (typeof reference === "string") {
    const isDotted = model.dimensions.some(({ name }) => field.startsWith(`${name}.`));
    return isDotted ? reference : explainCriterion(model, field, own);
  }
  const { dimension } = reference;
  const attribute = reference.attribute ?? dimension.identity;
  const key = keys.findIndex(
    (each) => each.dimension === dimension && (each.attribute === null || each.attribute === attribute),
  );
  if (key < 0) {
    return errorText("criterion_not_drilled_down", { field, known: joinKnown(own) });
  }
  return { by: "key", key, attribute, descending };
}

/** Write a message about an unknown criterion: similar names, of the cells or else of the model, and all of the cells. */
function explainCriterion(model: Model, field: string, own: readonly string[]): string {
  const others = [...model.measures, ...model.dimensions].map(({ name }) => name);
  const near = didYouMean(field, own) || didYouMean(field, [...others, "year", "month"]);
  return errorText("unknown_criterion", { criterion: field, known: joinKnown(own), remedy: near });
}
