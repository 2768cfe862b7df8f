import type { Actor } from "../../../access/actor.js";
import { mayHaveTerm } from "../../../core/engine/term-signature.js";
import { readWords } from "../../../core/query/suggest/words.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { mayHaveWords } from "../../reading/search/narrow-search.js";
import type { Context } from "../../context.js";
import { listSpending } from "../../reading/lookup/find-dataset.js";
import type { SearchScope } from "../pages/search-figure.js";
import { findMembers, withReaders } from "./find-members.js";
import { describeMatch, type MemberSuggestion } from "./find-suggestions.js";
import { groupOf, listSuggested } from "./suggested-dimensions.js";

/** Maximum number of members that are listed. */
const SHOWN = 12;

/** A payee in other datasets: where it has most entries, and the number of places in all. */
export interface PayeeElsewhere {
  readonly members: readonly MemberSuggestion[];
  readonly count: number;
}

/**
 * List the datasets with payees that the caller may read, besides one and its versions: those that may have the words of
 * a label.
 */
export function listPayeeDatasets(
  context: Context,
  actor: Actor,
  { model }: Dataset,
  label: string,
): readonly Dataset[] {
  const words = readWords(label);
  const { name } = model.dataset;
  const hasPayees = (dataset: Dataset): boolean =>
    dataset.model.dimensions.some((dimension) => groupOf(dimension) === "payees");
  return listSpending(context, actor).filter(
    (dataset) =>
      summarizeVersion(dataset).metadata.name !== name &&
      mayHaveWords(dataset, words, mayHaveTerm) &&
      hasPayees(dataset),
  );
}

/**
 * Find the payee with a label, or a name, in datasets: case, accents and punctuation aside.
 * Cost: a look-up in each dataset.
 */
export async function findPayee(scope: SearchScope, label: string): Promise<PayeeElsewhere> {
  const { context, datasets, signal, effort } = scope;
  const words = readWords(label);
  if (words.length === 0 || datasets.length === 0) return { members: [], count: 0 };
  const listed: typeof listSuggested = async (dataset, reader) =>
    (await listSuggested(dataset, reader)).filter((dimension) => groupOf(dimension) === "payees");
  const find = () =>
    withReaders(scope, (open, pace) => findMembers(open, words, datasets.length * SHOWN, listed, pace));
  const { payees } = await context.queue.run(find, signal, effort);
  const exact = payees.filter(({ isExact }) => isExact);
  const members: MemberSuggestion[] = [];
  for (const each of exact.slice(0, SHOWN)) members.push(await describeMatch(scope, each));
  return { members, count: exact.length };
}
