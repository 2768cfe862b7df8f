import { sayPhrase } from "../parts/say-phrase.js";
import { showError } from "../parts/show-error.js";
import { sourceUrl } from "../../../calls/reading/describe/links.js";
import { entryAmount } from "../../../calls/reading/describe/describe-entry.js";
import type { EntryPage } from "../../../calls/views/resources/entry.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { crumbOf, datasetsCrumb } from "../parts/crumbs.js";
import { allFields } from "../parts/describe.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import { isolate } from "../parts/isolate.js";
import { entryFacts, entryTable, nameEntry } from "./entry-record.js";
import { enumerateHtml } from "../parts/enumerate.js";

export function entryPage(page: EntryPage, locale: PageLocale): LayoutContent {
  const { dataset, entry, warning, inflated } = page;
  const title = nameEntry(page, locale);
  const main = html`${entryFacts(page, locale)} ${inflated && showInflated(page, inflated, locale)}
  ${warning && html`<p class="error">${showError(locale, warning.inflation)}. ${showError(locale, warning.error)}.</p>`}
  ${entryTable(page, locale)} ${showSource(page, locale)} ${allFields(locale, entry)}`;
  return {
    title,
    windowTitle: `${title} – ${isolate(dataset.label)}`,
    crumbs: [
      datasetsCrumb(locale),
      crumbOf(dataset),
      { label: locale.words.entries.crumb, url: `${dataset.html_url}/entries` },
    ],
    main,
    data: [resourceLink(locale.words.entries.record.data, page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

/** Say whose prices amounts are in, by which series, and what was paid. */
function showInflated(
  { dataset, measures }: EntryPage,
  { to, paid, series }: NonNullable<EntryPage["inflated"]>,
  locale: PageLocale,
): Html {
  const money = locale.numbers.money(dataset.currency);
  const amounts = measures.flatMap(({ name, label, unit }) => {
    const amount = entryAmount(paid, name);
    return amount === null ? [] : [html`<bdi>${label}</bdi> ${money.of({ unit }).exact(amount)}`];
  });
  const used = series.map((name) => html`<a href="${locale.href(`/${name}`)}"><bdi>${name}</bdi></a>`);
  return html`<p class="note">
    ${locale.fillHtml(locale.words.entries.record.inflated, { year: sayPhrase(locale, to), series: enumerateHtml(locale, used), amounts: enumerateHtml(locale, amounts) })}
  </p>`;
}

/** Say which file the entry was read from, and where in it. */
function showSource({ origin, dataset, source, row: line, entry }: EntryPage, locale: PageLocale): Html | null {
  if (!source) return null;
  const { id, url, row, loaded, digest } = source;
  const { record } = locale.words.entries;
  const file = html`<a href="${locale.href(sourceUrl(origin, dataset.name, id))}"><bdi>${url}</bdi></a>`;
  const day = html`<time datetime="${loaded}">${locale.dates.day(loaded)}</time>`;
  const place =
    row === null
      ? locale.fillHtml(record.loaded, { file, day })
      : line
        ? locale.fillHtml(record.loadedLine, {
            file,
            row,
            day,
            line: (inner) => html`<a href="${locale.href(`${line}?entry=${entry.id}`)}">${inner}</a>`,
          })
        : locale.fillHtml(record.loadedRow, { file, row, day });
  return html`<section aria-labelledby="source">
    <h2 id="source">${record.source}</h2>
    <p>
      ${place}
      ${digest === null ? null : html`<br /><small>SHA-256 <code>${digest.slice("sha-256:".length)}</code></small>`}
    </p>
  </section>`;
}
