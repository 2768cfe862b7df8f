import { showError } from "../parts/show-error.js";
import { EXPLORED_VIEW, NUMBERS_PARAMETER, FRAME_THEME } from "../../../calls/views/pages/page-parameters.js";
import type { Page } from "../parts/page.js";
import type { EmbedPage, ExplorePage } from "../../../calls/views/pages/exploration.js";
import { requestFrame } from "../../../calls/views/pages/explore.js";
import { exploreChart } from "./explore-chart.js";
import { factsOfState } from "./state-facts.js";
import { exploreTable } from "./explore-table.js";
import { withTheme } from "./oembed.js";
import { titleOfState } from "./title.js";
import { stateQuery } from "./explore-links.js";
import { adjustmentNotes } from "../tables/adjustment-switches.js";
import { hasAmounts } from "../tables/added-members.js";
import { footnotes } from "../tables/note-marks.js";
import { figureLinks, forSpreadsheets } from "../parts/data-links.js";
import { keepYears } from "../parts/keep-years.js";
import { html, type Html } from "../parts/html.js";
import { head, licenceOf } from "../parts/layout.js";
import type { PageLocale } from "../parts/page-locale.js";
import type { PageFrame } from "../parts/page-frame.js";

/** The chart of the explorer in a frame. */
export const EMBED = {
  path: "/{dataset}/embed",
  formats: ["html"],
  isInOwnLanguage: true,
  about: {
    id: "embed",
    tag: "Pages",
    summary: "Show the explorer's chart for a frame of another site; no other page can be framed",
    details: "It has its total, its table and its licence.",
    parameters: [...EXPLORED_VIEW, FRAME_THEME, NUMBERS_PARAMETER],
    samples: ["/town/embed?drilldown=region&theme=dark", "/bare/embed"],
  },
  call: requestFrame,
  drawings: { embed: embedPage },
} as const satisfies Page<ExplorePage | EmbedPage>;

/** Write a chart for a frame on another page, with its total, its table and its licence. */
export function embedPage(page: EmbedPage, locale: PageLocale, files: PageFrame): Html {
  const { dataset, figure } = page;
  const title = titleOfState(page, locale);
  const words = locale.words.explore.embed;
  const { chart, kind, notes } = exploreChart(locale, page);
  const table = exploreTable(page, locale, { title, kind, hasFootnotes: false });
  const explore = `${locale.href(`${dataset.html_url}/explore`)}${stateQuery(page)}`;
  const csv = figureLinks(title, page.origin, figure)[0]?.urls.find(([format]) => format === "CSV")?.[1] ?? null;
  return html`<!doctype html>
    <html
      lang="${locale.spoken}"
      ${locale.direction === "rtl" ? html`dir="rtl" ` : null}class="embed"
      ${page.theme ? html`data-theme="${page.theme}"` : null}
    >
      <head>
        <base target="_top" />
        ${head(locale, files, title)}
        ${files.heads?.(page, `${dataset.html_url}/embed${withTheme(stateQuery(page), page.theme ?? "auto")}`) ?? []}
      </head>
      <body>
        <main id="main">
          <h1 dir="auto">${keepYears(title)}</h1>
          ${factsOfState(page, locale).map(({ label, value }) => html`<p class="note">${locale.fillHtml(locale.words.explore.fact, { label: html`<bdi>${label}</bdi>`, value })}</p>`)}
          ${page.warnings.map((warning) => html`<p class="note" dir="auto">${showError(locale, warning)}</p>`)}
          <figure>
            ${chart} ${notes.length === 0 ? null : html`<p class="note">${notes.join(" ")}</p>`}
            ${
              chart === null
                ? table
                : html`<details>
                    <summary>${words.table}</summary>
                    ${table}
                  </details>`
            }
            ${hasAmounts(figure) ? footnotes(locale, figure) : null}
          </figure>
          ${adjustmentNotes(locale, page.adjusting, locale.numbers.money(dataset.currency))}
        </main>
        <footer>
          <p>
            ${locale.fillHtml(words.source, { dataset: html`<a href="${explore}" dir="auto">${dataset.label}</a>` })}
          </p>
          ${csv === null ? null : html`<p><a href="${forSpreadsheets(csv)}" data-plain="">CSV</a></p>`}
          ${dataset.licence ? licenceOf(locale, dataset.licence) : null}
        </footer>
      </body>
    </html> `;
}
