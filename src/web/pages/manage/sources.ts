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
  const { words, fill } = reader;
  const { sources: texts } = words.loads;
  return {
    title: fill(texts.title, { dataset: isolate(label) }),
    crumbs: [datasetsCrumb(reader), datasetCrumb(page)],
    main: html`${table(
      texts.name,
      [texts.source, texts.loaded, texts.last],
      sources.map((source) => sourceRow(reader, source)),
    )}
    ${sources.length > 1 ? html`<p><a href="${reader.href(`/${name}/explore?drilldown=source`)}">${texts.compare}</a></p>` : null}`,
    data: [resourceLink(texts.name, page)],
    alternates: alternatesOf(page),
  };
}

export function sourcePage(page: SourcePage, reader: PageReader): LayoutContent {
  const { label, source } = page;
  const { runs, ...rest } = source;
  const { loads } = reader.words;
  const main = html`<div class="fields">${describe({ ...rest, url: nameSource(rest.url) })}</div>
    <h2><a href="${reader.href(`${source.html_url}/runs`)}">${loads.history.name}</a></h2>
    <ul>
      ${runs.map(
        ({ html_url: url, status, time_queued: time }) =>
          html`<li>
            <a href="${reader.href(url)}"
              ><time datetime="${time}">${reader.dates.minute(time)}</time>: ${loads.status[status]}</a
            >
          </li> `,
      )}
    </ul> `;
  return {
    title: reader.fill(loads.sources.one, { id: String(source.id), dataset: isolate(label) }),
    crumbs: sourcesCrumbs(reader, page),
    main,
    data: [resourceLink(loads.sources.data, page)],
    alternates: alternatesOf(page),
  };
}

/** A dataset with a label. */
type Labelled = Pick<SourcesPage, "name" | "label">;

export function sourcesCrumbs(reader: PageReader, dataset: Labelled): readonly Crumb[] {
  return [
    datasetsCrumb(reader),
    datasetCrumb(dataset),
    { label: reader.words.loads.sources.name, url: `/${dataset.name}/sources` },
  ];
}

function datasetCrumb({ name, label }: Labelled): Crumb {
  return { label, url: `/${name}` };
}

function sourceRow(reader: PageReader, { url, html_url: page, loaded, runs: [last] }: SourceDescription): Html {
  return html`<tr>
    <th scope="row"><a href="${reader.href(page)}" dir="auto">${nameSource(url)}</a></th>
    <td>${loaded === null ? null : html`<time datetime="${loaded}">${reader.dates.minute(loaded)}</time>`}</td>
    <td>
      ${last ? html`<a href="${reader.href(last.html_url)}">${reader.words.loads.status[last.status]}</a>` : null}
    </td>
  </tr> `;
}
