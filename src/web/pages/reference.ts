import type { ReferencePage } from "../../calls/views/resources/dataset.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { about } from "./parts/about.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { searchLink } from "./parts/data-links.js";
import { writeReference } from "./tables/reference-text.js";
import { html } from "./parts/html.js";
import { type LayoutContent, licenceOf } from "./parts/layout.js";
import { summarize } from "./parts/preview.js";
import { withoutLinks } from "./parts/linked-text.js";
import type { PageLocale } from "./parts/page-locale.js";

/** Draw the page of a series, a crosswalk or a table of labels: what it is, and the ways to its rows. */
export function referencePage(page: ReferencePage, locale: PageLocale): LayoutContent {
  const { dataset, facts, sources, origin } = page;
  const url = locale.href(dataset.html_url);
  const { dataset: words } = locale.words;
  const sentence = writeReference(locale, dataset, facts);
  const all = new URLSearchParams({ dataset: dataset.name, pagesize: "1000000000" }).toString();
  return {
    title: dataset.label,
    summary: summarize(locale, [sentence, withoutLinks(dataset.description ?? "")]),
    canonical: dataset.html_url,
    crumbs: [datasetsCrumb(locale)],
    hero: html`<p class="lead" dir="auto">${sentence}</p>
      ${about(locale, dataset.description)}
      <p class="actions">
        <a class="button main" href="${url}/entries">${words.reference.rows}</a>
        <a class="button" href="${url}/dimensions">${words.reference.columns}</a>
        <a class="button" href="#data">${words.download}</a>
      </p>`,
    main: html`<section aria-labelledby="sources">
      <h2 id="sources">${words.sources.title}</h2>
      ${dataset.licence ? licenceOf(locale, dataset.licence) : html`<p>${words.sources.noLicence}</p>`}
      <ul class="sources">
        ${sources.map(
          ({ label, url: from, loaded }) =>
            html`<li>
              ${locale.fillHtml(words.sources.loaded, {
                source: from === null ? html`<bdi>${label}</bdi>` : html`<a href="${from}"><bdi>${label}</bdi></a>`,
                day: html`<time datetime="${loaded}">${locale.dates.day(loaded)}</time>`,
              })}
            </li> `,
        )}
      </ul>
      <p>
        <a href="${url}/sources">${words.sources.history}</a> ·
        <a href="${url}/meta/versions">${words.sources.versions}</a> ·
        <a href="${url}/model" data-plain="">${words.sources.model}</a>
      </p>
    </section>`,
    data: [
      resourceLink(words.data.description, page),
      { label: words.data.model, urls: [["JSON", `${dataset.html_url}/model.json`]] },
      searchLink(words.data.entries, origin, all, dataset.num_entries),
    ],
    licence: dataset.licence,
    editor: `${dataset.html_url}/editor`,
    alternates: alternatesOf(page),
  };
}
