import type { HomePage } from "../api/pages/home.js";
import { DATASETS } from "./parts/crumbs.js";
import { curlOf } from "./parts/data-links.js";
import { datasetCard } from "./parts/dataset-card.js";
import { html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageReader } from "./parts/reader.js";

/** Number of datasets shown here; the list of datasets has all of them. */
const MAX_SHOWN = 6;

export function homePage({ origin, datasets }: HomePage, reader: PageReader): LayoutContent {
  const { count } = reader.numbers;
  const numEntries = datasets.reduce((sum, each) => sum + each.num_entries, 0);
  const [first] = datasets;
  const main = html`<p class="lead">
      ${
        datasets.length === 0
          ? "No data is published here yet."
          : `${datasets.length === 1 ? "One dataset" : `${count(datasets.length)} datasets`} of public budgets and spending, with ${count(numEntries)} entries. See the totals, split them, search the entries, or download everything. Every total is exact to the last cent.`
      }
    </p>
    ${first === undefined ? howToLoad() : html`<div class="cards">${datasets.slice(0, MAX_SHOWN).map((each) => datasetCard(reader, each, 2))}</div>`}
    ${datasets.length > MAX_SHOWN ? html`<p><a href="${reader.href(DATASETS.url)}">All ${count(datasets.length)} datasets</a></p>` : null}
    ${
      first === undefined
        ? null
        : html`<section>
            <h2>Where to start</h2>
            <ul>
              <li>
                <a href="${reader.href(first.html_url)}">Look at a dataset</a>: its totals year by year, and what they
                consist of.
              </li>
              <li>
                <a href="${reader.href(`${first.html_url}/explore`)}">Explore it</a>: split the amounts as you like.
              </li>
              <li><a href="${reader.href("/search")}">Search</a> the entries of all datasets.</li>
              <li>
                Use the API:
                <code>${curlOf(`${origin}/api/2/aggregate?dataset=${first.name}&drilldown=year`)}</code>
                <a href="${reader.href("/api")}">More calls</a>
              </li>
            </ul>
          </section>`
    } `;
  return { title: "Public money, added up", crumbs: [], main, data: [] };
}

function howToLoad() {
  return html`<section>
    <h2>How to publish</h2>
    <p>
      A dataset is a CSV file and a small model that says what each column means. The operator of this server loads
      both:
    </p>
    <p><code>spendcube load --metadata model.json --csv data.csv</code></p>
  </section>`;
}
