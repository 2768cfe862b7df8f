import { sayPhrase } from "../parts/say-phrase.js";
import { hasPathsBelow } from "../../../calls/reading/describe/links.js";
import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { PageTable } from "../../../calls/views/pages/page-table.js";
import type { SplitFigure } from "../../../calls/views/pages/split-figure.js";
import type { DatasetPage } from "../../../calls/views/resources/dataset.js";
import { type CutClause, printCuts } from "../../../core/query/syntax/cut-clause.js";
import { NO_FIGURES, printFigures } from "../../../core/query/aggregate/figure-request.js";
import { printAggregate } from "../../../core/query/aggregate/request.js";
import { DEFAULT_PAGESIZE } from "../../../core/query/page.js";
import { adjustmentSwitches } from "./adjustment-switches.js";
import {
  choiceLinks,
  type KeptState,
  linkMembers,
  type Pairs,
  printAll,
  printChoices,
  printKept,
} from "./choice-links.js";
import { figureLinks } from "../parts/data-links.js";
import { showsAmounts } from "./added-members.js";
import { type SharedChart, shareSheet } from "./share-parts.js";
import { levelTrail } from "./level-trail.js";
import { openRow, type RowLink } from "./row-links.js";
import { chartOf } from "./figure-chart.js";
import type { PageMap } from "../../../calls/views/pages/page-map.js";
import { creditShapes, drawPlaces, explainMap, type PlacesStyle } from "./draw-map.js";
import { citeCells } from "./cite-cells.js";
import { figureBlock, showsTable } from "./figure-block.js";
import { withUnit } from "../parts/amount-unit.js";
import { html, type Html } from "../parts/html.js";
import type { Money } from "../parts/numbers.js";
import { queryOf } from "../parts/query.js";
import type { PageLocale } from "../parts/page-locale.js";
import { viewLinks } from "../parts/view-links.js";
import { yearLinks } from "./years-block.js";
import { nameSplit, periodOf, type SplitPage, titleOfSplit } from "./split-title.js";

/** Style of the section of a split. */
interface SectionStyle {
  readonly url: string;
  readonly money: Money;
  readonly precisions?: Precisions;
  readonly map?: PageMap | null;
  /** Value of `against` that the explorer compares the split with; absent for none. */
  readonly against?: string | undefined;
}

/**
 * Show the split of a page with links to other views, other years and the explorer.
 * @param url of the page, without a query
 * @returns `null` if the page has no split
 */
