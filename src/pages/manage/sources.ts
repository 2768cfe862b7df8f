import type { SourceDescription } from "../../api/loads/describe-source.js";
import type { SourcePage, SourcesPage } from "../../api/resources/sources.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { DATASETS } from "../parts/crumbs.js";
import { describe } from "../parts/describe.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent, Crumb } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import { table } from "../parts/table.js";
import { nameSource } from "../parts/source-name.js";

export function sourcesPage(page: SourcesPage, reader: PageReader): LayoutContent {
  const { name, sources } = page;
  return {
    title: `Sources of ${name}`,
    crumbs: [DATASETS, datasetCrumb(name)],
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
  const { name, source } = page;
  const { runs, ...rest } = source;
  const main = html`<div class="fields">${describe({ ...rest, url: nameSource(rest.url) })}</div>
    <h2><a href="${reader.href(`${source.html_url}/runs`)}">Load history</a></h2>
    <ul>
      ${runs.map(({ html_url: url, status, time_queued: time }) => html`<li><a href="${reader.href(url)}">${time}: ${status}</a></li> `)}
    </ul> `;
  return {
    title: `Source ${source.id} of ${name}`,
    crumbs: sourcesCrumbs(name),
    main,
    data: [resourceLink("This source", page)],
    alternates: alternatesOf(page),
  };
}

export function sourcesCrumbs(name: string): readonly Crumb[] {
  return [DATASETS, datasetCrumb(name), { label: "Sources", url: `/${name}/sources` }];
}

function datasetCrumb(name: string): Crumb {
  return { label: name, url: `/${name}` };
}

function sourceRow(reader: PageReader, { url, html_url: page, loaded, runs: [last] }: SourceDescription): Html {
  return html`<tr>
    <td><a href="${reader.href(page)}" dir="auto">${nameSource(url)}</a></td>
    <td>${loaded}</td>
    <td>${last ? html`<a href="${reader.href(last.html_url)}">${last.status}</a>` : null}</td>
  </tr> `;
}
