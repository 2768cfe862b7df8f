import { showError } from "./parts/show-error.js";
import type { CollectionPage, CollectionYears, Ranking } from "../../calls/views/resources/collection.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { fillGaps, namePeriod } from "./charts/time-axis.js";
import { about } from "./parts/about.js";
import type { DataLink } from "./parts/data-links.js";
import { lineColor, ONE_COLOR } from "./parts/colors.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import { summarize } from "./parts/preview.js";
import type { PageLocale } from "./parts/page-locale.js";
import { table } from "./parts/table.js";
import { seriesChart } from "./tables/figure-chart.js";
import { datasetCard } from "./tables/dataset-card.js";

/** Draw the page of a collection: its datasets as rankings and as cards. */
export function collectionPage(page: CollectionPage, locale: PageLocale): LayoutContent {
  const { collection, timeLine, rankings, unranked } = page;
  const { label, description, datasets, note, html_url: url } = collection;
  const { collections: words } = locale.words;
  const count = locale.fill(locale.words.lists.datasets, { count: datasets.length });
  return {
    title: label,
    summary: summarize(locale, [locale.fill(words.summary, { label, datasets: count }), description ?? ""]),
    canonical: url,
    crumbs: [datasetsCrumb(locale), { label: words.crumb, url: "/collections" }],
    hero: html`<p class="lead">${locale.fill(words.lead, { datasets: count, note })}</p>
      ${about(locale, description)}`,
    main: html`${timeLine && timeSection(locale, timeLine, datasets.length)}
      ${rankings.map((ranking, at) => rankingSection(locale, ranking, at))}
      ${unranked === null ? null : html`<p class="note">${locale.fill(words.unranked, { reason: unranked })}</p>`}
      <section aria-labelledby="members">
        <h2 id="members">${words.members}</h2>
        <div class="cards">${datasets.map((dataset) => datasetCard(locale, dataset, null, 3))}</div>
      </section>`,
    data: [
      resourceLink(words.description, page),
      ...(timeLine ? [dataLink(words.yearAmounts, timeLine.url)] : []),
      ...rankings.map(({ per, url: from }) => dataLink(per === null ? words.amounts : words.amountsPerHead, from)),
    ],
    alternates: alternatesOf(page),
  };
}

function dataLink(label: string, url: string): DataLink {
  return {
    label,
    urls: [
      ["JSON", url],
      ["CSV", `${url}&format=csv`],
    ],
  };
}

/** Show what all datasets come to in each year, and of how many datasets that is. */
function timeSection(locale: PageLocale, { currency, years }: CollectionYears, numDatasets: number): Html {
  const money = locale.numbers.money(currency);
  const { collections: words } = locale.words;
  const title = words.yearByYear;
  const exact = money.exactly(years.map(({ amount }) => amount));
  // Where each year has a dataset of its own, all years are whole.
  const tellsParts =
    years.some(({ datasets }) => datasets.length < numDatasets) && years.some(({ datasets }) => datasets.length > 1);
  const isOther = (at: number): boolean => at > 0 && years[at]!.datasets.join() !== years[at - 1]!.datasets.join();
  const series = {
    label: "",
    color: lineColor(ONE_COLOR),
    shape: 0,
    points: new Map(years.map(({ year, amount }) => [year, amount])),
    marks: new Map<string, string>(),
    breaks: new Set(tellsParts ? years.flatMap(({ year }, at) => (isOther(at) ? [year] : [])) : []),
    parts: new Map<string, string>(),
  };
  const chart = seriesChart(
    locale,
    { series: [series], labels: fillGaps(years.map(({ year }) => year)), period: namePeriod },
    { kind: "line", label: title, money, precisions: {}, hrefOf: () => null },
  );
  const rows = years.map(
    ({ year, amount, datasets: { length } }) =>
      html`<tr>
        <th scope="row">${year}</th>
        <td class="number">${exact(amount)}</td>
        ${tellsParts ? html`<td class="number">${locale.numbers.count(length)}</td>` : null}
      </tr> `,
  );
  const columns = [words.year, { ofNumbers: words.amount }, ...(tellsParts ? [{ ofNumbers: words.members }] : [])];
  return html`<section aria-labelledby="years">
    <h2 id="years">${title}</h2>
    ${tellsParts ? html`<p class="note">${words.interrupted}</p>` : null}
    <figure>${chart} ${table(title, columns, rows)}</figure>
  </section>`;
}

function rankingSection(locale: PageLocale, ranking: Ranking, at: number): Html {
  const { year, currency, per, members, total, warnings } = ranking;
  const { collections: words } = locale.words;
  const money = locale.numbers.money(currency?.split("/")[0] ?? null);
  const write = (amount: string | null): string => (amount === null ? words.noValue : money.exact(amount));
  const title =
    year === null
      ? per === null
        ? words.ranking
        : words.rankingPerHead
      : locale.fill(per === null ? words.rankingOfYear : words.rankingPerHeadOfYear, { year });
  const rows = members.map(
    ({ label, html_url: url, amount }) =>
      html`<tr>
        <th scope="row">
          <a href="${locale.href(url)}"><bdi>${label}</bdi></a>
        </th>
        <td class="number">${write(amount)}</td>
      </tr> `,
  );
  return html`<section aria-labelledby="ranking-${String(at)}">
    <h2 id="ranking-${String(at)}">${title}</h2>
    ${table(title, [words.dataset, { ofNumbers: per === null ? words.amount : words.perHead }], rows)}
    <p class="facts">
      ${
        per === null
          ? locale.fill(words.together, { amount: write(total) })
          : locale.fillHtml(words.togetherPerHead, {
              amount: write(total),
              series: html`<a href="${locale.href(`/${per}`)}">${per}</a>`,
            })
      }
    </p>
    ${warnings.map((sentence) => html`<p class="note" dir="auto">${showError(locale, sentence)}</p>`)}
  </section>`;
}
