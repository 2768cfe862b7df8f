import type { DatasetDescription } from "../../api/describe/describe-dataset.js";
import { html, type Html } from "./html.js";
import type { PageReader } from "./reader.js";

/** Maximum characters of a description in a list. */
const MAX_TEASER = 220;

/** Write a dataset of a list. @param level of its heading */
export function datasetCard(reader: PageReader, dataset: DatasetDescription, level: 2 | 3): Html {
  const {
    label,
    html_url: url,
    currency,
    category,
    num_entries: entries,
    timestamps,
    languages,
    territories,
  } = dataset;
  const heading = html`<a href="${reader.href(url)}">${label}</a>`;
  const teaser = shorten(dataset.serp_teaser ?? dataset.description ?? "");
  const facts = [
    category,
    `${reader.numbers.count(entries)} ${entries === 1 ? "entry" : "entries"}`,
    currency,
    [...territories, ...languages].join(", "),
    `updated ${reader.dates.day(timestamps.last_modified)}`,
    dataset.private ? "private" : null,
  ].filter(Boolean);
  return html`<article>
    ${level === 2 ? html`<h2 dir="auto">${heading}</h2>` : html`<h3 dir="auto">${heading}</h3>`}
    ${teaser === "" ? null : html`<p dir="auto">${teaser}</p>`}
    <p class="facts">${facts.join(" · ")}</p>
  </article> `;
}

function shorten(text: string): string {
  if (text.length <= MAX_TEASER) return text;
  const cut = text.slice(0, MAX_TEASER).toWellFormed();
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), MAX_TEASER / 2))} …`;
}
