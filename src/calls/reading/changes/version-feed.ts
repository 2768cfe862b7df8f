import type { Model } from "../../../core/model/cube.js";
import { datasetUrl } from "../describe/links.js";
import { type AtomEntry, writeAtom } from "../formats/atom.js";
import type { VersionDescription } from "./describe-version.js";

/** Maximum number of versions in a feed. */
const MAX_ITEMS = 50;

/** Write the versions of a dataset as an Atom feed, the newest first. @param url of the list of versions */
export function writeVersionFeed(
  { dataset: { name, label } }: Model,
  versions: readonly VersionDescription[],
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
      .map((version, at) => describeInFeed(version, at + 1 < versions.length, changes)),
  });
}

/** @param hasEarlier true if there is a version before it */
function describeInFeed(version: VersionDescription, hasEarlier: boolean, changes: string): AtomEntry {
  const { version: number, loaded, note, kept, html_url: url } = version;
  return {
    id: url,
    title: `Version ${number}${note === null ? "" : `: ${note}`}`,
    updated: loaded,
    page: kept && hasEarlier ? `${changes}?to=${number}` : url,
    summary: summarize(version),
  };
}

function summarize({ num_entries: entries, totals, restored, kept }: VersionDescription): string {
  const sums = Object.entries(totals ?? {}).map(([measure, total]) => `${measure} ${total}`);
  const count = `${entries} ${entries === 1 ? "entry" : "entries"}`;
  return [
    [count, ...sums].join(", "),
    ...(restored === null ? [] : [`the same as version ${restored}`]),
    ...(kept ? [] : ["its entries are no longer kept"]),
  ].join("; ");
}
