import type { SourceDescription } from "../../../calls/publishing/loads/describe-source.js";
import type { SourcePage, SourcesPage } from "../../../calls/views/resources/sources.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { datasetsCrumb } from "../parts/crumbs.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent, Crumb } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import { isolate } from "../parts/isolate.js";
import { beginRunRow, showStatus } from "./run-progress.js";
import { table } from "../parts/table.js";
import { nameSource } from "../parts/source-name.js";

export function sourcesPage(page: SourcesPage, locale: PageLocale): LayoutContent {
  const { name, label, sources } = page;
  const { words, fill } = locale;
  const { sources: texts } = words.loads;
  return {
    title: fill(texts.title, { dataset: isolate(label) }),
    crumbs: [datasetsCrumb(locale), datasetCrumb(page)],
    hero: html``,
    main: html`${table(
      texts.name,
      [texts.source, texts.loaded, texts.last],
      sources.map((source) => sourceRow(locale, source)),
    )}
    ${sources.length > 1 ? html`<p><a href="${locale.href(`/${name}/explore?drilldown=source`)}">${texts.compare}</a></p>` : null}`,
    data: [resourceLink(texts.name, page)],
    alternates: alternatesOf(page),
  };
}

export function sourcePage(page: SourcePage, locale: PageLocale): LayoutContent {
  const { label, source } = page;
  const { runs } = source;
  const { loads } = locale.words;
  const main = html`${showSourceFacts(source, locale)}
    <section aria-labelledby="history">
      <h2 id="history"><a href="${locale.href(`${source.html_url}/runs`)}">${loads.history.name}</a></h2>
      ${table(
        loads.history.name,
        [loads.history.load, loads.history.result],
        runs.map(
          (run) =>
            html`<tr>
              ${beginRunRow(locale, run)}
            </tr> `,
        ),
      )}
    </section>`;
  return {
    title: locale.fill(loads.sources.one, { id: String(source.id), dataset: isolate(label) }),
    crumbs: sourcesCrumbs(locale, page),
    hero: html``,
    main,
    data: [resourceLink(loads.sources.data, page)],
    alternates: alternatesOf(page),
  };
}

/** Write what is known of a source: its address, when it was loaded, and which contents it had then. */
function showSourceFacts(
  { url, loaded, digest, etag, last_modified: modified }: SourceDescription,
  { words, dates }: PageLocale,
): Html {
  const { facts } = words.loads.sources;
  const code = (text: string | null): Html | null => (text === null ? null : html`<code>${text}</code>`);
  const rows: readonly (readonly [label: string, fact: Html | null])[] = [
    [facts.address, html`<bdi>${nameSource(url)}</bdi>`],
    [facts.loaded, loaded === null ? null : html`<time datetime="${loaded}">${dates.minute(loaded)}</time>`],
    [facts.digest, code(digest)],
    [facts.etag, code(etag)],
    [facts.modified, code(modified)],
  ];
  return html`<dl class="facts">
    ${rows.map(([label, fact]) =>
      fact === null
        ? null
        : html`<dt>${label}</dt>
            <dd>${fact}</dd> `,
    )}
  </dl>`;
}

/** A dataset with a label. */
type Labelled = Pick<SourcesPage, "name" | "label">;

export function sourcesCrumbs(locale: PageLocale, dataset: Labelled): readonly Crumb[] {
  return [
    datasetsCrumb(locale),
    datasetCrumb(dataset),
    { label: locale.words.loads.sources.name, url: `/${dataset.name}/sources` },
  ];
}

function datasetCrumb({ name, label }: Labelled): Crumb {
  return { label, url: `/${name}` };
}

function sourceRow(locale: PageLocale, { url, html_url: page, loaded, runs: [last] }: SourceDescription): Html {
  return html`<tr>
    <th scope="row"><a href="${locale.href(page)}" dir="auto">${nameSource(url)}</a></th>
    <td>${loaded === null ? null : html`<time datetime="${loaded}">${locale.dates.minute(loaded)}</time>`}</td>
    <td>${last ? html`<a href="${locale.href(last.html_url)}">${showStatus(locale, last)}</a>` : null}</td>
  </tr> `;
}
