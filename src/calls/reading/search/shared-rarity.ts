import type { Reader } from "../../../core/engine/engine.js";
import type { Pace } from "../../../core/engine/pace.js";
import { rarityOf, weighingClauses } from "../../../core/engine/relevance.js";
import type { SearchQuery } from "../../../core/query/search/query.js";
import type { NarrowedSearch } from "./narrow-search.js";

/**
 * Compute the rarity of each clause of a search over the entries of all its datasets, by leaf, so that scores of
 * different datasets are comparable. `null` for a single dataset, or if the order does not depend on scores.
 */
export async function sharedRarity(
  readers: readonly Reader[],
  queries: readonly SearchQuery[],
  { numDatasets, numEntries, leftOut }: Omit<NarrowedSearch, "datasets">,
  pace: Pace,
): Promise<ReadonlyMap<number, number> | null> {
  const isOrdered = queries.some(({ limit, order }) => limit > 0 && order.some(({ by }) => by === "score"));
  if (numDatasets === 1 || !isOrdered) return null;
  const matches = new Map(leftOut);
  for await (const [at, { where }] of pace.over(queries.entries())) {
    const counts = await readers[at]!.countMatches(where);
    weighingClauses(where).forEach(({ leaf }, clause) => {
      matches.set(leaf, (matches.get(leaf) ?? 0) + counts[clause]!);
    });
  }
  return new Map([...matches].map(([leaf, count]) => [leaf, rarityOf(count, numEntries)]));
}
