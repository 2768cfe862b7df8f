import type { Dataset } from "../../../store/dataset.js";
import { escapeXml } from "../../reading/formats/xml.js";
import type { DatasetDescription } from "../../reading/describe/describe-dataset.js";

const MAX_ITEMS = 20;

/** Return the datasets of a feed, the last created first. */
export function newestDatasets(datasets: readonly Dataset[]): readonly Dataset[] {
  return datasets.toSorted((a, b) => b.created.getTime() - a.created.getTime()).slice(0, MAX_ITEMS);
}

/** Write the newest datasets as RSS 2.0. */
export function writeFeed(newest: readonly DatasetDescription[], origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Datasets</title>
<link>${escapeXml(`${origin}/datasets`)}</link>
<description>The newest datasets of public budgets and spending</description>
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(`${origin}/datasets.rss`)}"/>
${newest.map(writeItem).join("")}</channel>
</rss>
`;
}

function writeItem({ label, description, html_url: url, timestamps }: DatasetDescription): string {
  return `<item>
<title>${escapeXml(label)}</title>
<link>${escapeXml(url)}</link>
<guid isPermaLink="true">${escapeXml(url)}</guid>
<pubDate>${new Date(timestamps.created).toUTCString()}</pubDate>
<description>${escapeXml(description ?? "")}</description>
</item>
`;
}
