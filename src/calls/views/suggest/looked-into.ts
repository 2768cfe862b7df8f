import { Pace } from "../../../core/engine/pace.js";
import { countOfTerm, mayHaveBeginning, mayHaveTerm } from "../../../core/engine/term-signature.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import { queryBounds } from "../../context.js";
import { signatureOf } from "../../reading/search/narrow-search.js";
import type { SearchScope } from "../pages/search-figure.js";

/** Maximum number of datasets whose members are looked at: somebody is waiting with a word half typed. */
export const MAX_LOOKED_INTO = 60;

interface RankedDataset {
  readonly dataset: Dataset;
  /** Numbers to compare by, the most important first; higher ones come first. */
  readonly rank: readonly number[];
}

/**
 * List the datasets whose members are looked at for typed words: others have none with words that begin like these.
 * First come those that may have most of them as whole words, because few letters of a beginning are known of a dataset;
 * of them those with the most entries; then those that were changed last. Those of whose words nothing is known are the last.
 */
export function listLookedInto(scope: SearchScope, words: readonly string[]): Promise<readonly Dataset[]> {
  return listBest(scope, (dataset) => rankTyped(dataset, words));
}

/** List the datasets that may have words like a misspelt one: first those with words that have most letters of its beginning. */
export function listAlike(scope: SearchScope, word: string): Promise<readonly Dataset[]> {
  return listBest(scope, (dataset) => {
    const signature = signatureOf(dataset);
    let length = signature ? word.length : 0;
    while (length > 0 && !mayHaveBeginning(signature!, word.slice(0, length))) length--;
    return [length];
  });
}

async function listBest(
  { context, actor, datasets, signal }: SearchScope,
  rankOf: (dataset: Dataset) => readonly number[] | null,
): Promise<readonly Dataset[]> {
  const ranked: RankedDataset[] = [];
  await new Pace(queryBounds(context, actor, signal)).repeat(datasets.length, (at) => {
    const dataset = datasets[at]!;
    const rank = rankOf(dataset);
    if (rank) ranked.push({ dataset, rank });
  });
  return ranked
    .toSorted(compareRanks)
    .slice(0, MAX_LOOKED_INTO)
    .map(({ dataset }) => dataset);
}

function rankTyped(dataset: Dataset, words: readonly string[]): readonly number[] | null {
  const signature = signatureOf(dataset);
  if (!signature) return [-1, 0];
  if (!words.every((word) => mayHaveBeginning(signature, word))) return null;
  const whole = words.filter((word) => mayHaveTerm(signature, word));
  if (whole.length < words.length) return [whole.length, 0];
  // A word that is not counted may be in all entries.
  const { numEntries } = summarizeVersion(dataset);
  return [whole.length, Math.min(...whole.map((word) => countOfTerm(signature, word)?.entries ?? numEntries))];
}

function compareRanks({ rank: a }: RankedDataset, { rank: b }: RankedDataset): number {
  const at = a.findIndex((each, place) => each !== b[place]);
  return at < 0 ? 0 : b[at]! - a[at]!;
}
