import { describeDataset } from "../../calls/reading/describe/describe-dataset.js";
import { escapeXml } from "../../calls/reading/formats/xml.js";
import type { Dataset } from "../../store/dataset.js";

const MAX_ITEMS = 20;

/** Write the newest datasets as RSS 2.0, the last created first. */
export function writeDatasetsFeed(datasets: readonly Dataset[], origin: string): string {
  const newest = datasets.toSorted((a, b) => b.created.getTime() - a.created.getTime()).slice(0, MAX_ITEMS);
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Datasets</title>
<link>${escapeXml(`${origin}/datasets`)}</link>
<description>The newest datasets of public budgets and spending</description>
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(`${origin}/datasets.rss`)}"/>
${newest.map((dataset) => writeItem(dataset, origin)).join("")}</channel>
</rss>
`;
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
