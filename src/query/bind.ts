import { InvalidQuery } from "../errors/errors.js";
import type { Model } from "../model/cube.js";
import type { AggregateQuery } from "./aggregate.js";
import { bindCuts, type PlacedCut, printCuts } from "./cut.js";
import { bindDrilldowns, type PlacedDrilldown, printDrilldowns } from "./drilldown.js";
import { bindMeasures } from "./measure.js";
import { bindOrder, printOrder } from "./order.js";
import { bindPage, type Page } from "./page.js";
import type { Parameters } from "./parameters.js";

/** An aggregation, bound to a model, and how its cells are laid out. */
export interface BoundAggregate {
  readonly query: AggregateQuery;
  readonly drilldowns: readonly PlacedDrilldown[];
  readonly cuts: readonly PlacedCut[];
  readonly page: Page;
  /** One spelling for all queries with this answer. */
  readonly canonical: string;
}

/**
 * Bind the parameters of an aggregation.
 * @param maxClauses most cut values, drilldowns and criteria together
 * @throws InvalidQuery with every fault
 */
export function bindAggregate(model: Model, parameters: Parameters, maxClauses: number): BoundAggregate {
  const faults: string[] = [];
  const measures = bindMeasures(model, parameters.get("measure"), faults);
  const cuts = bindCuts(model, parameters.get("cut") ?? "", faults);
  const placed = bindDrilldowns(model, parameters.get("drilldown") ?? "", faults);
  const order = bindOrder(model, parameters.get("order") ?? "", measures, placed, faults);
  const page = bindPage(parameters, faults);
  const clauses = cuts.reduce((sum, cut) => sum + cut.values.length, 0) + placed.drilldowns.length + order.length;
  if (clauses > maxClauses) {
    faults.push(`The query has ${clauses} clauses (cut values, drilldowns and criteria); ${maxClauses} are allowed`);
  }
  if (faults.length > 0) throw new InvalidQuery(faults);
  const canonical = [
    measures.map((each) => each.name).join("|"),
    printCuts(cuts),
    printDrilldowns(placed.drilldowns),
    printOrder(order, measures, placed),
    page.page,
    page.pagesize,
  ].join("&");
  return {
    query: { cuts, keys: placed.keys, measures, order, first: page.first, limit: page.pagesize },
    drilldowns: placed.drilldowns,
    cuts,
    page,
    canonical,
  };
}
