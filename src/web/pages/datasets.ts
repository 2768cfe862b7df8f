import type { DatasetsPage } from "../../calls/views/resources/datasets.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetCard } from "./tables/dataset-card.js";
import { datasetsForm, FACET_FIELDS } from "./datasets-form.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import { queryOf } from "./parts/query.js";
import type { PageReader } from "./parts/reader.js";

type Facets = DatasetsPage["facets"];

export function datasetsPage(page: DatasetsPage, reader: PageReader): LayoutContent {
  const { datasets, figures, facets, q, chosen } = page;
  const { count } = reader.numbers;
  const isNarrowed = q !== "" || Object.values(chosen).some((codes) => codes.length > 0);
  const main = html`${datasetsForm(page, reader)}
    <div class="with-side" id="found">
      <div>
        <p class="facts">
          ${page.count === 1 ? "1 dataset" : `${count(page.count)} datasets`}${isNarrowed ? html`. <a href="${reader.href("/datasets")}">Show all</a>` : null}
        </p>
        <div class="cards">
          ${datasets.map((dataset) => datasetCard(reader, dataset, figures.get(dataset.name) ?? null, 2))}
        </div>
        ${pager(page, reader)}
      </div>
      <aside aria-label="Filters">
        ${Object.entries(facets).map(([name, codes]) => listFacet(reader, page, name, codes))}
      </aside>
    </div>`;
  return {
    title: "Datasets",
    summary: "Public budgets and spending: every dataset of this site, by territory, language and kind",
    canonical: page.url,
    crumbs: [],
    main,
    data: [resourceLink("List of datasets", page)],
    alternates: alternatesOf(page),
  };
}

function pager({ url, q, chosen, page, pages }: DatasetsPage, reader: PageReader): Html | null {
  if (pages <= 1) return null;
  const link = (to: number, rel: "prev" | "next", text: string): Html => {
    const query = queryOf([
      ["q", q],
      ...Object.entries(chosen).flatMap(([name, codes]) => codes.map((code) => [name, code] as const)),
      ["page", to === 1 ? "" : String(to)],
    ]);
    return html`<a rel="${rel}" href="${reader.href(url)}${query}">${text}</a>`;
  };
  return html`<nav class="pager" aria-label="Pages">
    ${page > 1 ? link(Math.min(page - 1, pages), "prev", "Previous page") : null}
    <span>Page ${reader.numbers.count(page)} of ${reader.numbers.count(pages)}</span>
    ${page < pages ? link(page + 1, "next", "Next page") : null}
  </nav>`;
}

function listFacet(reader: PageReader, page: DatasetsPage, name: string, codes: Facets[string]): Html | null {
  const facet = FACET_FIELDS[name];
  if (codes.length === 0 || !facet) return null;
  const { parameter, title } = facet;
  const own = page.chosen[parameter] ?? [];
  return html`<section class="facet">
    <h2>${title}</h2>
    <ul>
      ${codes.map(({ code, label, count }) => {
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
          <a href="${reader.href(page.url)}${query}" ${state}><bdi>${label}</bdi></a>
          <small>${reader.numbers.count(count)}</small>
        </li> `;
      })}
    </ul>
  </section> `;
}
