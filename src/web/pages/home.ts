import type { Page } from "./parts/page.js";
import { type HomePage, showHome } from "../../calls/views/pages/home.js";
import { datasetCard } from "./tables/dataset-card.js";
import { DATASETS_PATH } from "./parts/crumbs.js";
import { curlOf, figureLinks } from "./parts/data-links.js";
import { AS_PAID } from "../../calls/views/pages/page-adjusting.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import { type PageLocale, withFiscalYears, withLabels } from "./parts/page-locale.js";
import type { DatasetOverview } from "../../calls/views/pages/dataset-overview.js";
import type { DatasetDescription } from "../../calls/reading/describe/describe-dataset.js";
import { chartOf, figureChart } from "./tables/figure-chart.js";
import { headlineText } from "./tables/headline.js";
import { exploreQuery, linkRow } from "./tables/split-section.js";
import { nameSplit, periodOf, titleOfSplit } from "./tables/split-title.js";
import { shareSheet } from "./tables/share-parts.js";

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
  call: (context, { actor, origin, language }) => showHome(context, actor, origin, language),
  drawings: { home: homePage },
} as const satisfies Page<HomePage>;

export function homePage(page: HomePage, locale: PageLocale): LayoutContent {
  const { shown, numDatasets, numEntries, origin } = page;
  const { words, fill } = locale;
  const { home } = words;
  const all = fill(home.all, {
    datasets: fill(home.datasets, { count: numDatasets }),
    entries: fill(home.entries, { count: numEntries }),
  });
  const hero = html`<p class="lead">${numDatasets === 0 ? home.empty : fill(home.lead, { all })}</p>
    ${numDatasets === 0 ? null : largeSearch(locale)}`;
  const main = html`${showFeatured(locale, page)}
    ${
      numDatasets === 0
        ? null
        : html`<section aria-labelledby="datasets">
            <h2 id="datasets">${home.cards}</h2>
            <div class="cards">${shown.map(({ dataset, figures }) => datasetCard(locale, dataset, figures, 3))}</div>
            ${numDatasets > shown.length ? html`<p><a href="${locale.href(DATASETS_PATH)}">${fill(home.more, { count: numDatasets })}</a></p>` : null}
          </section>`
    }
    <div class="columns steps">${howToPublish(locale)} ${forPrograms(page, locale)}</div>`;
  return {
    title: home.title,
    summary: numDatasets === 0 ? home.emptySummary : all,
    canonical: `${origin}/`,
    crumbs: [],
    hero,
    main,
    data: [],
    hasSearch: true,
  };
}

function largeSearch({ href, words }: PageLocale): Html {
  const { find } = words.home;
  return html`<form class="large-search" role="search" aria-label="${find.name}" action="${href("/search")}">
    <label class="hidden" for="find">${find.label}</label>
    <input id="find" type="search" name="q" placeholder="${find.hint}" />
    <button class="main">${find.button}</button>
  </form>`;
}

function howToPublish({ href, words, fillHtml, user }: PageLocale): Html {
  const { publish } = words.home;
  const path = user === null ? "/dashboard" : "/datasets/new";
  const link = (inner: Html): Html => html`<a href="${href(path)}" rel="nofollow" data-plain="">${inner}</a>`;
  const command = html`<code>spendcube load --metadata model.json --csv data.csv</code>`;
  return html`<section aria-labelledby="publish">
    <h2 id="publish">${publish.title}</h2>
    <p>${publish.lead}</p>
    <ol>
      <li>${fillHtml(user === null ? publish.upload : publish.uploadSignedIn, { link })}</li>
      <li>${publish.check}</li>
      <li>${publish.publish}</li>
    </ol>
    <p class="note">${fillHtml(publish.terminal, { command })}</p>
  </section>`;
}

function forPrograms({ call, origin }: HomePage, locale: PageLocale): Html | null {
  if (call === null) return null;
  const { programs } = locale.words.home;
  return html`<section aria-labelledby="programs">
    <h2 id="programs">${programs.title}</h2>
    <p>${programs.lead}</p>
    <p><code>${curlOf(origin + call.path)}</code></p>
    <pre class="answer" tabindex="0" aria-label="${programs.answer}">${call.answer}</pre>
    <p>
      <a href="${locale.href(call.path)}" data-plain="">${programs.run}</a> ·
      <a href="${locale.href("/api")}">${programs.more}</a>
    </p>
  </section>`;
}

/** Show the chart of the first dataset that has one. */
function showFeatured(locale: PageLocale, { featured }: HomePage): Html | null {
  for (const { dataset, figures } of featured) {
    const chart = figures && featuredChart(locale, dataset, figures);
    if (chart) return chart;
  }
  return null;
}

/** Show what the money of a dataset is for, as on its own page. @returns `null` if no chart suits it */
function featuredChart(of: PageLocale, dataset: DatasetDescription, figures: DatasetOverview): Html | null {
  const locale = withLabels(withFiscalYears(of, figures.year.fiscal), dataset);
  const { split } = figures;
  const kind = split && chartOf(locale, split);
  if (!split || !kind) return null;
  const page = { ...figures, dataset, adjusting: AS_PAID };
  const url = locale.href(dataset.html_url);
  const money = locale.numbers.money(dataset.currency).of(split.measures[0]);
  const label = `${nameSplit(locale, page)}${periodOf(locale, page)}`;
  const hrefOf = linkRow(page, locale, url);
  const chart = figureChart(locale, split, { kind, label, money, precisions: {}, hrefOf });
  if (chart === null) return null;
  const newest = headlineText(locale, figures, money);
  const shown = html`<bdi>${label}</bdi>`;
  return html`<section class="featured" aria-labelledby="featured">
    <h2 id="featured" dir="auto"><a href="${url}">${dataset.label}</a></h2>
    <p class="facts">
      ${newest === "" ? shown : locale.fillHtml(locale.words.home.featured, { label: shown, amount: newest })}
    </p>
    <figure>${chart}</figure>
    ${shareSheet(locale, {
      dataset: dataset.html_url,
      query: `?${exploreQuery(locale, split, { choices: figures.choices, adjusting: AS_PAID })}`,
      title: titleOfSplit(locale, page, money.unit),
      page: dataset.html_url,
      workbook: `${dataset.html_url}/table.xlsx`,
      hasPicture: true,
      file: figureLinks(label, locale.origin, split)[0],
    })}
  </section>`;
}
