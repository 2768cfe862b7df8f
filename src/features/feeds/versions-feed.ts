import type { FollowedVersion } from "../../calls/feeds.js";
import { datasetUrl } from "../../calls/reading/describe/links.js";
import { createLocale, type PageLocale } from "../../web/pages/parts/page-locale.js";
import type { Model } from "../../core/model/cube.js";
import { type AtomEntry, writeAtom } from "./atom.js";

/** Maximum number of versions in a feed. */
const MAX_ITEMS = 50;

/** Write the versions of a dataset as an Atom feed, the newest first. @param url of the list of versions */
export function writeVersionsFeed(
  { dataset: { name, label } }: Model,
  versions: readonly FollowedVersion[],
  origin: string,
  url: string,
  language: string,
): string {
  const locale = createLocale(language, origin);
  const changes = `${datasetUrl(origin, name)}/meta/changes`;
  return writeAtom({
    id: url,
    title: label,
    updated: versions[0]?.loaded ?? "1970-01-01T00:00:00Z",
    author: label,
    self: `${url}.atom`,
    page: datasetUrl(origin, name),
    entries: versions
      .slice(0, MAX_ITEMS)
      .map((version, at) => describeVersionInFeed(locale, version, at + 1 < versions.length, changes)),
  });
}

/** @param hasEarlier true if there is a version before it */
function describeVersionInFeed(
  locale: PageLocale,
  version: FollowedVersion,
  hasEarlier: boolean,
  changes: string,
): AtomEntry {
  const { version: number, loaded, note, kept, html_url: url } = version;
  return {
    id: url,
    title: `${locale.fill(locale.words.said.version, { number: String(number) })}${note === null ? "" : `: ${note}`}`,
    updated: loaded,
    page: kept && hasEarlier ? `${changes}?to=${number}` : url,
    summary: summarize(locale, version),
  };
}

function summarize(
  { words, fill, numbers }: PageLocale,
  { num_entries: entries, totals, restored, kept }: FollowedVersion,
): string {
  const { exact } = numbers.money(null);
  const sums = Object.entries(totals ?? {}).map(([measure, total]) => `${measure} ${exact(total)}`);
  return [
    [fill(words.lists.entries, { count: entries }), ...sums].join(", "),
    ...(restored === null ? [] : [fill(words.versions.restores, { number: String(restored) })]),
    ...(kept ? [] : [words.versions.notKept]),
  ].join("; ");
}
