import type { FollowedVersion } from "../../calls/feeds.js";
import { datasetUrl } from "../../calls/reading/describe/links.js";
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
): string {
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
      .map((version, at) => describeVersionInFeed(version, at + 1 < versions.length, changes)),
  });
}

/** @param hasEarlier true if there is a version before it */
function describeVersionInFeed(version: FollowedVersion, hasEarlier: boolean, changes: string): AtomEntry {
  const { version: number, loaded, note, kept, html_url: url } = version;
  return {
    id: url,
    title: `Version ${number}${note === null ? "" : `: ${note}`}`,
    updated: loaded,
    page: kept && hasEarlier ? `${changes}?to=${number}` : url,
    summary: summarize(version),
  };
}

function summarize({ num_entries: entries, totals, restored, kept }: FollowedVersion): string {
  const sums = Object.entries(totals ?? {}).map(([measure, total]) => `${measure} ${total}`);
  const count = `${entries} ${entries === 1 ? "entry" : "entries"}`;
  return [
    [count, ...sums].join(", "),
    ...(restored === null ? [] : [`the same as version ${restored}`]),
    ...(kept ? [] : ["its entries are no longer kept"]),
  ].join("; ");
}
