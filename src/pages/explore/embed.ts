import type { EmbedPage } from "../../api/pages/explore.js";
import { shortAmount } from "../parts/amounts.js";
import { exploreChart, titleOfState } from "./explore-chart.js";
import { stateQuery } from "./explore-links.js";
import { figureTable } from "../figures/figure-table.js";
import { html, type Html } from "../parts/html.js";
import { head, licenceOf } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";
import type { StaticFiles } from "../parts/static-files.js";

/** Write a chart for a frame on another page, with its total, its table and its licence. */
export function embedPage(page: EmbedPage, reader: PageReader, files: StaticFiles): Html {
  const { dataset, figure, state, precisions, measures } = page;
  const money = reader.numbers.money(dataset.currency);
  const title = titleOfState(page);
  const { chart, notes } = exploreChart(reader, page);
  const table = figureTable(reader, figure, { caption: title, money, precisions, isKey: chart !== null });
  const explore = `${reader.href(`${dataset.html_url}/explore`)}${stateQuery(state, measures.length === 1)}`;
  return html`<!doctype html>
    <html lang="en" class="embed">
      <head>
        <base target="_top" />
        ${head(reader, files, title)}
      </head>
      <body>
        <main id="main">
          <h1 dir="auto">${title}</h1>
          <p class="facts"><bdi>${figure.measures[0]!.label}</bdi>: ${shortAmount(money, figure.totals[0]!)}</p>
          <figure>
            ${chart} ${notes.length === 0 ? null : html`<p class="note">${notes.join(" ")}</p>`}
            ${
              chart === null
                ? table
                : html`<details>
                    <summary>Show as a table</summary>
                    ${table}
                  </details>`
            }
          </figure>
        </main>
        <footer>
          <p><a href="${explore}">Explore the data</a></p>
          ${dataset.licence ? licenceOf(dataset.licence) : null}
        </footer>
      </body>
    </html> `;
}
