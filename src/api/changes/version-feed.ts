import type { Model } from "../../model/cube.js";
import { datasetUrl } from "../describe/links.js";
import { escapeXml } from "../formats/xml.js";
import type { VersionDescription } from "./describe-version.js";

/** Maximum number of versions in a feed. */
const MAX_ITEMS = 50;

/** Write the versions of a dataset as an Atom feed (RFC 4287), the newest first. @param url of the list of versions */
export function writeVersionFeed(
  { dataset: { name, label } }: Model,
  versions: readonly VersionDescription[],
  origin: string,
  url: string,
): string {
  const [newest] = versions;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(url)}</id>
<title>${escapeXml(label)}</title>
<updated>${newest ? newest.loaded : "1970-01-01T00:00:00Z"}</updated>
<author><name>${escapeXml(label)}</name></author>
<link rel="self" type="application/atom+xml" href="${escapeXml(`${url}.atom`)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(datasetUrl(origin, name))}"/>
${versions
  .slice(0, MAX_ITEMS)
  .map((version, at) => writeEntry(version, at + 1 < versions.length, `${datasetUrl(origin, name)}/meta/changes`))
  .join("")}</feed>
`;
}

/** @param hasEarlier true if there is a version before it */
function writeEntry(version: VersionDescription, hasEarlier: boolean, changes: string): string {
  const { version: number, loaded, note, kept, html_url: url } = version;
  const link = kept && hasEarlier ? `${changes}?to=${number}` : url;
  return `<entry>
<id>${escapeXml(url)}</id>
<title>${escapeXml(`Version ${number}${note === null ? "" : `: ${note}`}`)}</title>
<updated>${loaded}</updated>
<link rel="alternate" type="text/html" href="${escapeXml(link)}"/>
<summary>${escapeXml(summarize(version))}</summary>
</entry>
`;
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
