import type { DatasetsPage } from "../api/page.js";
import { describe } from "./describe.js";
import { html, type Html } from "./html.js";
import type { Content } from "./layout.js";

export function datasetsPage({ origin, facets, datasets }: DatasetsPage): Content {
  const main = html`${Object.entries(facets).map(([name, codes]) => listFacet(origin, name, codes))}
    <p>${datasets.length === 1 ? "1 dataset" : `${datasets.length} datasets`}</p>
    ${datasets.map(
      (dataset) =>
        html`<article>
          <h2 dir="auto"><a href="${dataset.html_url}">${dataset.label}</a></h2>
          ${describe(dataset)}
        </article> `,
    )}`;
  return { title: "Datasets", crumbs: [], main };
}

function listFacet(origin: string, name: string, codes: DatasetsPage["facets"][string]): Html | null {
  if (codes.length === 0) return null;
  return html`<section>
    <h2>${name}</h2>
    <ul>
      ${codes.map(({ url, label, count }) => html`<li><a href="${origin}${url}">${label}</a> (${count})</li> `)}
    </ul>
  </section> `;
}
