import { InvalidQuery } from "../../errors/errors.js";
import type { Model } from "../../model/cube.js";
import { bindCuts, type PlacedCut } from "../condition/bind-cuts.js";
import { bindSearchText } from "../condition/bind-text.js";
import { pageRange, type PageRange } from "../page.js";
import type { Parameters } from "../parameters.js";
import { sortErrors } from "../sort-errors.js";
import { bindDrilldowns, type PlacedDrilldown, printDrilldowns } from "./drilldown.js";
import { bindMeasures } from "./measure.js";
import { bindOrder, printOrder } from "./order.js";
import type { AggregateQuery } from "./query.js";
import { type AggregateRequest, parseAggregate } from "./request.js";

/** An aggregation bound to a model, and the layout of its cells. */
export interface BoundAggregate {
  readonly query: AggregateQuery;
  readonly drilldowns: readonly PlacedDrilldown[];
  /** The cuts that cells show. */
  readonly cuts: readonly PlacedCut[];
  readonly page: PageRange;
  /** Sentences about parts of `q` and `fq` that match nothing. */
  readonly warnings: readonly string[];
  /** Normalised spelling: queries with the same answer have the same one. */
  readonly canonical: string;
}

/** Default limit of levels of parentheses in a search. */
const MAX_NESTING = 64;

/** The order in which errors are reported. */
const PARAMETERS = ["q", "fq", "measure", "cut", "drilldown", "order", "page", "pagesize"];

/**
 * Parse and bind the parameters of an aggregation.
 * @param maxClauses maximum number of cuts, drilldowns, criteria and clauses of `q` and `fq` together
 * @param maxNesting maximum levels of parentheses in `q` and `fq`
 * @throws InvalidQuery with every error
 */
export function bindAggregate(
  model: Model,
  parameters: Parameters,
  maxClauses: number,
  maxNesting = MAX_NESTING,
): BoundAggregate {
  const errors: string[] = [];
  const request = parseAggregate(parameters, { maxClauses, maxNesting }, errors);
  return bindAggregateRequest(model, request, maxClauses, errors);
}

/**
 * Bind a request to a model.
 * @param maxClauses maximum number of cuts, drilldowns, criteria and clauses of `q` and `fq` together
 * @param found errors that were already found
 * @throws InvalidQuery with every error
 */
export function bindAggregateRequest(
  model: Model,
  request: AggregateRequest,
  maxClauses: number,
  found: readonly string[] = [],
): BoundAggregate {
  const errors = [...found];
  const text = bindSearchText([model], request);
  const measures = bindMeasures(model, request.measures, errors);
  const cuts = bindCuts(model, request.cuts, errors);
  const placed = bindDrilldowns(model, request.drilldown, errors);
  const order = bindOrder(model, request.order, measures, placed, errors);
  const page = pageRange(request);
  const clauses = cuts.clauses + placed.drilldowns.length + request.order.length + text.clauses;
  if (clauses > maxClauses) {
    errors.push(`The query has ${clauses} clauses (cut values, drilldowns and criteria); ${maxClauses} are allowed`);
  }
  if (errors.length > 0) throw new InvalidQuery(sortErrors(errors, PARAMETERS));
  const canonical = [
    measures.map((each) => each.name).join("|"),
    cuts.canonical,
    printDrilldowns(placed.drilldowns),
    printOrder(order, measures, placed),
    page.page,
    page.pagesize,
    JSON.stringify(text.canonical),
  ].join("&");
  return {
    query: {
      filters: [...cuts.conditions, text.q[0]!, ...text.fq[0]!],
      keys: placed.keys,
      measures,
      order,
      first: page.first,
      limit: page.pagesize,
    },
    drilldowns: placed.drilldowns,
    cuts: cuts.placed,
    page,
    warnings: text.warnings,
    canonical,
  };
}
