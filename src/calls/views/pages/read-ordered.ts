import { figureAt } from "../../../core/figures/column.js";
import { normaliseTerm } from "../../../core/model/terms.js";
import type { FigureRequest } from "../../../core/query/aggregate/figure-request.js";
import { isMoney } from "../../../core/query/aggregate/term.js";
import type { Clause } from "../../../core/query/clauses.js";
import type { Dataset } from "../../../store/dataset.js";
import type { PageScope } from "./page-scope.js";
import { type ComputedRequest, readFigures } from "./read-figures.js";

/** The order of figures. */
export interface FigureOrder {
  /** The order that a reader chose; empty without one. */
  readonly requested: readonly Clause[];
  /** Otherwise: if it begins with an amount, descending, those farthest from zero come first. */
  readonly usual: readonly Clause[];
}

export interface OrderedFigures extends ComputedRequest {
  /** The order that a request for the same cells has to name; empty for the usual one. */
  readonly order: readonly Clause[];
  /** True if none is above zero, and those farthest from zero come first. */
  readonly isBySize: boolean;
}

/**
 * Compute figures in the usual order, the largest first; where none is above zero, such as expenditure that is written so,
 * those farthest from zero. The order also decides which cells `top` keeps.
 * Cost: a second computation if amounts are below zero.
 */
export async function readOrdered(
  scope: PageScope,
  request: FigureRequest,
  { requested, usual }: FigureOrder,
  other?: Dataset,
): Promise<OrderedFigures> {
  const compute = (order: readonly Clause[], more: Partial<FigureRequest> = {}): Promise<ComputedRequest> =>
    readFigures(scope, { ...request, order, ...more }, other);
  if (requested.length > 0) return { ...(await compute(requested)), order: requested, isBySize: false };
  const computed = await compute(usual);
  const [first] = usual;
  const isTurned =
    first?.value === "desc" &&
    (await hasNoneAbove(computed, first.field)) &&
    (request.page === 1 || (await hasNoneAbove(await compute(usual, { page: 1, pagesize: 1 }), first.field)));
  if (!isTurned) return { ...computed, order: [], isBySize: false };
  const turned = [{ ...first, value: "asc" }];
  return { ...(await compute(turned)), order: turned, isBySize: true };
}

/** True if a term is an amount whose first cell, the largest, is not above zero; false where all are zero. */
async function hasNoneAbove({ bound, result }: ComputedRequest, field: string): Promise<boolean> {
  const place = bound.figures.terms.findIndex(({ key }) => key === normaliseTerm(field));
  const term = bound.figures.terms[place];
  if (!term || term.window !== null || !isMoney(term)) return false;
  const summary = result.summary.get(term);
  const total = summary ? figureAt(summary, 0) : null;
  if (total !== null && total.numerator >= 0n) return false;
  for await (const { length, terms } of result.cells) {
    for (let row = 0; row < length; row++) {
      const figure = figureAt(terms[place]!, row);
      if (figure) return figure.numerator <= 0n;
    }
  }
  return false;
}
