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
  ${showSource(page, reader)} ${allFields(reader, entry)}`;
  return {
    title,
    windowTitle: `${title} – ${isolate(dataset.label)}`,
    crumbs: [
      datasetsCrumb(reader),
      crumbOf(dataset),
      { label: reader.words.entries.crumb, url: `${dataset.html_url}/entries` },
    ],
    main,
    data: [resourceLink(reader.words.entries.record.data, page)],
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
  const used = series.map((name) => html`<a href="${reader.href(`/${name}`)}"><bdi>${name}</bdi></a>`);
  return html`<p class="note">
    ${reader.fillHtml(reader.words.entries.record.inflated, { year: to, series: joinHtml(used), amounts: joinHtml(amounts) })}
  </p>`;
}

function joinHtml(parts: readonly Html[]): Html {
  return html`${parts.map((each, at) => html`${at === 0 ? "" : ", "}${each}`)}`;
}

/** Say which file the entry was read from, and where in it. */
function showSource({ origin, dataset, source, row: line, entry }: EntryPage, reader: PageReader): Html | null {
  if (!source) return null;
  const { id, url, row, loaded, digest } = source;
  const { record } = reader.words.entries;
  const file = html`<a href="${reader.href(sourceUrl(origin, dataset.name, id))}"><bdi>${url}</bdi></a>`;
  const day = html`<time datetime="${loaded}">${reader.dates.day(loaded)}</time>`;
  const place =
    row === null
      ? reader.fillHtml(record.loaded, { file, day })
      : line
        ? reader.fillHtml(record.loadedLine, {
            file,
            row,
            day,
            line: (inner) => html`<a href="${reader.href(`${line}?entry=${entry.id}`)}">${inner}</a>`,
          })
        : reader.fillHtml(record.loadedRow, { file, row, day });
  return html`<section aria-labelledby="source">
    <h2 id="source">${record.source}</h2>
    <p>
      ${place}
      ${digest === null ? null : html`<br /><small>SHA-256 <code>${digest.slice("sha-256:".length)}</code></small>`}
    </p>
  </section>`;
}
