import { errorText } from "../../errors/error-text.js";
import type { Model } from "../../model/cube.js";
import type { Parameters } from "../parameters.js";
import type { SearchBounds } from "../syntax/parse.js";
import { aggregateOf, type BoundAggregate, bindSelection, refuseErrors } from "./bind.js";
import { bindAgainst } from "./bind-against.js";
import { bindHaving } from "./bind-having.js";
import { addComparisons, bindTerms } from "./bind-term.js";
import { bindTop } from "./bind-top.js";
import type { BoundFigures, FigureQuery } from "./figures.js";
import { defaultMeasures } from "./measure.js";
import { bindOrder, printOrder } from "./order.js";
import { normaliseTerm } from "../../model/terms.js";
import { joinsParts } from "../../model/measure-functions.js";
import { isMoneyMeasure } from "../../model/spending.js";
import type { AggregateQuery, Criterion, Statistic } from "./query.js";
import { type FigureRequest, parseFigures } from "./figure-request.js";
import { addsUp, type Term } from "./term.js";

/** Adjustments of an aggregation, as far as they change what is bound. */
interface AdjustedBinding {
  /** Errors about it. */
  readonly refused?: readonly string[];
  /** Fields of cuts that are none of the dataset's but of a series'. */
  readonly foreign?: ReadonlySet<string> | undefined;
  readonly requested?: FigureRequest["adjust"] | undefined;
}

/**
 * Parse and bind the parameters of an aggregation whose figures are computed from sums.
 * @param maxClauses maximum number of cuts, drilldowns, criteria and clauses of `q` and `fq` together
 * @param other model of the dataset that `against` names
 * @param adjustment what amounts are adjusted by, by default what the parameters say, and errors about it
 * @throws InvalidQuery with every error
 */
export function bindFigures(
  model: Model,
  parameters: Parameters,
  bounds: SearchBounds,
  other: Model = model,
  { refused = [], foreign = new Set(), requested }: AdjustedBinding = {},
): BoundFigures {
  const errors: string[] = [...refused];
  const parsed = parseFigures(parameters, bounds, errors);
  const cuts = parsed.cuts.filter(({ field }) => !foreign.has(field));
  const request = { ...parsed, cuts, adjust: requested ?? parsed.adjust };
  return bindFigureRequest(model, request, bounds.maxClauses, other, errors);
}

/**
 * Bind a request for figures to a model.
 * @param maxClauses maximum number of cuts, drilldowns, criteria and clauses together
 * @param other model of the dataset that `against` names
 * @param found errors that were already found
 * @throws InvalidQuery with every error
 */
export function bindFigureRequest(
  model: Model,
  request: FigureRequest,
  maxClauses: number,
  other: Model = model,
  found: readonly string[] = [],
): BoundFigures {
  const errors = [...found];
  const { against: compared, rollup, exact, adjust } = request;
  const selection = bindSelection(model, request, errors);
  const { placed } = selection;
  const requested = request.measures.length > 0 ? request.measures : defaultMeasures(model);
  const requestedKeys = new Set(requested.map(normaliseTerm));
  const { terms: own, measures, statistics } = bindTerms(model, requested, placed, compared !== null, errors);
  const needed = { measures, statistics };
  const against = compared && bindAgainst(model, other, compared, request, placed.keys, needed, errors);
  errors.push(...refuseAdjusted(adjust, own, statistics));
  const terms = against ? addComparisons(own) : own;
  const named = terms.map(({ key }) => ({ name: key }));
  const isRefused = (field: string): boolean => requestedKeys.has(field) && !terms.some(({ key }) => key === field);
  const criteria = request.order
    .map(({ field, value }) => ({ field: normaliseTerm(field), value }))
    .filter(({ field }) => !isRefused(field));
  const preset = own.map(({ key }) => terms.findIndex((term) => term.key === key));
  const order = withEntries(bindOrder(model, criteria, named, placed, errors, preset), terms);
  const having = bindHaving(terms, isRefused, request.having, errors);
  const top = bindTop(model, request.top, placed, errors);
  if (rollup && top) errors.push(`rollup: ${errorText("rollup_with_top")}`);
  if (rollup && having.tests.length > 0) errors.push(`rollup: ${errorText("rollup_with_having")}`);
  refuseErrors(request, selection, maxClauses, errors, having.tests.length + terms.length + (against?.clauses ?? 0));
  const sorted = adjust ? null : engineOrder(order, terms);
  const isComputed = [adjust, against, top].some((each) => each !== null) || rollup || having.tests.length > 0;
  const isCompared = isComputed || terms.some(needsAllCells);
  const guessedBy = isCompared || sorted || statistics.length > 0 ? null : firstSum(order, terms);
  const isWhole = isCompared || (sorted === null && guessedBy === null);
  const figures: FigureQuery = {
    terms,
    against,
    having: having.tests,
    top: top && { count: top.count, within: top.within },
    rollup,
    order,
    exact,
    adjust,
    isWhole,
    isSorted: sorted !== null && against === null,
    guessedBy,
    areSums: false,
  };
  const aggregate = aggregateOf(selection, measures, sorted ?? firstOrder(order, terms), [
    terms.map(({ key }) => key).join("|"),
    printOrder(order, named, placed),
  ]);
  const bound = statistics.length === 0 ? aggregate : { ...aggregate, query: { ...aggregate.query, statistics } };
  const side = against && JSON.stringify([against.dataset, against.cut]);
  const canonical = [side ?? "", bound.canonical, having.canonical, top?.canonical ?? "", rollup, exact]
    .concat(adjust ? [JSON.stringify(adjust)] : [])
    .join("&");
  return { ...bound, query: rangeOf(bound, figures), figures, canonical };
}

