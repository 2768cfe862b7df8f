import { errorText } from "../../errors/error-text.js";
import type { Measure, Model } from "../../model/cube.js";
import { didYouMean, joinKnown } from "../../model/nearest.js";
import { bindDrilldowns, type Drilldowns } from "../aggregate/drilldown.js";
import type { AggregateQuery, Criterion } from "../aggregate/query.js";
import { bindPage } from "../page.js";
import type { Parameters } from "../parameters.js";
import { bindAggregates, type CellAggregate, COUNT_REFERENCE, listAggregates } from "./aggregates.js";
import { bindSetCuts } from "./bind-set-cuts.js";
import { type AttributeReferred, bindAttributeOf, distinctColumns, listAttributes } from "./columns.js";
import { type BoundListing, canonicalOf } from "./listing.js";
import { readCriteria, readReferences, refuseRequest, type ShownCriterion } from "./request.js";

/** An attribute that cells show, and the key that its values come from. */
export interface CellColumn extends AttributeReferred {
  /** Index into the keys. */
  readonly key: number;
}

/** An aggregation of a cube bound to its model, and the columns of its cells. */
export interface BoundCells extends BoundListing<AggregateQuery, CellColumn> {
  readonly aggregates: readonly CellAggregate[];
}

/**
 * Bind the parameters `aggregates`, `drilldown`, `cut`, `order`, `page` and `pagesize`. Cells are ordered by the
 * criteria, then by the drilldowns, ascending.
 * @param maxClauses maximum number of cut values, drilldowns and criteria together
 * @throws InvalidQuery with every error
 */
export function bindCells(model: Model, parameters: Parameters, maxClauses: number): BoundCells {
  const errors: string[] = [];
  const cuts = bindSetCuts(model, parameters, errors);
  const placed = bindDrilldowns(model, readReferences(parameters, "drilldown"), errors);
  const aggregates = bindAggregates(model, readReferences(parameters, "aggregates"), errors);
  const order = readCriteria(parameters, errors);
  const measures = aggregates.flatMap(({ measure }) => measure ?? []);
  const criteria = bindCriteria(model, order, measures, placed, errors);
  const page = bindPage(parameters, errors);
  refuseRequest(errors, cuts.clauses + placed.drilldowns.length + order.length, maxClauses);
  const columns = distinctColumns(
    placed.drilldowns.flatMap(({ key, ...reference }) =>
      listAttributes(reference).map((column): CellColumn => ({ ...column, key })),
    ),
  );
  return {
    query: {
      filters: cuts.conditions,
      keys: placed.keys,
      measures,
      order: [...criteria, ...orderByDrilldowns(placed)],
      first: page.first,
      limit: page.pagesize,
    },
    cuts,
    columns,
    aggregates,
    order,
    page,
    canonical: canonicalOf({ cuts, order, page }, columns, aggregates),
  };
}

/** Order cells by their drilldowns, so that no two are equal. */
function orderByDrilldowns({ drilldowns }: Drilldowns): readonly Criterion[] {
  return drilldowns.map(({ key, attribute, dimension }) => ({
    by: "key",
    key,
    attribute: attribute ?? dimension.identity,
    descending: false,
  }));
}

/** @param measures those that are summed; measures that cells are only ordered by are added to them */
function bindCriteria(
  model: Model,
  order: readonly ShownCriterion[],
  measures: Measure[],
  placed: Drilldowns,
  errors: string[],
): readonly Criterion[] {
  return order.flatMap(([ref, direction]) => {
    const criterion = bindCriterion(model, ref, direction === "desc", measures, placed);
    if (typeof criterion !== "string") return [criterion];
    errors.push(`order: ${criterion}`);
    return [];
  });
}

function bindCriterion(
  model: Model,
  ref: string,
  descending: boolean,
  measures: Measure[],
  { keys, drilldowns }: Drilldowns,
): Criterion | string {
  if (ref === COUNT_REFERENCE) return { by: "entries", descending };
  const known = listAggregates(model);
  const aggregate = known.find((each) => each.ref === ref);
  if (aggregate?.measure) {
    const at = measures.indexOf(aggregate.measure);
    return { by: "measure", index: at < 0 ? measures.push(aggregate.measure) - 1 : at, descending };
  }
  const named = bindAttributeOf(model, ref);
  const own = [
    ...known.map((each) => each.ref),
    ...drilldowns.flatMap((each) => listAttributes(each).map((column) => column.ref)),
  ];
  if (typeof named === "string")
    return errorText("unknown_criterion", { criterion: ref, known: joinKnown(own), remedy: didYouMean(ref, own) });
  const key = keys.findIndex(
    ({ dimension, attribute }) =>
      dimension === named.dimension && (attribute === null || attribute === named.attribute),
  );
  if (key < 0) {
    return errorText("criterion_not_drilled_down", { field: ref, known: joinKnown(own) });
  }
  return { by: "key", key, attribute: named.attribute, descending };
}
