import { sourcesUrl, sourceUrl } from "../../../calls/reading/describe/links.js";
import type { RowPage } from "../../../calls/views/resources/source-row.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { crumbOf, datasetsCrumb } from "../parts/crumbs.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import { entryFacts, entryTable } from "./entry-record.js";

/** Show a row of a file as it was published, and the entry that was read from it. */
export function sourceRowPage(page: RowPage, locale: PageLocale): LayoutContent {
  const { dataset, row } = page;
  const { source, line } = row;
  const words = locale.words.entries.row;
  const file = html`<a href="${locale.href(sourceUrl(page.origin, dataset.name, source.id))}"
    ><bdi>${source.url}</bdi></a
  >`;
  return {
    title: locale.fill(words.title, { row: source.row!, file: source.url }),
    crumbs: [
      datasetsCrumb(locale),
      crumbOf(dataset),
      { label: words.sources, url: sourcesUrl(page.origin, dataset.name) },
    ],
    main: html`<p>${locale.fillHtml(words.published, { file, line })}</p>
      <div class="beside">${showCells(page, locale)} ${showEntry(page, locale)}</div>`,
    data: [resourceLink(words.data, page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

/** Write the cells under the names of their columns; there may be more cells than names, or fewer. */
function showCells({ row: { columns, cells } }: RowPage, { words, fill }: PageLocale): Html {
  const { caption, cell, noCell } = words.entries.row;
  const count = Math.max(columns.length, cells.length);
  const places = Array.from({ length: count }, (_, at) => at);
  return html`<table class="record">
    <caption class="hidden">
      ${caption}
    </caption>
    <tbody>
      ${places.map(
        (at) =>
          html`<tr>
            <th scope="row"><bdi>${columns[at] ?? fill(cell, { number: at + 1 })}</bdi></th>
            <td>${cells[at] === undefined ? html`<i>${noCell}</i>` : html`<bdi>${cells[at]}</bdi>`}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}

function showEntry(page: RowPage, locale: PageLocale): Html | null {
  const { entry } = page.row;
  if (entry === undefined) return null;
  if (entry === null) return html`<p class="note">${locale.words.entries.row.otherEntry}</p>`;
  return html`<section aria-labelledby="entry">
    <h2 id="entry"><a href="${locale.href(entry.html_url)}">${locale.words.entries.row.entry}</a></h2>
    ${entryFacts({ ...page, entry }, locale)} ${entryTable({ ...page, entry }, locale)}
  </section>`;
}
