import type { SourceDescription } from "../../../calls/publishing/loads/describe-source.js";
import type { SourcePage, SourcesPage } from "../../../calls/views/resources/sources.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { datasetsCrumb } from "../parts/crumbs.js";
import { describe } from "../parts/describe.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent, Crumb } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import { isolate } from "../parts/isolate.js";
import { table } from "../parts/table.js";
import { nameSource } from "../parts/source-name.js";

export function sourcesPage(page: SourcesPage, reader: PageReader): LayoutContent {
  const { name, label, sources } = page;
  return {
    title: `Sources of ${isolate(label)}`,
    crumbs: [datasetsCrumb(reader), datasetCrumb(page)],
    main: html`${table(
      "Sources",
      ["Source", "Loaded", "Last load"],
      sources.map((source) => sourceRow(reader, source)),
    )}
    ${sources.length > 1 ? html`<p><a href="${reader.href(`/${name}/explore?drilldown=source`)}">What each of them comes to</a></p>` : null}`,
    data: [resourceLink("Sources", page)],
    alternates: alternatesOf(page),
  };
}

export function sourcePage(page: SourcePage, reader: PageReader): LayoutContent {
  const { label, source } = page;
  const { runs, ...rest } = source;
  const main = html`<div class="fields">${describe({ ...rest, url: nameSource(rest.url) })}</div>
    <h2><a href="${reader.href(`${source.html_url}/runs`)}">Load history</a></h2>
    <ul>
      ${runs.map(
        ({ html_url: url, status, time_queued: time }) =>
          html`<li>
            <a href="${reader.href(url)}"
              ><time datetime="${time}">${reader.dates.minute(time)}</time>: ${RUN_STATUS[status]}</a
            >
          </li> `,
      )}
    </ul> `;
  return {
    title: `Source ${source.id} of ${isolate(label)}`,
    crumbs: sourcesCrumbs(reader, page),
    main,
    data: [resourceLink("This source", page)],
    alternates: alternatesOf(page),
  };
}

/** A dataset with a label. */
type Labelled = Pick<SourcesPage, "name" | "label">;

export function sourcesCrumbs(reader: PageReader, dataset: Labelled): readonly Crumb[] {
  return [datasetsCrumb(reader), datasetCrumb(dataset), { label: "Sources", url: `/${dataset.name}/sources` }];
}

function datasetCrumb({ name, label }: Labelled): Crumb {
  return { label, url: `/${name}` };
}

/** Results of loads in words. */
export const RUN_STATUS: Readonly<Record<SourceDescription["runs"][number]["status"], string>> = {
  queued: "Waiting",
  running: "Running",
  complete: "Loaded",
  failed: "Failed",
};

function sourceRow(reader: PageReader, { url, html_url: page, loaded, runs: [last] }: SourceDescription): Html {
  return html`<tr>
    <th scope="row"><a href="${reader.href(page)}" dir="auto">${nameSource(url)}</a></th>
    <td>${loaded === null ? null : html`<time datetime="${loaded}">${reader.dates.minute(loaded)}</time>`}</td>
    <td>${last ? html`<a href="${reader.href(last.html_url)}">${RUN_STATUS[last.status]}</a>` : null}</td>
  </tr> `;
}
