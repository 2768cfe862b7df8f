import type { SourceDescription } from "../api/loads/describe-source.js";
import type { SourcePage, SourcesPage } from "../api/page.js";
import { describe } from "./describe.js";
import { html, type Html } from "./html.js";
import type { Content, Crumb } from "./layout.js";

export function sourcesPage({ origin, name, sources }: SourcesPage): Content {
  const main = html`<table>
    <thead>
      <tr>
        <th scope="col">Source</th>
        <th scope="col">Loaded</th>
        <th scope="col">Last run</th>
      </tr>
    </thead>
    <tbody>
      ${sources.map(sourceRow)}
    </tbody>
  </table> `;
  return { title: `Sources of ${name}`, crumbs: [datasetCrumb(origin, name)], main };
}

export function sourcePage({ origin, name, source }: SourcePage): Content {
  const { runs, ...rest } = source;
  const main = html`${describe(rest)}
    <h2><a href="${source.html_url}/runs">Runs</a></h2>
    <ul>
      ${runs.map(({ html_url: url, status, time_queued: time }) => html`<li><a href="${url}">${time}: ${status}</a></li> `)}
    </ul> `;
  return { title: `Source ${source.id} of ${name}`, crumbs: sourcesCrumbs(origin, name), main };
}

export function sourcesCrumbs(origin: string, name: string): readonly Crumb[] {
  return [datasetCrumb(origin, name), { label: "Sources", url: `${origin}/${name}/sources` }];
}

function datasetCrumb(origin: string, name: string): Crumb {
  return { label: name, url: `${origin}/${name}` };
}

function sourceRow({ url, html_url: page, loaded, runs: [last] }: SourceDescription): Html {
  return html`<tr>
    <td><a href="${page}" dir="auto">${url}</a></td>
    <td>${loaded}</td>
    <td>${last ? html`<a href="${last.html_url}">${last.status}</a>` : null}</td>
  </tr> `;
}
