import type { DatasetsPage } from "../../calls/views/resources/datasets.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetCard } from "./tables/dataset-card.js";
import { nameCategory } from "./tables/dataset-facts.js";
import { datasetsForm, listFacets } from "./datasets-form.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import { showPager } from "./parts/pager.js";
import { queryOf } from "./parts/query.js";
import type { PageLocale } from "./parts/page-locale.js";

type Facets = DatasetsPage["facets"];

export function datasetsPage(page: DatasetsPage, locale: PageLocale): LayoutContent {
  const { datasets, figures, facets, q, chosen } = page;
  const { words, fill, fillHtml } = locale;
  const showAll = (inner: Html): Html => html`<a href="${locale.href("/datasets")}">${inner}</a>`;
  const isNarrowed = q !== "" || Object.values(chosen).some((codes) => codes.length > 0);
  const main = html`${datasetsForm(page, locale)}
    <div class="with-side" id="found">
      <div>
        <p class="facts">
          ${isNarrowed ? fillHtml(words.datasets.narrowed, { count: page.count, all: showAll }) : fill(words.lists.datasets, { count: page.count })}
        </p>
        <div class="cards">
          ${datasets.map((dataset) => datasetCard(locale, dataset, figures.get(dataset.name) ?? null, 2))}
        </div>
        ${pager(page, locale)}
      </div>
      <aside aria-label="${words.lists.filters}">
        ${Object.entries(facets).map(([name, codes]) => listFacet(locale, page, name, codes))}
      </aside>
    </div>`;
  return {
    title: words.datasets.title,
    summary: words.datasets.summary,
    canonical: page.url,
    crumbs: [],
    main,
    data: [resourceLink(words.datasets.data, page)],
    alternates: alternatesOf(page),
  };
}

function pager({ url, q, chosen, page, pages }: DatasetsPage, locale: PageLocale): Html | null {
  if (pages <= 1) return null;
  const hrefTo = (to: number): string =>
    locale.href(url) +
    queryOf([
      ["q", q],
      ...Object.entries(chosen).flatMap(([name, codes]) => codes.map((code) => [name, code] as const)),
      ["page", to === 1 ? "" : String(to)],
    ]);
  const { count } = locale.numbers;
  const place = locale.fill(locale.words.lists.pager.page, { page: count(page), pages: count(pages) });
  return showPager(locale, place, {
    previous: page > 1 ? hrefTo(Math.min(page - 1, pages)) : null,
    next: page < pages ? hrefTo(page + 1) : null,
  });
}

/** Name a value of a facet in the language of the page. @param label of it, for what has no other name */
function nameFacet(locale: PageLocale, facet: string, code: string, label: string): string {
  if (facet === "territories") return locale.names.territory(code);
  if (facet === "languages") return locale.names.language(code);
  return facet === "categories" ? nameCategory(locale, code) : label;
}

function listFacet(locale: PageLocale, page: DatasetsPage, name: string, codes: Facets[string]): Html | null {
  const facet = listFacets(locale).find((each) => each.name === name);
  if (codes.length === 0 || !facet) return null;
  const { parameter, title } = facet;
  const own = page.chosen[parameter] ?? [];
  const items = codes.map(({ code, label, count }) => {
    const isChosen = own.includes(code);
    const next = isChosen ? own.filter((each) => each !== code) : [...own, code];
    const query = queryOf([
      ["q", page.q],
      ...Object.entries(page.chosen)
        .filter(([each]) => each !== parameter)
        .flatMap(([each, values]) => values.map((value) => [each, value] as const)),
      ...next.map((value) => [parameter, value] as const),
    ]);
    const state = isChosen ? html`aria-current="true"` : null;
    return html`<li>
      <a href="${locale.href(page.url)}${query}" ${state}><bdi>${nameFacet(locale, name, code, label)}</bdi></a>
      <small>${locale.numbers.count(count)}</small>
    </li> `;
  });
  const folded = items.slice(UNFOLDED);
  const isOpen = codes.slice(UNFOLDED).some(({ code }) => own.includes(code));
  const more = locale.fill(locale.words.figures.rest.more, { count: folded.length });
  return html`<section class="facet">
    <h2>${title}</h2>
    <ul>
      ${items.slice(0, UNFOLDED)}
    </ul>
    ${
      folded.length === 0
        ? null
        : html`<details ${isOpen ? html`open` : null}>
            <summary>${more}</summary>
            <ul>
              ${folded}
            </ul>
          </details>`
    }
  </section> `;
}

/** Number of values of a facet that are shown without unfolding it: years go back far. */
const UNFOLDED = 12;
