import type { Dimension, Model, View } from "../../../core/model/cube.js";
import { findReference } from "../../../core/model/references.js";
import { bindAggregateRequest } from "../../../core/query/aggregate/bind.js";
import { TOTAL } from "../../../core/query/aggregate/request.js";
import type { Clause } from "../../../core/query/clauses.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type CutClause, isPlainCut, parseCuts } from "../../../core/query/syntax/cut-clause.js";
import { labelCut } from "./label-cut.js";
import type { MemberChoice } from "./member-choice.js";
import type { PageScope } from "./page-scope.js";
import { queryErrors } from "./query-errors.js";
import { referenceKey } from "./reference-key.js";
import { viewCuts } from "./views.js";
import { YEAR } from "./years.js";

/** A condition that all figures of a page meet. */
export interface ListedCut {
  readonly cut: CutClause;
  readonly label: string;
  /** True if the view has it: it cannot be taken off. */
  readonly isOfView: boolean;
}

/**
 * Read the cuts of a page's address that all its figures meet: not its year, nor its choices, nor what the page is of
 * anyway, nor what the model does not know.
 * @param own dimension of which the page shows one member
 */
export function readPageCuts(
  { context, dataset: { model } }: PageScope,
  parameters: Parameters,
  choices: readonly MemberChoice[],
  own?: Dimension,
): readonly CutClause[] {
  const taken = new Set([YEAR, ...(own ? [own.name] : [])].map((each) => referenceKey(model, each)));
  const isChoice = (cut: CutClause): boolean =>
    isPlainCut(cut) && choices.some(({ dimension }) => dimension === findReference(model, cut.field)?.dimension.name);
  const isKnown = (cut: CutClause): boolean =>
    findReference(model, cut.field) !== null &&
    queryErrors(() => bindAggregateRequest(model, { ...TOTAL, cuts: [cut] }, context.maxClauses)).length === 0;
  return parseCuts(parameters.get("cut") ?? "", () => {}).filter(
    (cut) => !taken.has(referenceKey(model, cut.field)) && !isChoice(cut) && isKnown(cut),
  );
}

/**
 * Add the cuts of a view to those of the address, which come first: one on the same attribute replaces the view's.
 * @param own dimension of which the page shows one member
 */
export function addViewCuts(
  model: Model,
  cuts: readonly CutClause[],
  view: View | undefined,
  own?: Dimension,
): readonly CutClause[] {
  const taken = new Set([...cuts.map(({ field }) => field), ...(own ? [own.name] : [])].map(keyIn(model)));
  return [...cuts, ...ofView(view).filter(({ field }) => !taken.has(keyIn(model)(field)))];
}

/** Add labels to the cuts of a page. @param requested those of the address */
export function listCuts(
  scope: PageScope,
  cuts: readonly CutClause[],
  requested: readonly CutClause[],
): Promise<readonly ListedCut[]> {
  return Promise.all(
    cuts.map(async (cut) => ({ cut, label: await labelCut(scope, cut), isOfView: !requested.includes(cut) })),
  );
}

function keyIn(model: Model): (reference: string) => string {
  return (reference) => referenceKey(model, reference);
}

function ofView(view: View | undefined): readonly Clause[] {
  return view ? viewCuts(view) : [];
}