export function splitSection(
  page: SplitPage,
  locale: PageLocale,
  { url, money, precisions = {}, map = null, against }: SectionStyle,
): Html | null {
  const { dataset, year, views, split, choices } = page;
  if (!split) return null;
  const title = nameSplit(locale, page);
  const view = views.find(({ isCurrent }) => isCurrent);
  const block = figureBlock(locale, split, {
    hrefOf: linkRow(page, locale, url),
    caption: title,
    money,
    precisions,
    members: linkMembers(choices, url, statePairs(page)),
    cited: citeCells(locale, page),
  });
  const explore = locale.href(`${dataset.html_url}/explore?${exploreQuery(locale, split, page)}`);
  const shown = { url, title: titleOfSplit(locale, page, money.unit) };
  return html`<section aria-labelledby="split">
    <h2 id="split" dir="auto">${withUnit(locale, `${title}${periodOf(locale, page)}`, money.unit)}</h2>
    ${viewLinks(
      locale,
      views,
      (name) =>
        `${url}${queryOf([
          ["_view", name],
          ["year", yearOf(page)],
          ["cut", printRequested(page)],
          ...printKept(page),
        ])}#split`,
    )}
    ${yearLinks(locale, year, (each) => `${url}${queryOf([["_view", view?.name], ["year", each], ["cut", printRequested(page)], ...printKept(page)])}#split`)}
    ${choiceLinks(
      locale,
      choices.filter((each) => !choicesOfPage(page).includes(each)),
      choices,
      url,
      statePairs(page),
    )}
    ${levelTrail(locale, page.path, (at) => hrefOfPath(page, url, withoutLevels(page, at)))}
    ${
      map === null
        ? block
        : html`<div class="beside">
            ${block}${mapBlock(
              locale,
              split,
              map,
              { caption: title, money, precisions, hrefOf: linkRow(page, locale, url), url },
              page.adjusting.pairs.some(([name]) => name === "per"),
              shareMap(sharedSplit(page, locale, split, shown), locale),
            )}
          </div>`
    }
    <p class="onward">
      <a class="button main" href="${explore}">${locale.words.figures.explore}</a
      >${allLevels(page, locale)}${compareLink(locale, explore, split.crossing === null ? against : undefined)}
    </p>
    ${showsAmounts(split) ? shareSheet(locale, sharedSplit(page, locale, split, shown)) : null}
  </section>`;
}

/** Link to the explorer's comparison of a split; `null` without another side. */
function compareLink(locale: PageLocale, explore: string, against: string | undefined): Html | null {
  if (against === undefined) return null;
  const href = `${explore}&${queryOf([["against", against]]).slice(1)}`;
  return html` · <a href="${href}">${locale.words.explore.form.compare}</a>`;
}

/** Say what a split is shared by: its files, its address and the query of its frame. */
function sharedSplit(
  page: SplitPage,
  locale: PageLocale,
  split: NonNullable<SplitPage["split"]>,
  { url, title }: { readonly url: string; readonly title: string },
): SharedChart {
  const state = queryOfPage(page);
  const [file] = figureLinks(title, locale.origin, { ...split, ...split.crossing });
  return {
    dataset: page.dataset.html_url,
    query: `?${exploreQuery(locale, split, page)}`,
    title,
    page: new URL(url + state, locale.origin).href,
    ...(hasPathsBelow(url) && showsTable(split) ? { workbook: `${url}/table.xlsx${state}` } : {}),
    hasPicture: chartOf(locale, split) !== null || split.crossing !== null,
    file,
  };
}

/** Fold what the map of a split is shared by below it. */
function shareMap(split: SharedChart, locale: PageLocale): Html {
  const query = new URLSearchParams(split.query);
  query.set("chart", "map");
  return shareSheet(locale, { ...split, id: "map", query: `?${query}`, hasPicture: true });
}

/** Show a map beside a figure of places, with whom its people and its shapes are from. */
function mapBlock(
  locale: PageLocale,
  split: NonNullable<SplitPage["split"]>,
  map: PageMap,
  { caption, money, precisions, hrefOf, url }: PlacesStyle & { readonly caption: string },
  isPerUnit: boolean,
  share: Html,
): Html | null {
  const frame = { label: caption, direction: locale.direction, className: "chart map" };
  const drawn = drawPlaces(locale, split, map, { money, precisions, hrefOf, url }, frame);
  if (!drawn) return null;
  return html`<figure>
    ${drawn}
    <p class="note">
      ${[...explainMap(locale, map, split, isPerUnit), creditShapes(locale, map.layer)].join(" ")}
      <a href="${locale.href("/shapes")}">${locale.words.figures.shapes}</a>
    </p>
    ${share}
  </figure>`;
}

/** Link to the subtotals of all levels below; `null` if there are none. */
function allLevels({ dataset, split, path, choices, adjusting }: SplitPage, locale: PageLocale): Html | null {
  if (path.under.length === 0) return null;
  const { request } = split!;
  const drilldown = [path.drilldown, ...path.under];
  const pairs = printFigures({ ...NO_FIGURES, ...request, drilldown, order: [], rollup: true, adjust: null });
  const query = queryOf([...pairs, ...printAll(choices), ...adjusting.pairs]);
  return html` · <a href="${locale.href(`${dataset.html_url}/explore`)}${query}">${locale.words.figures.allLevels}</a>`;
}

/** List the choices that concern all figures of a page: each direction heads it, whichever is chosen. */
export function choicesOfPage({ choices, flows }: Pick<SplitPage, "choices" | "flows">): SplitPage["choices"] {
  return choices.filter(({ dimension }) => dimension !== flows?.dimension);
}

/** Return the parameters of a page's view, year and cuts. */
export function statePairs(page: SplitPage): Pairs {
  return [...cutPairs(page, requestedCuts(page)), ...page.adjusting.pairs];
}

function cutPairs(page: SplitPage, cuts: readonly CutClause[]): Pairs {
  return [
    ["_view", page.views.find(({ isCurrent }) => isCurrent)?.name],
    ["year", yearOf(page)],
    ["cut", printCuts(cuts)],
  ];
}

/** Return the value of the parameter `year` that keeps the year of a page. */
function yearOf({ year }: Pick<SplitPage, "year">): string {
  return year.chosen ?? (year.years.length > 1 ? "all" : "");
}

/** List the cuts that the address of a page has. */
function requestedCuts({ cuts }: Pick<SplitPage, "cuts">): readonly CutClause[] {
  return cuts.flatMap(({ cut, isOfView }) => (isOfView ? [] : [cut]));
}

/** Write the cuts that the address of a page has. */
export function printRequested(page: Pick<SplitPage, "cuts">): string {
  return printCuts(requestedCuts(page));
}

/** Leave out the cuts on all but the first levels that are opened. */
function withoutLevels(page: SplitPage, kept: number): readonly CutClause[] {
  const left = new Set<CutClause>(page.path.opened.slice(kept));
  return requestedCuts(page).filter((cut) => !left.has(cut));
}

/** Return the address of a page whose split is opened down to some cuts. */
function hrefOfPath(page: SplitPage, url: string, cuts: readonly CutClause[]): string {
  return `${url}${queryOf([...cutPairs(page, cuts), ...printKept(page)])}#split`;
}

