import { errorText } from "../../errors/error-text.js";
import type { Model } from "../../model/cube.js";
import type { AggregateQuery, Criterion } from "../aggregate/query.js";
import { bindPage } from "../page.js";
import type { Parameters } from "../parameters.js";
import type { Reference } from "../reference.js";
import type { CellColumn } from "./bind-cells.js";
import { bindSetCuts } from "./bind-set-cuts.js";
import { bindAttributeOf, listAttributes } from "./columns.js";
import { type BoundListing, canonicalOf } from "./listing.js";
import { readCriteria, refuseRequest } from "./request.js";

/** A listing of members bound to a model. */
export type BoundMembers = BoundListing<AggregateQuery, CellColumn>;

/**
 * Bind the parameters `cut`, `order`, `page` and `pagesize` of a listing of what a reference means: the members of a
 * dimension, or the values of one attribute. Both are ordered by the criteria, then by key or value, ascending.
 * @param maxClauses maximum number of cut values and criteria together
 * @throws InvalidQuery with every error
 */
export function bindMembers(
  model: Model,
  { dimension, attribute }: Omit<Reference, "place">,
  parameters: Parameters,
  maxClauses: number,
): BoundMembers {
  const errors: string[] = [];
  const cuts = bindSetCuts(model, parameters, errors);
  const order = readCriteria(parameters, errors);
  const columns = listAttributes({ dimension, attribute }).map((column): CellColumn => ({ ...column, key: 0 }));
  const criteria = order.flatMap(([ref, direction]): Criterion[] => {
    const named = bindAttributeOf(model, ref);
    const column = typeof named === "string" ? undefined : columns.find((each) => each.ref === named.ref);
    if (column) return [{ by: "key", key: 0, attribute: column.attribute, descending: direction === "desc" }];
    errors.push(
      `order: ${errorText("unknown_criterion", { criterion: ref, known: columns.map((each) => each.ref).join(", "), remedy: "" })}`,
    );
    return [];
  });
  const page = bindPage(parameters, errors);
  refuseRequest(errors, cuts.clauses + order.length, maxClauses);
  const last: Criterion = { by: "key", key: 0, attribute: attribute ?? dimension.identity, descending: false };
  return {
    query: {
      filters: cuts.conditions,
      keys: [{ dimension, attribute }],
      measures: [],
      order: [...criteria, last],
      first: page.first,
      limit: page.pagesize,
    },
    cuts,
    columns,
    order,
    page,
    canonical: canonicalOf({ cuts, order, page }, columns),
  };
}
