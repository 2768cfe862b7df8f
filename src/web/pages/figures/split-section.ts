import type { Precisions } from "../../../calls/views/pages/date-precision.js";
import type { Figure } from "../../../calls/views/pages/figure.js";
import type { DatasetPage } from "../../../calls/views/resources/dataset.js";
import type { MemberChoice } from "../../../calls/views/pages/member-choice.js";
import { YEAR } from "../../../calls/views/pages/years.js";
import type { Clause } from "../../../core/query/clauses.js";
import { printCuts } from "../../../core/query/syntax/cut-clause.js";
import { NO_FIGURES, printFigures } from "../../../core/query/aggregate/figure-request.js";
import { printAggregate } from "../../../core/query/aggregate/request.js";
import { choiceLinks, linkMembers, type Pairs, printAll, printChoices } from "./choice-links.js";
import { levelTrail } from "./level-trail.js";
import { openRow, type RowLink } from "./row-links.js";
import { figureBlock } from "./figure-block.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { Money } from "../parts/numbers.js";
import { queryOf } from "../parts/query.js";
import type { PageReader } from "../parts/reader.js";
import { viewLinks } from "../parts/view-links.js";
import { yearLinks } from "./years-block.js";

/** A page whose entries are split by a view, or by the best dimension if there are no views. */
export interface SplitPage extends Pick<DatasetPage, "year" | "views" | "split" | "path" | "choices" | "flows"> {
  readonly dataset: Pick<DatasetPage["dataset"], "html_url">;
}

/** Return the title of the split of a page; empty if it has none. */
export function nameSplit({ views, split, path }: SplitPage): string {
  const title = views.find(({ isCurrent }) => isCurrent)?.label ?? (split ? nameFigure(split) : "");
  return path.labels.length === 0 ? title : `${title}: ${path.labels.map(isolate).join(" › ")}`;
}

export function nameFigure({ columns }: Figure): string {
  return `By ${isolate(columns[0]!.label)}`;
}

/**
 * Show the split of a page with links to other views, other years and the explorer.
 * @param url of the page, without a query
 * @returns `null` if the page has no split
 */
export function splitSection(
  page: SplitPage,
  reader: PageReader,
  { url, money, precisions = {} }: { readonly url: string; readonly money: Money; readonly precisions?: Precisions },
): Html | null {
  const { dataset, year, views, split, choices } = page;
  if (!split) return null;
  const title = nameSplit(page);
  const view = views.find(({ isCurrent }) => isCurrent);
  const explore = reader.href(`${dataset.html_url}/explore?${exploreQuery(split, choices)}`);
  return html`<section aria-labelledby="split">
    <h2 id="split" dir="auto">${title}${periodOf(page)}</h2>
    ${viewLinks(
      views,
      (name) =>
        `${url}${queryOf([
          ["_view", name],
          ["year", year.chosen ?? (year.years.length > 1 ? "all" : "")],
          ...printChoices(choices),
        ])}`,
    )}
    ${yearLinks(year, (each) => `${url}${queryOf([["_view", view?.name], ["year", each], ["cut", printCuts(page.path.opened)], ...printChoices(choices)])}`)}
    ${choiceLinks(
      choices.filter((each) => !choicesOfPage(page).includes(each)),
      choices,
      url,
      statePairs(page),
    )}
    ${levelTrail(reader, page.path, (at) => hrefOfPath(page, url, page.path.opened.slice(0, at)))}
    ${figureBlock(reader, split, {
      hrefOf: linkRow(page, reader, url),
      caption: title,
      money,
      precisions,
      members: linkMembers(choices, url, statePairs(page)),
    })}
    <p class="onward"><a href="${explore}">Explore this</a>${allLevels(page, reader)}</p>
  </section>`;
}

/** Link to the subtotals of all levels below; `null` if there are none. */
function allLevels({ dataset, split, path, choices }: SplitPage, reader: PageReader): Html | null {
  if (path.under.length === 0) return null;
  const { request } = split!;
  const drilldown = [path.drilldown, ...path.under];
  const pairs = printFigures({ ...NO_FIGURES, ...request, drilldown, order: [], rollup: true });
  const query = queryOf([...pairs, ...printAll(choices)]);
  return html` · <a href="${reader.href(`${dataset.html_url}/explore`)}${query}">All levels</a>`;
}

/** List the choices that concern all figures of a page: each direction heads it, whichever is chosen. */
export function choicesOfPage({ choices, flows }: Pick<SplitPage, "choices" | "flows">): SplitPage["choices"] {
  return choices.filter(({ dimension }) => dimension !== flows?.dimension);
}

/** Return the end of a title that says which year or years a split is of. */
export function periodOf({ year, split }: Pick<SplitPage, "year" | "split">): string {
  if (year.chosen !== null) return `, ${year.chosen}`;
  const isByYear = split!.columns.some(({ reference }) => reference === YEAR);
  return year.years.length > 1 && !isByYear ? ", all years" : "";
}

/** Return the parameters of a page's view and year. */
export function statePairs({ views, year, path }: SplitPage): Pairs {
  return pathPairs({ views, year }, path.opened);
}

function pathPairs({ views, year }: Pick<SplitPage, "views" | "year">, opened: readonly Clause[]): Pairs {
  return [
    ["_view", views.find(({ isCurrent }) => isCurrent)?.name],
    ["year", year.chosen ?? (year.years.length > 1 ? "all" : "")],
    ["cut", printCuts(opened)],
  ];
}

/** Return the address of a page whose split is opened down to some cuts. */
function hrefOfPath(page: SplitPage, url: string, opened: readonly Clause[]): string {
  return `${url}${queryOf([...pathPairs(page, opened), ...printChoices(page.choices)])}#split`;
}

/** Link a row to the level below it. @returns `null` at the bottom: members link to their pages */
function intoLevel(page: SplitPage, url: string): RowLink | null {
  const { below, opened, drilldown } = page.path;
  if (below === null) return null;
  return ({ keys: [key] }) =>
    key?.value == null ? null : hrefOfPath(page, url, [...opened, { field: drilldown, value: key.value }]);
}

/** Return the target of a row of the split: the level below it, in place; at the bottom what it consists of. */
export function linkRow(page: SplitPage, reader: PageReader, url: string): RowLink {
  return intoLevel(page, url) ?? openRow(page, page.split!, reader);
}

/** Return the query with which the explorer of the dataset shows a figure. */
export function exploreQuery({ request }: Pick<Figure, "request">, choices: readonly MemberChoice[]): string {
  return queryOf([...printAggregate(request), ...printAll(choices)]).slice(1);
}
