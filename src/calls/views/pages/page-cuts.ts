import { errorText } from "../../../core/errors/error-text.js";
import { phraseText } from "../../../core/errors/phrase-text.js";
import type { Dimension, Model, View } from "../../../core/model/cube.js";
import { bindAggregateRequest } from "../../../core/query/aggregate/bind.js";
import { TOTAL } from "../../../core/query/aggregate/request.js";
import type { Clause } from "../../../core/query/clauses.js";
import type { Parameters } from "../../../core/query/parameters.js";
import { type CutClause, isPlainCut, parseCuts, printCuts } from "../../../core/query/syntax/cut-clause.js";
import { labelCut } from "./label-cut.js";
import type { MemberChoice } from "./member-choice.js";
import type { SaidPhrase } from "./phrase.js";
import type { PageScope } from "./page-scope.js";
import { queryErrors } from "./query-errors.js";
import { referenceKey } from "./reference-key.js";
import { warnOfState } from "./state-warnings.js";
import { viewCuts } from "./views.js";
import { readYearCut, YEAR } from "./years.js";

/** A condition that all figures of a page meet. */
export interface ListedCut {
  readonly cut: CutClause;
  readonly label: SaidPhrase;
  /** True if the view has it: it cannot be taken off. */
  readonly isOfView: boolean;
}

/** Cuts of the address of a page. */
export interface PageCuts {
  readonly cuts: readonly CutClause[];
  /** A sentence for each cut that has no effect. */
  readonly ignored: readonly string[];
}

/** Members that a page is of besides its cuts. */
export interface OwnMembers {
  readonly dimension: Dimension;
  /** Name of the only member; `null` if the page lists all. */
  readonly member: string | null;
}

/**
 * Read the cuts of a page's address that all its figures meet: not its year, nor its choices. Those that the model does
 * not know, and those that contradict what the page is of, have no effect, and are explained.
 */
export function readPageCuts(
  { context, dataset: { model } }: PageScope,
  parameters: Parameters,
  choices: readonly MemberChoice[],
  own?: OwnMembers,
): PageCuts {
  const [cuts, ignored]: [CutClause[], string[]] = [[], []];
  const year = readYearCut(model, parameters);
  for (const cut of parseCuts(parameters.get("cut") ?? "", (sentence) =>
    ignored.push(`A filter was ignored: ${sentence}`),
  )) {
    const key = referenceKey(model, cut.field);
    const [error] = queryErrors(() => bindAggregateRequest(model, { ...TOTAL, cuts: [cut] }, context.maxClauses));
    if (error !== undefined) ignored.push(ignoredFor(cut, error.replace(/^cut: /, "")));
    else if (key === referenceKey(model, YEAR)) {
      if (cut.value !== (parameters.get("year") ?? year) || cut.excluded) ignored.push(ignoredFor(cut, YEARS_SHOWN));
    } else if (own && key === referenceKey(model, own.dimension.name)) {
      if (cut.value !== own.member || cut.excluded) ignored.push(ignoredFor(cut, ownReason(own)));
    } else {
      const choice = isPlainCut(cut) && choices.find(({ dimension }) => key === referenceKey(model, dimension));
      if (!choice) cuts.push(cut);
      else if (choice.chosen !== cut.value)
        ignored.push(ignoredFor(cut, phraseText("page_of_one_member", { dimension: choice.dimension })));
    }
  }
  return { cuts, ignored };
}

const YEARS_SHOWN = phraseText("page_of_one_year");

function ignoredFor(cut: CutClause, reason: string): string {
  return errorText("filter_ignored", { cut: printCuts([cut]), reason });
}

function ownReason({ dimension, member }: OwnMembers): string {
  return member === null
    ? phraseText("page_of_all_members", { dimension: dimension.label })
    : phraseText("page_of_member", { member: `${dimension.name}:${member}` });
}

/**
 * Write the warnings about what a page is cut to: what was ignored, and what no entry has.
 * @param numEntries number of entries that meet its cuts
 */
export async function warnOfPageCuts(
  scope: PageScope,
  { cuts, ignored }: PageCuts,
  numEntries: number,
): Promise<readonly string[]> {
  return [...ignored, ...(await warnOfState(scope, { drilldown: [], cuts }, numEntries))];
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
