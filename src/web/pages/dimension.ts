import { sayPhrase } from "./parts/say-phrase.js";
import type { DimensionPage } from "../../calls/views/resources/dimension.js";
import { writeUnit, withUnit } from "./parts/amount-unit.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { crumbOf, datasetsCrumb } from "./parts/crumbs.js";
import { figureLinks } from "./parts/data-links.js";
import { adjustmentNotes, adjustmentSwitches } from "./tables/adjustment-switches.js";
import { choiceLinks, linkMembers, type Pairs, printChoices, printKept } from "./tables/choice-links.js";
import { linkMember } from "./tables/row-links.js";
import { chipsOfCuts, exploreQuery, printRequested } from "./tables/split-section.js";
import { nameAllYears } from "./tables/split-title.js";
import { allFields } from "./parts/describe.js";
import { figureBlock } from "./tables/figure-block.js";
import { scopeWarnings } from "./tables/scope-warnings.js";
import { html, type Html } from "./parts/html.js";
import { hasAmounts, showsAmounts } from "./tables/added-members.js";
import { chartOf } from "./tables/figure-chart.js";
import { shareSheet, workbookButton } from "./tables/share-parts.js";
import { citeCells } from "./tables/cite-cells.js";
import { isolate } from "./parts/isolate.js";
import type { LayoutContent } from "./parts/layout.js";
import { printCuts } from "../../core/query/syntax/cut-clause.js";
import { linkText } from "./parts/linked-text.js";
import { queryOf } from "./parts/query.js";
import type { PageLocale } from "./parts/page-locale.js";
import { yearLinks } from "./tables/years-block.js";
import { enumerate } from "./parts/enumerate.js";

