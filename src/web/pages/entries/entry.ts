import { sourceUrl } from "../../../calls/reading/describe/links.js";
import { entryAmount } from "../../../calls/reading/describe/describe-entry.js";
import type { EntryPage } from "../../../calls/views/resources/entry.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { crumbOf, datasetsCrumb } from "../parts/crumbs.js";
import { allFields } from "../parts/describe.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import { isolate } from "../parts/isolate.js";
import { entryFacts, entryTable, nameEntry } from "./entry-record.js";

export function entryPage(page: EntryPage, reader: PageReader): LayoutContent {
  const { dataset, entry, warning, inflated } = page;
  const title = nameEntry(page, reader);
  const main = html`${entryFacts(page, reader)} ${inflated && showInflated(page, inflated, reader)}
  ${warning && html`<p class="fault">${warning.inflation}. ${warning.error}.</p>`} ${entryTable(page, reader)}
  ${showSource(page, reader)} ${allFields(entry)}`;
  return {
    title,
    windowTitle: `${title} – ${isolate(dataset.label)}`,
    crumbs: [datasetsCrumb(reader), crumbOf(dataset), { label: "Entries", url: `${dataset.html_url}/entries` }],
    main,
    data: [resourceLink("The entry", page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

/** Say whose prices amounts are in, by which series, and what was paid. */
function showInflated(
  { dataset, measures }: EntryPage,
  { to, paid, series }: NonNullable<EntryPage["inflated"]>,
  reader: PageReader,
): Html {
  const money = reader.numbers.money(dataset.currency);
  const amounts = measures.flatMap(({ name, label }) => {
    const amount = entryAmount(paid, name);
    return amount === null ? [] : [html`<bdi>${label}</bdi> ${money.exact(amount)}`];
  });
  return html`<p class="note">
    In prices of ${to}, by
    ${series.map((name, at) => html`${at === 0 ? "" : ", "}<a href="${reader.href(`/${name}`)}"><bdi>${name}</bdi></a>`)}.
    As paid: ${amounts.map((each, at) => html`${at === 0 ? "" : ", "}${each}`)}.
  </p>`;
}

/** Say which file the entry was read from, and where in it. */
function showSource({ origin, dataset, source, row: line, entry }: EntryPage, reader: PageReader): Html | null {
  if (!source) return null;
  const { id, url, row, loaded, digest } = source;
  const place = row === null ? "" : `, row ${reader.numbers.count(row)}`;
  return html`<section aria-labelledby="source">
    <h2 id="source">Where it is from</h2>
    <p>
      <a href="${reader.href(sourceUrl(origin, dataset.name, id))}"><bdi>${url}</bdi></a
      >${place}${line && html` (<a href="${reader.href(`${line}?entry=${entry.id}`)}">show this row</a>)`}, loaded
      <time datetime="${loaded}">${reader.dates.day(loaded)}</time>
      ${digest === null ? null : html`<br /><small>SHA-256 <code>${digest.slice("sha-256:".length)}</code></small>`}
    </p>
  </section>`;
}