/** Return a query with the cells that its figures need: all, those of the page, or one more on either side. */
function rangeOf({ query, page }: BoundAggregate, { isWhole, guessedBy }: FigureQuery): AggregateQuery {
  if (guessedBy !== null) return { ...query, first: Math.max(0, page.first - 1), limit: page.pagesize + 2 };
  return isWhole ? { ...query, first: 0, limit: Number.MAX_SAFE_INTEGER } : query;
}

/** Write an error for each figure of money that adjusted sums do not give. */
function refuseAdjusted(
  adjust: FigureRequest["adjust"],
  terms: readonly Term[],
  statistics: readonly Statistic[],
): readonly string[] {
  if (!adjust) return [];
  return terms.flatMap(({ key, value, divisor }) =>
    [value, divisor].flatMap((operand) => {
      if (operand?.is !== "amounts" || joinsParts(operand.function)) return [];
      const statistic = statistics[operand.statistic];
      if (statistic && statistic.is !== "count" && !isMoneyMeasure(statistic.measure)) return [];
      return [`measure: ${errorText("not_adjustable", { term: key, function: operand.function })}`];
    }),
  );
}

/** Order by the number of entries where the term is just that. */
function withEntries(order: readonly Criterion[], terms: readonly Term[]): readonly Criterion[] {
  return order.map((criterion) => {
    if (criterion.by !== "measure") return criterion;
    const { value, divisor, window } = terms[criterion.index]!;
    const isEntries = value.is === "entries" && divisor === null && window === null;
    return isEntries ? { by: "entries", descending: criterion.descending } : criterion;
  });
}

/** Return the order as one of sums, which engines know; `null` if it is by other figures. */
function engineOrder(order: readonly Criterion[], terms: readonly Term[]): readonly Criterion[] | null {
  const criteria: Criterion[] = [];
  for (const criterion of order) {
    if (criterion.by !== "measure") criteria.push(criterion);
    else {
      const { value, window, ...term } = terms[criterion.index]!;
      if (value.is !== "amounts" || value.function !== "sum" || window || !addsUp({ value, ...term })) return null;
      criteria.push({ by: "measure", index: value.sum, descending: criterion.descending });
    }
  }
  return criteria;
}

/** Return the measure whose sum is the first criterion; `null` if something else is. */
function firstSum(order: readonly Criterion[], terms: readonly Term[]): number | null {
  const [first] = engineOrder(order.slice(0, 1), terms) ?? [];
  return first?.by === "measure" ? first.index : null;
}

/** Return the first criteria, which engines know, and the keys, so that little is left to sort. */
function firstOrder(order: readonly Criterion[], terms: readonly Term[]): readonly Criterion[] {
  const unknown = order.findIndex((criterion) => engineOrder([criterion], terms) === null);
  const keys = order.slice(unknown).filter(({ by }) => by === "key");
  return [...engineOrder(order.slice(0, unknown), terms)!, ...keys];
}

/** True if a term compares a cell with others; a share of everything compares it with the total alone. */
function needsAllCells({ window }: Term): boolean {
  return window !== null && !(window.is === "share" && window.within.length === 0);
}