/** List what a page is cut to, each with a link that takes it off. @returns `null` without cuts */
export function cutChips(locale: PageLocale, page: SplitPage, url: string): Html | null {
  return chipsOfCuts(locale, page, (left) => `${url}${queryOf([...cutPairs(page, left), ...printKept(page)]) || "?"}`);
}

/** List cuts, each with a link to a page without it. @param hrefOf returns the address of a page with some of them */
export function chipsOfCuts(
  locale: PageLocale,
  page: Pick<SplitPage, "cuts">,
  hrefOf: (left: readonly CutClause[]) => string,
): Html | null {
  const { words, fill } = locale;
  const { cuts } = page;
  if (cuts.length === 0) return null;
  const without = (cut: CutClause): string => hrefOf(requestedCuts(page).filter((each) => each !== cut));
  return html`<ul class="chosen" aria-label="${words.figures.only}">
    ${cuts.map(({ cut, label: said, isOfView }) => {
      const label = sayPhrase(locale, said);
      return html`<li>
        <bdi>${label}</bdi>
        ${isOfView ? null : html`<a href="${without(cut)}" aria-label="${fill(words.lists.removeFilter, { filter: label })}">×</a>`}
      </li> `;
    })}
  </ul>`;
}

/** Link a row to the level below it. @returns `null` at the bottom: members link to their pages */
function intoLevel(page: SplitPage, url: string): RowLink | null {
  const { below, drilldown } = page.path;
  if (below === null) return null;
  return ({ keys: [key] }) =>
    key?.value == null ? null : hrefOfPath(page, url, [...requestedCuts(page), { field: drilldown, value: key.value }]);
}

/** Return the target of a row of the split: the level below it, in place; at the bottom what it consists of. */
export function linkRow(page: SplitPage, locale: PageLocale, url: string): RowLink {
  return intoLevel(page, url) ?? openRow(page, page.split!, locale);
}

/** Return the address of a page with its state, as a citation leads to it. @param url of the page, without a query */
export function addressOfPage(page: SplitPage & Pick<DatasetPage, "adjusting">, url: string): string {
  return url + queryOf([...shortPairs(page), ...printChoices(page.choices), ...page.adjusting.cited]);
}

/** Return the query of a page with its state. */
export function queryOfPage(page: SplitPage): string {
  return queryOf([...statePairs(page), ...printChoices(page.choices)]);
}

/** Return the query with which the explorer of the dataset shows a figure, as the same chart. */
export function exploreQuery(
  locale: PageLocale,
  figure: PageTable & Partial<Pick<SplitFigure, "crossing" | "isOfAreas">>,
  { choices, adjusting }: KeptState,
): string {
  const { request, crossing = null } = figure;
  // The explorer draws areas where one year has them: a page has bars if another year has not.
  const chart = crossing === null && chartOf(locale, figure) === "bars" ? "bars" : null;
  // Charts have no pages of cells.
  const shown = { ...(crossing?.request ?? request), pagesize: DEFAULT_PAGESIZE };
  const pairs = [...printAggregate(shown), ...printAll(choices), ...adjusting.pairs];
  return queryOf([...pairs, ["chart", chart]]).slice(1);
}

/** Link to the page with its amounts adjusted in other ways. @param url of the page, without a query */
export function switchesOfPage(locale: PageLocale, page: SplitPage, url: string): Html | null {
  const state = [...shortPairs(page), ...printChoices(page.choices)];
  return adjustmentSwitches(locale, page.adjusting, (pairs) => `${url}${queryOf([...state, ...pairs]) || "?"}`);
}

/** Return the parameters of a page's view, year and cuts for short addresses: without the view that it has anyway. */
function shortPairs(page: SplitPage): Pairs {
  const { views } = page;
  const preset = (views.find(({ name }) => name === "default") ?? views[0])?.name;
  return cutPairs(page, requestedCuts(page)).filter(([name, value]) => name !== "_view" || value !== preset);
}
