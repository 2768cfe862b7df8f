import { InvalidQuery } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import type { AggregateQuery } from "./aggregate.js";
import { countClauses } from "./clauses.js";
import { bindCuts, type PlacedCut, printCuts } from "./cut.js";
import { bindDrilldowns, type PlacedDrilldown, printDrilldowns } from "./drilldown.js";
import { bindMeasures } from "./measure.js";
import { bindOrder, printOrder } from "./order.js";
import { bindPage, type PageRange } from "./page.js";
import type { Parameters } from "./parameters.js";
import { bindSearchText } from "./search/bind-search.js";

/** An aggregation, bound to a model, and how its cells are laid out. */
export interface BoundAggregate {
  readonly query: AggregateQuery;
  readonly drilldowns: readonly PlacedDrilldown[];
  readonly cuts: readonly PlacedCut[];
  readonly page: PageRange;
  /** Sentences about parts of `q` and `fq` that match nothing. */
  readonly warnings: readonly string[];
  /** One spelling for all queries with this answer. */
  readonly canonical: string;
}

/** Levels of a search, unless a setting says otherwise. */
const MAX_NESTING = 64;

/**
 * Bind the parameters of an aggregation.
 * @param maxClauses most cut values, drilldowns, criteria and clauses of `q` and `fq` together
 * @param maxNesting most levels of parentheses in those
 * @throws InvalidQuery with every fault
 */
export function bindAggregate(
  model: Model,
  parameters: Parameters,
  maxClauses: number,
  maxNesting = MAX_NESTING,
): BoundAggregate {
  const errors: string[] = [];
  const text = bindSearchText([model], parameters, { maxClauses, maxNesting }, errors);
  const measures = bindMeasures(model, parameters.get("measure"), errors);
  const cuts = bindCuts(model, parameters.get("cut") ?? "", errors);
  const placed = bindDrilldowns(model, parameters.get("drilldown") ?? "", errors);
  const order = bindOrder(model, parameters.get("order") ?? "", measures, placed, errors);
  const page = bindPage(parameters, errors);
  const values = cuts.reduce((sum, cut) => sum + cut.values.length, 0);
  const criteria = countClauses(parameters.get("order"));
  const clauses = values + placed.drilldowns.length + criteria + text.clauses;
  if (clauses > maxClauses) {
    errors.push(`The query has ${clauses} clauses (cut values, drilldowns and criteria); ${maxClauses} are allowed`);
  }
  if (errors.length > 0) throw new InvalidQuery(errors);
  const canonical = [
    measures.map((each) => each.name).join("|"),
    printCuts(cuts),
    printDrilldowns(placed.drilldowns),
    printOrder(order, measures, placed),
    page.page,
    page.pagesize,
    JSON.stringify(text.canonical),
  ].join("&");
  return {
    query: {
      cuts,
      filters: [text.q[0]!, ...text.fq[0]!],
      keys: placed.keys,
      measures,
      order,
      first: page.first,
      limit: page.pagesize,
    },
    drilldowns: placed.drilldowns,
    cuts,
    page,
    warnings: text.warnings,
    canonical,
  };
}
