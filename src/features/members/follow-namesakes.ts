import { datesIn } from "../../calls/views/resources/follow-entries.js";
import type { EntriesFeed, FollowedEntry } from "../../calls/feeds.js";
import { entryMember } from "../../calls/reading/describe/describe-entry.js";
import type { NamedSums } from "../../calls/reading/members/sum-namesakes.js";
import { findEntries, type SearchScope } from "../../calls/views/pages/search-figure.js";
import { ALL_ENTRIES } from "../../core/query/search/request.js";
import type { NamesakesDescription } from "./describe-namesakes.js";

/** Maximum number of datasets that are looked into: those that were changed last. */
const MAX_DATASETS = 50;

/** Describe the feed of the newest entries of a member in all datasets. */
export function followNamesakes(
  scope: Omit<SearchScope, "datasets">,
  { label, html_url: url }: NamesakesDescription,
  sums: readonly NamedSums[],
): EntriesFeed {
  const newest = sums
    .toSorted((a, b) => b.dataset.lastModified.getTime() - a.dataset.lastModified.getTime())
    .slice(0, MAX_DATASETS);
  const datasets = newest.map(({ dataset }) => dataset);
  const find: EntriesFeed["find"] = async ({ order, pagesize }) => {
    const entries: { dataset: number; entry: FollowedEntry }[] = [];
    for (const [at, { dataset, dimension, namesakes }] of newest.entries()) {
      const filters = namesakes.map(({ name }) => ({ field: dimension.name, value: name }));
      const found = await findEntries({ ...scope, dataset }, { ...ALL_ENTRIES, filters, order, pagesize });
      entries.push(...found.entries.map(({ entry }) => ({ dataset: at, entry })));
    }
    const sorted = entries.toSorted((a, b) => (dayOf(a.entry) < dayOf(b.entry) ? 1 : -1));
    return { datasets, entries: sorted.slice(0, pagesize) };
  };
  return { of: label, q: "", url, pairs: [], origin: scope.origin, datasets, find, readDates: datesIn(scope) };
}

function dayOf(entry: FollowedEntry): string {
  const time = entryMember(entry, "time");
  return typeof time === "object" && time !== null ? String(time.name) : "";
}
