import { Pace } from "../../../core/engine/pace.js";
import { mayHaveBeginning, mayHaveTerm } from "../../../core/engine/term-signature.js";
import type { Dataset } from "../../../store/dataset.js";
import { queryBounds } from "../../context.js";
import { mayHaveWords } from "../../reading/search/narrow-search.js";
import type { SearchScope } from "../pages/search-figure.js";

/** Maximum number of datasets whose members are looked at: somebody is waiting with a word half typed. */
export const MAX_LOOKED_INTO = 300;

/**
 * List the datasets whose members are looked at for typed words: others have none with words that begin like these.
 * First come those that may have most of them as whole words, because few letters of a beginning are known of a dataset;
 * then those that were changed last.
 */
export async function listLookedInto(
  { context, actor, datasets, signal }: SearchScope,
  words: readonly string[],
): Promise<readonly Dataset[]> {
  const byWhole = Array.from({ length: words.length + 1 }, (): Dataset[] => []);
  await new Pace(queryBounds(context, actor, signal)).repeat(datasets.length, (at) => {
    const dataset = datasets[at]!;
    if (!mayHaveWords(dataset, words, mayHaveBeginning)) return;
    byWhole[words.filter((word) => mayHaveWords(dataset, [word], mayHaveTerm)).length]!.push(dataset);
  });
  return byWhole.toReversed().flat().slice(0, MAX_LOOKED_INTO);
}
