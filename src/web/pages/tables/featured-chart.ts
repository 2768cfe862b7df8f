import type { DatasetOverview } from "../../../calls/views/pages/dataset-overview.js";
import type { DatasetDescription } from "../../../calls/reading/describe/describe-dataset.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";
import { chartOf, figureChart } from "./figure-chart.js";
import { headlineText } from "./headline.js";
import { linkRow, nameSplit, periodOf } from "./split-section.js";

/** Show what the money of a dataset is for, as on its own page. @returns `null` if no chart suits it */
export function featuredChart(reader: PageReader, dataset: DatasetDescription, figures: DatasetOverview): Html | null {
  const { split } = figures;
  const kind = split && chartOf(reader, split);
  if (!split || !kind) return null;
  const page = { ...figures, dataset };
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
