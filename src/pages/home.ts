import type { HomePage } from "../api/pages/home.js";
import { DATASETS } from "./parts/crumbs.js";
import { curlOf } from "./parts/data-links.js";
import { datasetCard } from "./parts/dataset-card.js";
import { html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { Reader } from "./parts/reader.js";

/** Datasets that are named; the list has the others. */
const NAMED = 6;

export function homePage({ origin, datasets }: HomePage, reader: Reader): LayoutContent {
  const { count } = reader.numbers;
  const numEntries = datasets.reduce((sum, each) => sum + each.num_entries, 0);
  const [first] = datasets;
  const main = html`<p class="lead">
      ${
        datasets.length === 0
          ? "Nothing is published here yet."
          : `Here ${datasets.length === 1 ? "is one dataset" : `are ${count(datasets.length)} datasets`} of public money with ${count(numEntries)} entries. Look at what it comes to, split it, search it, or take all of it with you: every total is right to the last cent.`
      }
    </p>
    ${first === undefined ? howToLoad() : html`<div class="cards">${datasets.slice(0, NAMED).map((each) => datasetCard(reader, each, 2))}</div>`}
    ${datasets.length > NAMED ? html`<p><a href="${reader.href(DATASETS.url)}">All ${count(datasets.length)} datasets</a></p>` : null}
    ${
      first === undefined
        ? null
        : html`<section>
            <h2>How to start</h2>
            <ul>
              <li>
                <a href="${reader.href(first.html_url)}">Read</a> what a dataset is and what it comes to, year by year,
                and go from there into its parts.
              </li>
              <li>
                <a href="${reader.href(`${first.html_url}/explore`)}">Explore</a> it: split it by whatever you like.
              </li>
              <li><a href="${reader.href("/search")}">Search</a> the entries of all datasets.</li>
              <li>
                Let a program ask:
                <code>${curlOf(`${origin}/api/2/aggregate?dataset=${first.name}&drilldown=year`)}</code>
                <a href="${reader.href("/api")}">and more calls</a>
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
      A dataset is a file of rows and a small model that says which columns make its dimensions and measures. Whoever
      runs this server loads both:
    </p>
    <p><code>spendcube load --metadata model.json --csv data.csv</code></p>
  </section>`;
}
