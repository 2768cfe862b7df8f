import { compareValues } from "../../../core/engine/compare.js";
import type { Member } from "../../../core/engine/entry.js";
import type { SearchResult } from "../../../core/engine/search.js";
import type { Value } from "../../../core/model/values/value.js";
import type { BoundSearch, SearchFacet } from "../../../core/query/search/bind-search.js";
import type { Dataset } from "../../../store/dataset.js";
import { describeMember } from "../describe/describe-member.js";
import { jsonObject } from "../formats/json.js";

/** Write facets as JSON: for each field an array of `[value, count]`. */
export function writeFacets(
  bound: BoundSearch,
  datasets: readonly Dataset[],
  results: readonly SearchResult[],
  origin: string,
): string {
  return jsonObject(
    bound.facets.map((facet) => {
      const counts = bound.expand
        ? countWhole(facet, datasets[0]!, results[0]!, origin)
        : countNames(facet, bound, datasets, results);
      return [facet.name, `[${counts.map(([value, count]) => `[${value},${count}]`).join()}]`];
    }),
  );
}

/** A value as JSON, and the number of matches that have it. */
type Counted = readonly [json: string, count: number];

/** Count whole members, or plain values of fields without members. */
function countWhole(facet: SearchFacet, { model }: Dataset, result: SearchResult, origin: string): readonly Counted[] {
  const field = facet.fields[0];
  if (field?.is === "dataset") return [[JSON.stringify(model.dataset.name), result.numEntries]];
  const { values, counts } = result.facets[facet.positions[0]!]!;
  const dimension = field?.is === "attribute" && field.whole ? field.dimension : null;
  return values.map((value, at) => {
    const shown = dimension ? describeMember(model, dimension, value as Member, origin) : value;
    return [JSON.stringify(shown), counts[at]!];
  });
}

/** Count members by name. Equal values of several datasets are counted together. */
function countNames(
  facet: SearchFacet,
  { facetPage }: BoundSearch,
  datasets: readonly Dataset[],
  results: readonly SearchResult[],
): readonly Counted[] {
  const sums = new Map<Value, number>();
  const add = (value: Value, count: number): void => void sums.set(value, (sums.get(value) ?? 0) + count);
  facet.fields.forEach((field, dataset) => {
    const result = results[dataset]!;
    if (field?.is === "dataset" && result.numEntries > 0) add(datasets[dataset]!.model.dataset.name, result.numEntries);
    if (!field || field.is === "dataset") return;
    const { values, counts } = result.facets[facet.positions[dataset]!]!;
    const identity = field.is === "attribute" && field.whole ? field.dimension.identity.index : null;
    values.forEach((value, at) => {
      add(identity === null ? (value as Value) : (value as Member).values[identity]!, counts[at]!);
    });
  });
  const sorted = [...sums].toSorted((a, b) => b[1] - a[1] || compareValues(a[0], b[0]));
  const page = facet.isPaged ? sorted : sorted.slice(facetPage.first, facetPage.first + facetPage.pagesize);
  return page.map(([value, count]) => [JSON.stringify(value), count]);
}
