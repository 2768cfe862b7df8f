import { showError } from "../parts/show-error.js";
import { EXPLORED_VIEW, NUMBERS_PARAMETER } from "../../../calls/views/pages/page-parameters.js";
import type { Page } from "../parts/page.js";
import type { EmbedPage, ExplorePage, Exploration } from "../../../calls/views/pages/exploration.js";
import { requestExplorer, withoutState } from "../../../calls/views/pages/explore.js";
import { parseAdjustments } from "../../../core/query/aggregate/adjustments.js";
import { parameters } from "../../../core/query/parameters.js";
import { addressOfState, textOfFigure } from "./cited-figure.js";
import { crumbOf, datasetsCrumb } from "../parts/crumbs.js";
import { figureLinks } from "../parts/data-links.js";
import { exploreChart } from "./explore-chart.js";
import { factsOfState } from "./state-facts.js";
import { isCrosstab } from "./chart-reasons.js";
import { isDrawable } from "./draw-crosstab.js";
import { crosstabLinks, shareSection } from "./share.js";
import { pictureOfState } from "./oembed.js";
import { exploreTable } from "./explore-table.js";
import { titleOfState } from "./title.js";
import { showChips } from "./chips.js";
import type { PartChoice } from "./sentence-part.js";
import { exploreSentence } from "./sentence.js";
import { yearsToShow } from "./years-to-show.js";
import { exploreHref, hrefOfLevel, levelsHref, stateQuery } from "./explore-links.js";
import { adjustmentNotes, adjustmentSwitches } from "../tables/adjustment-switches.js";
import { levelTrail } from "../tables/level-trail.js";
import { html, type Html } from "../parts/html.js";
import { enumerate } from "../parts/enumerate.js";
import { isolate } from "../parts/isolate.js";
import { nameOwnSide } from "../tables/figure-table.js";
import { type KeyFact, keyFacts } from "../parts/key-facts.js";
import type { LayoutContent } from "../parts/layout.js";
import { withoutLinks } from "../parts/linked-text.js";
import { summarize } from "../parts/preview.js";
import type { PageFrame } from "../parts/page-frame.js";
import type { PageLocale } from "../parts/page-locale.js";

/** The explorer. */
export const EXPLORER = {
  path: "/{dataset}/explore",
  formats: ["html"],
  about: {
    id: "explore",
    tag: "Pages",
    summary: "Explore a dataset: group, filter and sort it, as a chart and a table",
    details:
      "A page with what `/api/2/aggregate` answers to the same drilldowns, cuts and measures; its address is the state.",
    parameters: [...EXPLORED_VIEW, NUMBERS_PARAMETER],
    samples: [
      "/town/explore",
      "/town/explore?drilldown=region|time.year&chart=line",
      "/town/explore?cut=region:North&chart=bars&measure=planned&field=rate&value=10",
    ],
  },
  call: (context, input) => withoutState(requestExplorer(context, input, "explore", input.language)),
  drawings: { explore: explorePage },
} as const satisfies Page<ExplorePage | EmbedPage>;

export function explorePage(page: ExplorePage, locale: PageLocale, frame: PageFrame): LayoutContent {
  const { dataset, figure, origin } = page;
  const title = titleOfState(page, locale);
  const { chart, kind, notes } = exploreChart(locale, page);
  const query = stateQuery(page);
  const table = exploreTable(page, locale, { title, kind, hasFootnotes: true });
  const crosstab = page.grid && isCrosstab(page) && isDrawable(page.grid) ? table : null;
  const years = chips(locale.words.explore.year, yearsToShow(page, locale));
  const about = html`${levelTrail(locale, page.path, (at) => hrefOfLevel(page, locale, at))} ${showChips(page, locale)}
  ${switchesOfState(page, locale)} ${keyFacts([...factsOfState(page, locale), countedEntries(page, locale)])}
  ${levelsLink(page, locale)}`;
  const shown = html`${chart} ${notes.length === 0 ? null : html`<p class="note">${notes.join(" ")}</p>`}`;
  const main = html`<div class="explorer">${exploreSentence(page, locale)} ${years}</div>
    ${page.warnings.map((warning) => html`<p class="note" dir="auto">${showError(locale, warning)}</p>`)}
    ${
      figure.numEntries === 0
        ? html`<p class="note">${locale.words.explore.none}</p>`
        : html`<figure>${shown} ${chart === null ? html`${table} ${about}` : html`${about} ${table}`}</figure>`
    }
    ${adjustmentNotes(locale, page.adjusting, locale.numbers.money(dataset.currency))}
    ${shareSection(page, locale, title, query, chart !== null || crosstab !== null)}`;
  return {
    title,
    summary: describeState(page, locale),
    canonical: `${dataset.html_url}/explore${query}`,
    cited: addressOfState(page),
    state: `${dataset.html_url}/explore${query}`,
    figure: textOfFigure(page, locale),
    citationFile: (suffix) => `/explore/citation${suffix}${query}`,
    picture: pictureOfState(page, locale, chart ?? crosstab),
    crumbs: [datasetsCrumb(locale), crumbOf(dataset)],
    main,
    data: [...crosstabLinks(page, locale), ...figureLinks(title, origin, figure)],
    licence: dataset.licence,
    head: html`${frame.heads?.(page, `${dataset.html_url}/explore${query}`) ?? []}`,
  };
}

/** Count the entries of a state: of a comparison those of the side that is named. */
function countedEntries({ figure }: ExplorePage, locale: PageLocale): KeyFact {
  const side = nameOwnSide(locale, figure);
  const parts = [locale.words.explore.entries, ...(side === null ? [] : [isolate(side)])];
  return { label: enumerate(locale, parts), value: locale.numbers.count(figure.numEntries) };
}

/** Describe a state for previews of links: its totals, and the dataset. */
function describeState(page: ExplorePage, locale: PageLocale): string {
  const { dataset } = page;
  const totals = factsOfState(page, locale).map(({ label, text }) =>
    locale.fill(locale.words.explore.fact, { label, value: text }),
  );
  return summarize(locale, [...totals, withoutLinks(dataset.description ?? "")]);
}

/** Link to the subtotals of all levels, or back; `null` if there is only one level. */
function levelsLink(page: Exploration, locale: PageLocale): Html | null {
  const href = levelsHref(page, locale);
  if (href === null) return null;
  return html`<p class="onward">
    <a href="${href}">${page.state.rollup ? locale.words.explore.withoutSubtotals : locale.words.explore.allLevels}</a>
  </p>`;
}

/** Link to the same state with its amounts adjusted in other ways. */
function switchesOfState(page: Exploration, locale: PageLocale): Html | null {
  return adjustmentSwitches(locale, page.adjusting, (pairs) =>
    exploreHref(page, locale, { adjust: parseAdjustments(parameters(pairs), []) }),
  );
}

/** List links, of which one may be to the page itself; `null` without any. */
function chips(label: string, choices: readonly PartChoice[]): Html | null {
  if (choices.length === 0) return null;
  return html`<nav class="chips said" aria-label="${label}">
    <ul>
      ${choices.map(({ label: text, href, isChosen }) => html`<li><a href="${href}" ${isChosen ? html`aria-current="true"` : null}>${text}</a></li>`)}
    </ul>
  </nav>`;
}
