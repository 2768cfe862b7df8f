import { sourcesUrl, sourceUrl } from "../../../calls/reading/describe/links.js";
import type { RowPage } from "../../../calls/views/resources/source-row.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { crumbOf, datasetsCrumb } from "../parts/crumbs.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import { entryFacts, entryTable } from "./entry-record.js";

/** Show a row of a file as it was published, and the entry that was read from it. */
export function sourceRowPage(page: RowPage, reader: PageReader): LayoutContent {
  const { dataset, row } = page;
  const { source, line } = row;
  const number = reader.numbers.count(source.row!);
  const file = html`<a href="${reader.href(sourceUrl(page.origin, dataset.name, source.id))}"
    ><bdi>${source.url}</bdi></a
  >`;
  return {
    title: `Row ${number} of ${source.url}`,
    crumbs: [datasetsCrumb(reader), crumbOf(dataset), { label: "Sources", url: sourcesUrl(page.origin, dataset.name) }],
    main: html`<p>As it was published in ${file}, line ${reader.numbers.count(line)}.</p>
      <div class="beside">${showCells(page)} ${showEntry(page, reader)}</div>`,
    data: [resourceLink("This row", page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

/** Write the cells under the names of their columns; there may be more cells than names, or fewer. */
function showCells({ row: { columns, cells } }: RowPage): Html {
  const count = Math.max(columns.length, cells.length);
  const places = Array.from({ length: count }, (_, at) => at);
  return html`<table class="record">
    <caption class="hidden">
      Cells of the row
    </caption>
    <tbody>
      ${places.map(
        (at) =>
          html`<tr>
            <th scope="row"><bdi>${columns[at] ?? `Cell ${at + 1}`}</bdi></th>
            <td>${cells[at] === undefined ? html`<i>no cell</i>` : html`<bdi>${cells[at]}</bdi>`}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}

function showEntry(page: RowPage, reader: PageReader): Html | null {
  const { entry } = page.row;
  if (entry === undefined) return null;
  if (entry === null) return html`<p class="note">The requested entry is not from this row.</p>`;
  return html`<section aria-labelledby="entry">
    <h2 id="entry"><a href="${reader.href(entry.html_url)}">The entry</a></h2>
    ${entryFacts({ ...page, entry }, reader)} ${entryTable({ ...page, entry }, reader)}
  </section>`;
}
