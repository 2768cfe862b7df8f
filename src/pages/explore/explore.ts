import type { ExplorePage, Exploration } from "../../api/pages/explore.js";
import { isPlainCut } from "../../query/syntax/cut-clause.js";
import { crumbOf, DATASETS } from "../parts/crumbs.js";
import { type DataLink, figureLinks } from "../parts/data-links.js";
import { exploreChart, factsOfState } from "./explore-chart.js";
import { exploreTable } from "./explore-table.js";
import { titleOfState } from "./title.js";
import { showChips } from "./chips.js";
import { exploreForm } from "./explore-form.js";
import { exploreHref, hrefOfLevel, stateQuery } from "./explore-links.js";
import { levelTrail } from "../figures/level-trail.js";
import { html, type Html } from "../parts/html.js";
import { keyFacts } from "../parts/key-facts.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";

const YEAR = "time.year";

export function explorePage(page: ExplorePage, reader: PageReader): LayoutContent {
  const { dataset, figure, origin } = page;
  const title = titleOfState(page);
  const { chart, kind, notes } = exploreChart(reader, page);
  const query = stateQuery(page);
  const main = html`${showChips(page, reader)} ${exploreForm(page, reader, page)} ${yearChips(page, reader)}
  ${keyFacts([...factsOfState(page, reader), { label: "Entries", value: reader.numbers.count(figure.numEntries) }])}
  ${levelTrail(reader, page.path, (at) => hrefOfLevel(page, reader, at))}
  ${
    figure.numEntries === 0
      ? html`<p class="note">No entries match. Remove a filter.</p>`
      : html`<figure>
          ${chart} ${notes.length === 0 ? null : html`<p class="note">${notes.join(" ")}</p>`}
          ${exploreTable(page, reader, { title, kind, hasFootnotes: true })}
        </figure>`
  }
  ${share(page, query, chart !== null)}`;
  return {
    title,
    crumbs: [DATASETS, crumbOf(dataset)],
    main,
    data: [...crosstabLinks(page, query), ...figureLinks(title, origin, figure)],
    licence: dataset.licence,
  };
}

/** Link to the file of a crosstab. */
function crosstabLinks({ state, dataset }: Exploration, query: string): readonly DataLink[] {
  const isCrosstab = state.chart === "pivot" && state.drilldown.length === 2;
  return isCrosstab ? [{ label: "Crosstab", urls: [["CSV", `${dataset.html_url}/explore.csv${query}`]] }] : [];
}

/** Link to the same state for each year: readers rarely want sums over several years. */
function yearChips(page: Exploration, reader: PageReader): Html | null {
  const { years, state } = page;
  if (years.length < 2 || state.drilldown.includes(YEAR)) return null;
  const ofYears = state.cuts.filter(({ field }) => field === YEAR || field === "year");
  const others = state.cuts.filter((each) => !ofYears.includes(each));
  const chosen = new Set(ofYears.filter(isPlainCut).map(({ value }) => value));
  const chip = (label: string, href: string, isCurrent: boolean): Html =>
    html`<li><a href="${href}" ${isCurrent ? html`aria-current="true"` : null}>${label}</a></li>`;
  return html`<nav class="chips" aria-label="Year">
    <ul>
      ${chip("All years", exploreHref(page, reader, { cuts: others }), ofYears.length === 0)}
      ${years.map((value) => chip(value, exploreHref(page, reader, { cuts: [...others, { field: YEAR, value }] }), chosen.has(value)))}
    </ul>
  </nav>`;
}

/** Write the section with the image to download and the frame for other pages. */
function share({ dataset }: Exploration, query: string, hasChart: boolean): Html {
  const address = `${dataset.html_url}/embed${query}`;
  const frame = html`<iframe src="${address}" width="100%" height="640" title="${dataset.label}"></iframe>`;
  return html`<section class="share" aria-labelledby="share">
    <h2 id="share">Download and share</h2>
    ${
      hasChart
        ? html`<p class="actions">
            <a class="button" href="${dataset.html_url}/explore.svg${query}" data-plain="" data-picture=""
              >Download image (SVG)</a
            >
          </p>`
        : null
    }
    <p><label for="frame">Embed in another page:</label></p>
    <textarea id="frame" readonly="" rows="3">${frame.markup}</textarea>
  </section>`;
}
