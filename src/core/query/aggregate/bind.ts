import { errorText } from "../../errors/error-text.js";
import { InvalidQuery } from "../../errors/errors.js";
import type { Dimension, Measure, Model } from "../../model/cube.js";
import type { Condition } from "../condition/condition.js";
import { bindCuts, type BoundCuts, type PlacedCut } from "../condition/bind-cuts.js";
import { bindModelText, type BoundText } from "../condition/bind-text.js";
import { pageRange, type PageRange } from "../page.js";
import type { Parameters } from "../parameters.js";
import { listParentLevels, type ParentLevel } from "./parent-levels.js";
import { sortErrors } from "../sort-errors.js";
import { bindDrilldowns, type Drilldowns, type PlacedDrilldown, printDrilldowns } from "./drilldown.js";
import { bindMeasures } from "./measure.js";
import { bindOrder, printOrder } from "./order.js";
import type { AggregateQuery, Criterion } from "./query.js";
import { type AggregateRequest, parseAggregate } from "./request.js";

/** An aggregation bound to a model, and the layout of its cells. */
export interface BoundAggregate {
  readonly query: AggregateQuery;
  readonly drilldowns: readonly PlacedDrilldown[];
  /** The conditions of all cuts. */
  readonly cutConditions: readonly Condition[];
  /** The cuts that cells show. */
  readonly cuts: readonly PlacedCut[];
  /** Levels above those of cells that cells show, too. */
  readonly levels: readonly ParentLevel[];
  readonly page: PageRange;
  /** Sentences about parts of `q` and `fq` that match nothing, and about cuts that mean more than one value. */
  readonly warnings: readonly string[];
  /** Normalised spelling: queries with the same answer have the same one. */
  readonly canonical: string;
}

/** Default limit of levels of parentheses in a search. */
const MAX_NESTING = 64;

/** The order in which errors are reported. */
const PARAMETERS = [
  "q",
  "fq",
  "measure",
  "cut",
  "drilldown",
  "against",
  "having",
  "top",
  "rollup",
  "order",
  "page",
  "pagesize",
];

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
  const measures = bindMeasures(model, request.measures, errors);
  const selection = bindSelection(model, request, errors);
  const order = bindOrder(model, request.order, measures, selection.placed, errors);
  refuseErrors(request, selection, maxClauses, errors);
  return aggregateOf(selection, measures, order, [
    measures.map((each) => each.name).join("|"),
    printOrder(order, measures, selection.placed),
  ]);
}

/** The parts of a request that do not depend on its measures. */
export interface BoundSelection {
  readonly text: BoundText;
  readonly cuts: BoundCuts;
  readonly placed: Drilldowns;
  readonly levels: readonly ParentLevel[];
  readonly page: PageRange;
}

/** Bind the parts of a request that do not depend on its measures. */
export function bindSelection(model: Model, request: AggregateRequest, errors: string[]): BoundSelection {
  const text = bindModelText(model, request);
  errors.push(...text.errors);
  const cuts = bindCuts(model, request.cuts, errors);
  const placed = bindDrilldowns(model, request.drilldown, errors);
  errors.push(...refuseUnplaced(placed));
  const levels = request.parents ? listParentLevels(model, placed.keys, placed.drilldowns) : [];
  return { text, cuts, placed, levels, page: pageRange(request) };
}

/** Write an error for each unlisted attribute beside its whole dimension, whose members in cells do not have it. */
function refuseUnplaced({ drilldowns }: Drilldowns): readonly string[] {
  return drilldowns.flatMap(({ dimension, attribute }) => {
    const isUnlisted = attribute !== null && (dimension.unlisted?.includes(attribute) ?? false);
    const isWhole = drilldowns.some((each) => each.dimension === dimension && each.attribute === null);
    return isUnlisted && isWhole
      ? [
          `drilldown: ${errorText("attribute_without_dimension", { dimension: dimension.name, attribute: attribute.name })}`,
        ]
      : [];
  });
}

/**
 * Refuse a request with errors, or with too many clauses.
 * @param more clauses of other parameters
 * @throws InvalidQuery with every error
 */
export function refuseErrors(
  request: AggregateRequest,
  { text, cuts, placed }: BoundSelection,
  maxClauses: number,
  errors: readonly string[],
  more = 0,
): void {
  const clauses = cuts.clauses + placed.drilldowns.length + request.order.length + text.clauses + more;
  const tooMany = errorText("too_many_clauses", { clauses, maximum: maxClauses });
  const all = clauses > maxClauses ? [...errors, tooMany] : errors;
  if (all.length > 0) throw new InvalidQuery(sortErrors(all, PARAMETERS));
}

/** Put together what was bound. @param spelling normalised measures and order */
export function aggregateOf(
  { text, cuts, placed, levels, page }: BoundSelection,
  measures: readonly Measure[],
  order: readonly Criterion[],
  [spelledMeasures, spelledOrder]: readonly [string, string],
): BoundAggregate {
  const canonical = [
    spelledMeasures,
    cuts.canonical,
    printDrilldowns(placed.drilldowns),
    spelledOrder,
    page.page,
    page.pagesize,
    JSON.stringify(text.canonical),
    ...(levels.length > 0 ? ["parents"] : []),
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
    cutConditions: cuts.conditions,
    cuts: cuts.placed,
    levels,
    page,
    warnings: [...text.warnings, ...cuts.warnings, ...warnOfWeeks(placed.keys, cuts.placed)],
    canonical,
  };
}

/**
 * Warn of weeks by calendar years: those around New Year may belong to the year before or after.
 * @param cuts the cuts that cells show: a year is one of their parts, too
 */
export function warnOfWeeks(keys: Drilldowns["keys"], cuts: readonly PlacedCut[]): readonly string[] {
  const hasKey = (dimension: Dimension, name: string): boolean =>
    [...keys, ...cuts].some((part) => part.dimension === dimension && part.attribute?.name === name);
  const dates = [...new Set(keys.map(({ dimension }) => dimension))].filter(({ kind }) => kind === "date");
  return dates
    .filter((date) => hasKey(date, "week") && hasKey(date, "year"))
    .filter((date) => !hasKey(date, "yearmonth") && !hasKey(date, "weekyear"))
    .map(({ name }) => errorText("weeks_by_calendar_years", { date: name }));
}
