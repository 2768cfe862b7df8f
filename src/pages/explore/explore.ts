import type { ExplorePage, Exploration } from "../../api/pages/explore.js";
import { isPlainCut } from "../../query/syntax/cut-clause.js";
import { crumbOf, DATASETS } from "../parts/crumbs.js";
import { figureLinks } from "../parts/data-links.js";
import { exploreChart, factsOfState, titleOfState } from "./explore-chart.js";
import { showChips } from "./chips.js";
import { exploreForm } from "./explore-form.js";
import { exploreHref, hrefOfLevel, intoRow, linkToMembers, stateQuery } from "./explore-links.js";
import { levelTrail } from "../figures/level-trail.js";
import { figureTable } from "../figures/figure-table.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { keyFacts } from "../parts/key-facts.js";
import type { LayoutContent } from "../parts/layout.js";
import type { PageReader } from "../parts/reader.js";

const YEAR = "time.year";

export function explorePage(page: ExplorePage, reader: PageReader): LayoutContent {
  const { dataset, figure, origin, precisions } = page;
  const money = reader.numbers.money(dataset.currency);
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
          ${figureTable(reader, figure, { caption: title, money, precisions, isKey: chart !== null, isOfChanges: kind === "treemap", hrefOf: intoRow(page, reader), members: linkToMembers(page, reader) })}
        </figure>`
  }
  ${share(page, query, chart !== null)}`;
  return {
    title: `Explore ${isolate(dataset.label)}`,
    crumbs: [DATASETS, crumbOf(dataset)],
    main,
    data: [
      ...figureLinks(title, origin, figure),
      ...(page.lines ? figureLinks("Data of the line chart", origin, page.lines) : []),
    ],
    licence: dataset.licence,
  };
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
