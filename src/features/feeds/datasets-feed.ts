import { describeDataset } from "../../calls/reading/describe/describe-dataset.js";
import { createLocale } from "../../web/pages/parts/page-locale.js";
import { escapeXml } from "../../calls/reading/formats/xml.js";
import type { Dataset } from "../../store/dataset.js";
import { type AtomEntry, writeAtom } from "./atom.js";

const MAX_ITEMS = 20;

/** Write the newest datasets as Atom, the last created first. */
export function writeDatasetsAtom(datasets: readonly Dataset[], origin: string, language: string): string {
  const entries = listCreated(datasets).map((dataset): AtomEntry => {
    const { label, description, html_url: url, timestamps } = describeDataset(dataset, origin);
    return { id: url, title: label, updated: timestamps.created, page: url, summary: description ?? "" };
  });
  return writeAtom({
    id: `${origin}/datasets`,
    title: createLocale(language, origin).words.datasets.title,
    updated: entries[0]?.updated ?? "1970-01-01T00:00:00Z",
    author: new URL(origin).host,
    self: `${origin}/datasets.atom`,
    page: `${origin}/datasets`,
    entries,
  });
}

/** Write the same as RSS 2.0. */
export function writeDatasetsRss(datasets: readonly Dataset[], origin: string, language: string): string {
  const { words } = createLocale(language, origin);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(words.datasets.title)}</title>
<link>${escapeXml(`${origin}/datasets`)}</link>
<description>${escapeXml(words.datasets.summary)}</description>
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(`${origin}/datasets.rss`)}"/>
${listCreated(datasets)
  .map((dataset) => writeItem(dataset, origin))
  .join("")}</channel>
</rss>
`;
}

/** List the datasets that were created last, the newest first. */
function listCreated(datasets: readonly Dataset[]): readonly Dataset[] {
  return datasets.toSorted((a, b) => b.created.getTime() - a.created.getTime()).slice(0, MAX_ITEMS);
}

function writeItem(dataset: Dataset, origin: string): string {
  const { label, description, html_url: url, timestamps } = describeDataset(dataset, origin);
  return `<item>
<title>${escapeXml(label)}</title>
<link>${escapeXml(url)}</link>
<guid isPermaLink="true">${escapeXml(url)}</guid>
<pubDate>${new Date(timestamps.created).toUTCString()}</pubDate>
<description>${escapeXml(description ?? "")}</description>
</item>
`;
}
