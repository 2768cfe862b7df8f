import type { Bounds } from "../../../core/engine/bounds.js";
import type { SearchResult } from "../../../core/engine/search.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { type Condition, filterClause } from "../../../core/query/condition/condition.js";
import type { BoundSearch } from "../../../core/query/search/bind-search.js";
import type { FacetQuery, SearchQuery } from "../../../core/query/search/query.js";
import type { Dataset } from "../../../store/dataset.js";

/**
 * Count the matches without a value of each facet; those of datasets without the field count, too.
 * Cost: nothing if the values of a facet are on one page; else a search.
 */
export async function countFacetsMissing(
  { facets, queries }: BoundSearch,
  datasets: readonly Dataset[],
  results: readonly SearchResult[],
  bounds: Bounds,
): Promise<readonly number[]> {
  const sums: number[] = [];
  for (const { fields, positions } of facets) {
    let sum = 0;
    for (const [at, field] of fields.entries()) {
      if (field?.is === "dataset") continue;
      const [query, result] = [queries[at]!, results[at]!];
      const position = positions[at]!;
      const facet = query.facets[position];
      sum += facet ? await countMissing(datasets[at]!, query, facet, result, position, bounds) : result.numEntries;
    }
    sums.push(sum);
  }
  return sums;
}

async function countMissing(
  dataset: Dataset,
  query: SearchQuery,
  { field, first, limit }: FacetQuery,
  { facets, numEntries }: SearchResult,
  position: number,
  bounds: Bounds,
): Promise<number> {
  if (field.is !== "attribute") return 0;
  const { values, counts } = facets[position]!;
  if (first === 0 && values.length < limit) return counts.reduce((left, count) => left - count, numEntries);
  const { dimension, attribute } = field;
  const present = filterClause({ on: "value", target: { dimension, attribute }, value: { is: "present" } });
  const missing: Condition = { is: "not", of: present };
  const count = { ...query, filters: [...query.filters, missing], first: 0, limit: 0, facets: [], statistics: [] };
  return withReader(dataset, bounds, async (reader) => (await reader.search(count)).numEntries);
}
