import { type CollectionsPage, showCollections } from "../../calls/views/resources/collection.js";
import { refer } from "../../calls/schema.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { Page } from "./parts/page.js";
import type { PageLocale } from "./parts/page-locale.js";

/** The page of the collections. */
export const COLLECTIONS_PAGE = {
  path: "/collections",
  formats: ["html", "json"],
  about: {
    id: "listCollections",
    tag: "Resources",
    summary: "List the collections: names for several datasets, which calls take as those of datasets",
    details: "A collection shows each reader the datasets that she may read, and is listed if there is one.",
    json: refer("CollectionList"),
    samples: ["/collections"],
  },
  call: (context, { actor, origin }) => showCollections(context, actor, origin),
  drawings: { collections: collectionsPage },
} as const satisfies Page<CollectionsPage>;

/** Show the collections with their datasets. */
export function collectionsPage(page: CollectionsPage, locale: PageLocale): LayoutContent {
  const { list: words } = locale.words.collections;
  return {
    title: words.title,
    crumbs: [datasetsCrumb(locale)],
    main:
      page.collections.length === 0
        ? html`<p class="note">
            ${locale.fillHtml(words.none, { command: html`<code>spendcube collection add</code>` })}
          </p>`
        : html`<div class="cards">${page.collections.map((each) => describeOne(each, locale))}</div>`,
    data: [resourceLink(words.name, page)],
    alternates: alternatesOf(page),
  };
}

function describeOne(collection: CollectionsPage["collections"][number], locale: PageLocale): Html {
  const { label, description, html_url: url, datasets } = collection;
  const count = locale.fill(locale.words.lists.datasets, { count: datasets.length });
  return html`<article>
    <h2 dir="auto"><a href="${url}">${label}</a></h2>
    ${description ? html`<p class="teaser" dir="auto">${description}</p>` : null}
    <p class="facts">${count}</p>
  </article> `;
}
