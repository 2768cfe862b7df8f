import { ALL_ENTRIES, type SearchRequest } from "../../../core/query/search/request.js";
import type { Resource } from "../../answer.js";
import type { EntriesFeed, FollowedPage } from "../../feeds.js";
import { readDates } from "../pages/dataset-dates.js";
import { findInDatasets, type NamedDatasets, type SearchScope } from "../pages/search-figure.js";

/** Answer with a feed of the entries that a search matches, where the server has feeds. */
export function followEntries(
  scope: SearchScope,
  { q, fq, filters }: Pick<SearchRequest, "q" | "fq" | "filters">,
  named: NamedDatasets,
  describe: () => FollowedPage,
  language: string,
): Resource<never>["formats"] {
  const { datasets, origin, context } = scope;
  const { feeds } = context;
  if (!feeds) return {};
  const find = (chosen: Pick<SearchRequest, "order" | "pagesize">): ReturnType<typeof findInDatasets> =>
    findInDatasets(scope, { ...ALL_ENTRIES, q, fq, filters, ...chosen }, named);
  const follow = (): EntriesFeed => ({ ...describe(), origin, datasets, find, readDates: datesIn(scope) });
  return { atom: async () => ({ chunks: [await feeds.writeEntries(follow(), language)] }) };
}

/** Return what reads how the dates of a dataset in a feed are written. */
export function datesIn({ context, actor, origin, signal }: Omit<SearchScope, "datasets">): EntriesFeed["readDates"] {
  return (dataset) => readDates({ context, actor, dataset, origin, signal });
}
