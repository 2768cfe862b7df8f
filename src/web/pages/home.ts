import type { Page } from "./parts/page.js";
import { type HomePage, showHome } from "../../calls/views/pages/home.js";
import { datasetCard } from "./tables/dataset-card.js";
import { DATASETS } from "./parts/crumbs.js";
import { curlOf } from "./parts/data-links.js";
import { AS_PAID } from "../../calls/views/pages/page-adjusting.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageReader } from "./parts/reader.js";
import type { DatasetOverview } from "../../calls/views/pages/dataset-overview.js";
import type { DatasetDescription } from "../../calls/reading/describe/describe-dataset.js";
import { chartOf, figureChart } from "./tables/figure-chart.js";
import { headlineText } from "./tables/headline.js";
import { linkRow, nameSplit, periodOf } from "./tables/split-section.js";

/** The home page. */
export const HOME_PAGE = {
  path: "/",
  formats: ["html"],
  about: {
    id: "showHome",
    tag: "Pages",
    summary: "Show the home page: the datasets, and how to begin",
    details: "A page with the largest and latest datasets.",
    samples: ["/"],
  },
  call: (context, { actor, origin }) => showHome(context, actor, origin),
  drawings: { home: homePage },
} as const satisfies Page<HomePage>;

const TITLE = "Public money, added up";

export function homePage(page: HomePage, reader: PageReader): LayoutContent {
  const { shown, numDatasets, numEntries, origin } = page;
  const { count } = reader.numbers;
  const all = `${numDatasets === 1 ? "One dataset" : `${count(numDatasets)} datasets`} of public budgets and spending, with ${count(numEntries)} entries.`;
  const hero = html`<p class="lead">
      ${numDatasets === 0 ? "No data is published here yet." : `${all} See what the money is for, compare years, search the entries, download everything. Every total is exact to the last cent.`}
    </p>
    ${numDatasets === 0 ? null : largeSearch(reader)}`;
  const [featured] = shown
    .filter(({ figures }) => figures?.split)
    .toSorted((a, b) => b.dataset.num_entries - a.dataset.num_entries);
  const main = html`${featured ? featuredChart(reader, featured.dataset, featured.figures!) : null}
    ${
      numDatasets === 0
        ? null
        : html`<section aria-labelledby="datasets">
            <h2 id="datasets">Datasets</h2>
            <div class="cards">${shown.map(({ dataset, figures }) => datasetCard(reader, dataset, figures, 3))}</div>
            ${numDatasets > shown.length ? html`<p><a href="${reader.href(DATASETS.url)}">All ${count(numDatasets)} datasets</a></p>` : null}
          </section>`
    }
    <div class="columns steps">${howToPublish(reader)} ${forPrograms(page, reader)}</div>`;
  return {
    title: TITLE,
    summary: numDatasets === 0 ? "Public budgets and spending." : all,
    canonical: `${origin}/`,
    crumbs: [],
    hero,
    main,
    data: [],
    hasSearch: true,
  };
}

function largeSearch(reader: PageReader): Html {
  return html`<form class="large-search" role="search" aria-label="Everything" action="${reader.href("/search")}">
    <label class="hidden" for="find">Search payees, purposes and amounts</label>
    <input id="find" type="search" name="q" placeholder="Payee or purpose" />
    <button class="main">Search</button>
  </form>`;
}

function howToPublish(reader: PageReader): Html {
  return html`<section aria-labelledby="publish">
    <h2 id="publish">Publish your own</h2>
    <p>
      A dataset is a table of amounts, and a small model that says what its columns mean. spendcube proposes the model.
    </p>
    <ol>
      <li><a href="${reader.href("/dashboard")}" rel="nofollow" data-plain="">Sign in</a> and upload a CSV file.</li>
      <li>Check what each column means.</li>
      <li>Publish it, with charts, search and downloads.</li>
    </ol>
    <p class="note">With a terminal: <code>spendcube load --metadata model.json --csv data.csv</code></p>
  </section>`;
}

function forPrograms({ call, origin }: HomePage, reader: PageReader): Html | null {
  if (call === null) return null;
  return html`<section aria-labelledby="programs">
    <h2 id="programs">For programs</h2>
    <p>Everything here is a call away, without a key, as JSON or CSV:</p>
    <p><code>${curlOf(origin + call.path)}</code></p>
    <pre class="answer" tabindex="0" aria-label="The answer">${call.answer}</pre>
    <p>
      <a href="${reader.href(call.path)}" data-plain="">Run it</a> · <a href="${reader.href("/api")}">More calls</a>
    </p>
  </section>`;
}

/** Show what the money of a dataset is for, as on its own page. @returns `null` if no chart suits it */
function featuredChart(reader: PageReader, dataset: DatasetDescription, figures: DatasetOverview): Html | null {
  const { split } = figures;
  const kind = split && chartOf(reader, split);
  if (!split || !kind) return null;
  const page = { ...figures, dataset, adjusting: AS_PAID };
  const url = reader.href(dataset.html_url);
  const money = reader.numbers.money(dataset.currency);
  const label = `${nameSplit(page)}${periodOf(page)}`;
  const hrefOf = linkRow(page, reader, url);
  const chart = figureChart(reader, split, { kind, label, money, precisions: {}, hrefOf });
  if (chart === null) return null;
  const newest = headlineText(reader, figures, money);
  return html`<section class="featured" aria-labelledby="featured">
    <h2 id="featured" dir="auto"><a href="${url}">${dataset.label}</a></h2>
    <p class="facts"><bdi>${label}</bdi>${newest === "" ? "" : `. In total ${newest}.`}</p>
    <figure>${chart}</figure>
  </section>`;
}
