import type { Reader } from "../../engine/engine.js";
import { rarityOf, weighingClauses } from "../../engine/relevance.js";
import type { SearchQuery } from "../../query/search/query.js";

/**
 * How rare the clauses of a search are among the entries of all its datasets together, by leaf, so that an entry weighs
 * the same wherever it is. `null` where one dataset knows by itself, or it does not matter to the order.
 */
export async function sharedRarity(
  readers: readonly Reader[],
  queries: readonly SearchQuery[],
  entries: number,
): Promise<ReadonlyMap<number, number> | null> {
  const isOrdered = queries.some(({ limit, order }) => limit > 0 && order.some(({ by }) => by === "score"));
  if (queries.length === 1 || !isOrdered) return null;
  const matches = new Map<number, number>();
  for (const [at, { where }] of queries.entries()) {
    const counts = await readers[at]!.countMatches(where);
    weighingClauses(where).forEach(({ leaf }, clause) => {
      matches.set(leaf, (matches.get(leaf) ?? 0) + counts[clause]!);
    });
  }
  return new Map([...matches].map(([leaf, count]) => [leaf, rarityOf(count, entries)]));
}
