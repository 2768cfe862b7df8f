import { hasMeasures } from "../../../core/model/spending.js";
import type { SearchRequest } from "../../../core/query/search/request.js";
import { readFigure } from "./figure.js";
import type { PageScope } from "./page-scope.js";
import type { FacetList } from "./search-figure.js";

/**
 * Add to each value of facets the first measure of the found entries that have it. There are no sums where these would
 * add up members that must not be. Cost: an aggregation for each facet.
 */
export async function addFacetSums(
  scope: PageScope,
  { filters, q, fq }: Pick<SearchRequest, "filters" | "q" | "fq">,
  facets: readonly FacetList[],
): Promise<readonly FacetList[]> {
  const summed: FacetList[] = [];
  for (const facet of facets) {
    const { field } = facet;
    // No cut selects a missing value.
    const values = facet.values.filter(({ value }) => value !== "");
    const others = filters.filter((each) => each.field !== field);
    const { rows, added } = await readFigure(
      { ...scope, choices: [] },
      {
        drilldown: [field],
        cuts: [...others, ...values.map(({ value }) => ({ field, value }))],
        q: q ?? undefined,
        fq,
        limit: Math.max(1, values.length),
      },
    );
    const isSummed = hasMeasures(scope.dataset.model) && values.length > 0 && !added.some(({ isInCells }) => isInCells);
    const sums = new Map(isSummed ? rows.map(({ keys, amounts }) => [keys[0]!.value, amounts[0] ?? null]) : []);
    summed.push({ field, values: facet.values.map((each) => ({ ...each, sum: sums.get(each.value) ?? null })) });
  }
  return summed;
}