export function dimensionPage(page: DimensionPage, locale: PageLocale): LayoutContent {
  const { dataset, dimension, members, q, year, origin, precisions, choices } = page;
  const url = locale.href(dimension.html_url);
  const money = locale.numbers.money(dataset.currency, page.adjusting.unit).of(members.measures[0]);
  const paid = locale.numbers.money(dataset.currency);
  const isFirst = page.page === 1;
  const inYear = year.chosen === null ? "" : `, ${locale.year(year.chosen)}`;
  const { dimension: words } = locale.words;
  const [all, matching] =
    dimension.type === "date"
      ? [words.captions.newest, words.captions.newestMatching]
      : [words.captions.largest, words.captions.largestMatching];
  const caption = (q === "" ? all : locale.fill(matching, { q })) + inYear;
  // The chart of a later page would look like a chart of all members.
  const shown = isFirst ? members : { ...members, rest: { ...members.rest, ...restOf(page) } };
  const main = html`${dimension.description && dimension.description !== dimension.label ? html`<p class="lead" dir="auto">${linkText(dimension.description)}</p>` : null}
    <p class="facts">${countMembers(locale, page)}</p>
    ${scopeWarnings(locale, page)}
    ${chipsOfCuts(locale, page, (left) => url + queryOf([["q", q], ...yearPairs(year), ["cut", printCuts(left)], ...printKept(page)]))}
    ${choiceLinks(locale, choices, choices, url, statePairs(page))} ${switchLinks(locale, page, url)}
    ${adjustmentNotes(locale, page.adjusting, paid)}
    <form class="find" role="search" aria-label="${words.find.name}" action="${url}">
      <label for="q">${words.find.label}</label>
      <input id="q" type="search" name="q" value="${q}" autocomplete="off" data-suggest="${url}.distinct.json" />
      ${[...yearPairs(year), ["cut", printRequested(page)] as const, ...printKept(page)].map(([name, value]) => (value ? html`<input type="hidden" name="${name}" value="${value}" />` : null))}
      <button>${words.find.button}</button>
    </form>
    ${yearLinks(locale, year, (each) => `${url}${queryOf([["q", q], ["year", each], ["cut", printRequested(page)], ...printKept(page)])}`)}
    ${
      members.rows.length === 0 && !members.adjusted?.unvalued.length
        ? html`<p class="note">${sayNone(locale, page)}</p>`
        : figureBlock(locale, shown, {
            caption,
            money,
            precisions,
            members: linkMembers(choices, url, statePairs(page)),
            hrefOf: linkMember(page, locale, printRequested(page)),
            cited: citeCells(locale, page),
          })
    }
    ${pageLinks(locale, page, url)}
    <p class="onward">
      <a href="${locale.href(`${dataset.html_url}/explore?${exploreQuery(locale, members, page)}`)}"
        >${locale.words.figures.explore}</a
      >
    </p>
    ${shareMembers(page, locale, url)}`;
  return {
    title: titleOfDimension(locale, page),
    summary: locale.fill(words.summary, {
      title: nameSplitOf(locale, page) + inYear,
      members: locale.fill(words.members, { count: dimension.num_members }),
    }),
    canonical: dimension.html_url,
    state: dimension.html_url + queryOfState(page),
    cited: addressOfDimension(page, dimension.html_url),
    citationFile: (suffix) => `/${dimension.name}.citation${suffix}${queryOfState(page)}`,
    crumbs: [datasetsCrumb(locale), crumbOf(dataset)],
    main,
    fields: allFields(locale, dimension),
    data: [
      resourceLink(words.data.dimension, page),
      ...figureLinks(caption, origin, dataOf(members)),
      { label: words.data.members, urls: [["JSON", `${dimension.html_url}.distinct.json?pagesize=1000000000`]] },
    ],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

/**
 * Fold what the table and its chart are shared by below it; of some members alone, whose chart the explorer has not, only
 * the workbook. @returns `null` without a table
 */
function shareMembers(page: DimensionPage, locale: PageLocale, url: string): Html | null {
  const { dataset, members, q, origin, dimension } = page;
  if (members.rows.length === 0 || !showsAmounts(members)) return null;
  const state = queryOfState(page);
  const workbook = `${url}.table.xlsx${state}`;
  if (q !== "" || page.page !== 1) return html`<p class="actions">${workbookButton(locale, workbook)}</p>`;
  const title = titleOfDimension(locale, page);
  return shareSheet(locale, {
    dataset: dataset.html_url,
    query: `?${exploreQuery(locale, members, page)}`,
    title,
    page: dimension.html_url + state,
    workbook,
    hasPicture: chartOf(locale, members) !== null,
    file: figureLinks(title, origin, dataOf(members))[0],
  });
}

/** Choose the data of a list of members: its sums or, where these have no meaning, what it is told apart by. */
function dataOf(members: DimensionPage["members"]): Pick<DimensionPage["members"], "query" | "added"> {
  return hasAmounts(members) ? members : (members.crossing ?? members);
}

/** Count the members of a dimension, and those that are shown if these are others. */
function countMembers(
  { words, fill, year: nameYearOf }: PageLocale,
  { dimension, members, q, year }: DimensionPage,
): string {
  const texts = words.dimension;
  const all = fill(texts.members, { count: dimension.num_members });
  if (members.numCells === dimension.num_members) return all;
  const shown = { members: all, count: members.numCells };
  if (year.chosen === null) return fill(q === "" ? texts.have : texts.match, shown);
  return fill(q === "" ? texts.haveInYear : texts.matchInYear, { ...shown, year: nameYearOf(year.chosen) });
}

/** Say that there are no members. */
function sayNone({ words, fillHtml, year: nameYearOf }: PageLocale, { q, year }: DimensionPage): Html | string {
  const texts = words.dimension;
  const sought = html`<bdi>“${q}”</bdi>`;
  if (year.chosen === null) return q === "" ? texts.none : fillHtml(texts.noneMatch, { q: sought });
  return q === ""
    ? fillHtml(texts.noneInYear, { year: nameYearOf(year.chosen) })
    : fillHtml(texts.noneMatchInYear, { q: sought, year: nameYearOf(year.chosen) });
}

/** Name a dataset by a dimension. */
function nameSplitOf(locale: PageLocale, page: DimensionPage): string {
  return locale.fill(locale.words.dimension.title, namesOf(locale, page));
}

function namesOf(
  { within }: PageLocale,
  { dataset, dimension }: DimensionPage,
): { readonly dataset: string; readonly dimension: string } {
  return { dataset: isolate(dataset.label), dimension: isolate(within(dimension.label)) };
}

/** Write what the page shows: the dataset, what it is split by, and the state. */
export function titleOfDimension(locale: PageLocale, shown: DimensionPage): string {
  const { dimension, members, q, year, choices, cuts, page, adjusting } = shown;
  const { words, fill } = locale;
  const chosen = choices.flatMap(({ label, chosen: value, members: all }) => {
    const member = all.find((each) => each.value === value);
    return value === null
      ? []
      : [fill(words.said.named, { name: isolate(label), text: isolate(member?.label ?? value) })];
  });
  const allYears = year.years.length > 1 && dimension.type !== "date" ? nameAllYears(locale, members) : null;
  const period = year.chosen === null ? allYears : locale.year(year.chosen);
  const state = [
    ...cuts.map(({ label }) => isolate(sayPhrase(locale, label))),
    ...chosen,
    ...(period === null ? [] : [period]),
    ...(page > 1 ? [fill(words.dimension.titlePage, { page: String(page) })] : []),
  ];
  const named = nameSplitOf(locale, shown);
  const title = enumerate(locale, [
    q === "" ? named : fill(words.dimension.titleMatching, { ...namesOf(locale, shown), q: isolate(q) }),
    ...state,
  ]);
  return withUnit(locale, title, writeUnit(locale, adjusting.unit));
}

/** Return the rest of a later page without negative cells: the omitted members come before and after it. */
function restOf({ members }: DimensionPage): { readonly negative: readonly [] } & { readonly cells: number } {
  return { negative: [], cells: members.rest.cells };
}

function statePairs(page: DimensionPage): Pairs {
  return [...plainPairs(page), ...page.adjusting.pairs];
}

function plainPairs(page: DimensionPage): Pairs {
  return [["q", page.q], ...yearPairs(page.year), ["cut", printRequested(page)]];
}

/** Return the address of a page with its state. @param url of the page, without a query */
export function addressOfDimension(shown: DimensionPage, url: string): string {
  const { cited } = shown.adjusting;
  return url + queryOf([...plainPairs(shown), ...placePairs(shown), ...cited]);
}

function queryOfState(shown: DimensionPage): string {
  return queryOf([...statePairs(shown), ...placePairs(shown)]);
}

function placePairs({ page, choices }: DimensionPage): Pairs {
  return [["page", page > 1 ? String(page) : ""], ...printChoices(choices)];
}

function switchLinks(locale: PageLocale, page: DimensionPage, url: string): Html | null {
  const state = [...plainPairs(page), ...printChoices(page.choices)];
  return adjustmentSwitches(locale, page.adjusting, (pairs) => `${url}${queryOf([...state, ...pairs]) || "?"}`);
}

function yearPairs({ chosen, years }: DimensionPage["year"]): Pairs {
  return [["year", chosen ?? (years.length > 1 ? "all" : "")]];
}

function pageLinks(locale: PageLocale, shown: DimensionPage, url: string): Html | null {
  const { members, page, pagesize, choices } = shown;
  const { dimension: words } = locale.words;
  const pages = Math.ceil(members.numCells / pagesize);
  if (pages < 2) return null;
  const link = (to: number, rel: "prev" | "next", label: string): Html | null =>
    to < 1 || to > pages
      ? null
      : html`<a
          rel="${rel}"
          href="${url}${queryOf([...statePairs(shown), ["page", String(to)], ...printChoices(choices)])}"
          >${label}</a
        >`;
  return html`<nav class="pager" aria-label="${words.pages}">
    ${link(page - 1, "prev", words.previous)}
    <span>${locale.fill(words.page, { page: String(page), pages: String(pages) })}</span>
    ${link(page + 1, "next", words.next)}
  </nav>`;
}
