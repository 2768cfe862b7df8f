import type { CollectionPage, Ranking } from "../../calls/views/resources/collection.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { about } from "./parts/about.js";
import { DATASETS } from "./parts/crumbs.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import { summarize } from "./parts/preview.js";
import type { PageReader } from "./parts/reader.js";
import { table } from "./parts/table.js";
import { datasetCard } from "./tables/dataset-card.js";

/** Draw the page of a collection: its datasets as rankings and as cards. */
export function collectionPage(page: CollectionPage, reader: PageReader): LayoutContent {
  const { collection, rankings, unranked } = page;
  const { label, description, datasets, note, html_url: url } = collection;
  const count = datasets.length === 1 ? "1 dataset" : `${reader.numbers.count(datasets.length)} datasets`;
  return {
    title: label,
    summary: summarize([`${label}: ${count}`, description ?? ""]),
    canonical: url,
    crumbs: [DATASETS, { label: "Collections", url: "/collections" }],
    hero: html`<p class="lead">${count}. ${note}</p>
      ${about(description)}`,
    main: html`${rankings.map((ranking, at) => rankingSection(reader, ranking, at))}
      ${unranked === null ? null : html`<p class="note">The datasets are not ranked: ${unranked}</p>`}
      <section aria-labelledby="members">
        <h2 id="members">Datasets</h2>
        <div class="cards">${datasets.map((dataset) => datasetCard(reader, dataset, null, 3))}</div>
      </section>`,
    data: [
      resourceLink("Description of the collection", page),
      ...rankings.map(({ per, url: from }) => ({
        label: per === null ? "Amounts by dataset" : "Amounts by dataset and person",
        urls: [
          ["JSON", from],
          ["CSV", `${from}&format=csv`],
        ] as [string, string][],
      })),
    ],
    alternates: alternatesOf(page),
  };
}

function rankingSection(reader: PageReader, ranking: Ranking, at: number): Html {
  const { year, currency, per, members, total, warnings } = ranking;
  const money = reader.numbers.money(currency?.split("/")[0] ?? null);
  const write = (amount: string | null): string => (amount === null ? "no value" : money.exact(amount));
  const title = [per === null ? "Amounts" : "Amounts per head", year === null ? "" : `of ${year}`]
    .filter(Boolean)
    .join(" ");
  const rows = members.map(
    ({ label, html_url: url, amount }) =>
      html`<tr>
        <th scope="row">
          <a href="${reader.href(url)}"><bdi>${label}</bdi></a>
        </th>
        <td class="number">${write(amount)}</td>
      </tr> `,
  );
  return html`<section aria-labelledby="ranking-${String(at)}">
    <h2 id="ranking-${String(at)}">${title}</h2>
    ${table(title, ["Dataset", { ofNumbers: per === null ? "Amount" : "Per head" }], rows)}
    <p class="facts">
      Together: ${write(total)}${per === null ? null : html` (people: <a href="${reader.href(`/${per}`)}">${per}</a>)`}
    </p>
    ${warnings.map((sentence) => html`<p class="note">${sentence}</p>`)}
  </section>`;
}
