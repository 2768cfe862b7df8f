import { nameMemberAlone } from "../tables/name-alone.js";
import { showError } from "../parts/show-error.js";
import { type Decimal, ZERO } from "../../../core/model/values/decimal.js";
import type { Browsing, EntriesForm } from "../../../calls/views/pages/forms.js";
import type { FacetList } from "../../../calls/views/pages/search-figure.js";
import { printChosen } from "../../../calls/views/pages/read-listing.js";
import type { EntriesPage } from "../../../calls/views/resources/entries.js";
import type { Clause } from "../../../core/query/clauses.js";
import { shortAmount } from "../parts/amounts.js";
import { crumbOf, datasetsCrumb, titleOf } from "../parts/crumbs.js";
import { explainAdded } from "../tables/added-members.js";
import { alternateFeeds } from "../parts/alternates.js";
import { feedLinks, searchLink } from "../parts/data-links.js";
import { fieldsByUse, orderFields } from "./choose-fields.js";
import { entriesForm } from "./entries-form.js";
import { entriesTable } from "./entries-table.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import type { LayoutContent } from "../parts/layout.js";
import type { Money } from "../parts/numbers.js";
import { showPager } from "../parts/pager.js";
import { queryOf } from "../parts/query.js";
import type { PageLocale } from "../parts/page-locale.js";
import { enumerate, enumerateHtml } from "../parts/enumerate.js";

const YEAR = "time.year";

export function entriesPage(page: EntriesPage, locale: PageLocale): LayoutContent {
  const { dataset, requested, found, origin } = page;
  const { words, fill } = locale;
  const money = locale.numbers.money(dataset.currency);
  const fields = chooseFields(page);
  const statistics = page.added.length > 0 ? {} : found.statistics;
  const sums = Object.fromEntries(Object.entries(statistics).map(([name, { sum }]) => [name, sum]));
  const first = Math.floor((requested.page - 1) * requested.pagesize);
  const facets = found.facets.flatMap((facet) => showFacet(page, locale, facet) ?? []);
  const main = html`<div class="with-side">
    <div class="above-side">
      ${entriesForm(page, locale, fields)}
      ${facets.length === 0 ? null : html`<p class="to-side"><a class="button" href="#narrow">${words.lists.filters}</a></p>`}
    </div>
    <div>
      ${chosenFilters(page, locale)}
      ${found.warnings.map((warning) => html`<p class="note" dir="auto">${showError(locale, warning)}</p>`)}
      <p class="facts"><span>${sayFound(page, locale, money, sums)}</span></p>
      ${explainAdded(locale, page)}
      ${
        found.count === 0
          ? html`<p class="note">${words.entries.none}</p>`
          : html`${entriesTable(locale, {
              ...page,
              caption: words.entries.caption,
              entries: found.entries,
              fields,
              sums,
              addsYears: addsYears(found),
              headOf: (field, label) => sortLink(page, locale, field, label),
            })}
            ${pager(page, locale, first)}`
      }
    </div>
    ${
      facets.length === 0
        ? null
        : html`<aside id="narrow" class="sheet" aria-label="${words.lists.filters}">
            <p class="to-side"><a href="#main">${words.lists.close}</a></p>
            ${facets}
          </aside>`
    }
  </div>`;
  const feed = page.alternates.includes("atom") ? `${page.url}.atom${queryOf(printChosen(requested))}` : null;
  const head = entriesHead(locale, page);
  return {
    ...head,
    title: enumerate(locale, [
      head.title,
      ...(requested.q.trim() === "" ? [] : [fill(words.entries.sought, { q: isolate(requested.q.trim()) })]),
      ...requested.filters.map((filter) => sayFilter(page, locale, filter)),
    ]),
    main,
    data: [
      searchLink(fill(words.entries.all, { count: found.count }), origin, found.query, found.count),
      ...(found.count > found.entries.length
        ? [searchLink(words.entries.shown, origin, found.pageQuery, found.entries.length)]
        : []),
      ...feedLinks(locale, feed),
    ],
    alternates: alternateFeeds(locale, feed),
  };
}

/** Return the title, breadcrumbs and licence of the page, also if the entries cannot be shown. */
export function entriesHead(
  locale: PageLocale,
  { dataset, of }: EntriesForm,
): Pick<LayoutContent, "title" | "crumbs" | "licence"> {
  return {
    title: locale.fill(locale.words.entries.title, {
      of: isolate(of ? nameMemberAlone(locale, of.dimension, of.member, {}) : dataset.label),
    }),
    crumbs: [
      datasetsCrumb(locale),
      crumbOf(dataset),
      ...(of ? [crumbOf(of.dimension), { label: titleOf(locale, of.member), url: of.member.html_url! }] : []),
    ],
    licence: dataset.licence,
  };
}

/** Choose the columns: the requested ones, else those that tell the most. */
export function chooseFields({ requested, dimensions, measures, of }: EntriesForm): readonly string[] {
  return requested.columns.length > 0
    ? orderFields(requested.columns, dimensions, measures)
    : fieldsByUse(dimensions, measures, of?.dimension.name);
}

/**
 * Return the address of this page with other choices.
 * @param numbered true if the address of the first page has a page number, too
 */
function hrefOf(page: EntriesPage, locale: PageLocale, changes: Partial<Browsing>, numbered = false): string {
  const {
    q,
    filters,
    fq,
    measure,
    min,
    max,
    order,
    columns,
    page: number,
    pagesize,
  } = {
    ...page.requested,
    page: 1,
    ...changes,
  };
  const query = queryOf([
    ...printChosen({ q, filters, fq, measure, min, max }),
    ["order", order],
    ["columns", columns.join("|")],
    ["page", number === 1 && !numbered ? "" : String(number)],
    ["pagesize", pagesize === 50 ? "" : String(pagesize)],
  ]);
  return locale.href(page.url) + query;
}

function showFacet(page: EntriesPage, locale: PageLocale, { field, values }: FacetList): Html | null {
  const left = values.filter(({ value }) => !isChosen(page.requested.filters, field, value));
  // Years are listed in ascending order.
  const open = field === YEAR ? left.toSorted((a, b) => (a.value < b.value ? -1 : 1)) : left;
  if (open.length === 0) return null;
  const money = locale.numbers.money(page.dataset.currency).of(page.measures[0]);
  return html`<section class="facet">
    <h2><bdi>${labelOf(page, locale, field)}</bdi></h2>
    <ul>
      ${open.map(({ value, label, count, sum }) => {
        const filters = [...page.requested.filters, { field, value }];
        return html`<li>
          <a href="${hrefOf(page, locale, { filters })}" rel="nofollow"
            ><bdi>${nameFacetValue(locale, field, value, label)}</bdi></a
          >
          <small
            >${sum === null ? null : html`<span class="sum">${shortAmount(money, sum)}</span> `}${locale.numbers.count(count)}</small
          >
        </li> `;
      })}
    </ul>
  </section> `;
}

function chosenFilters(page: EntriesPage, locale: PageLocale): Html | null {
  const { filters } = page.requested;
  if (filters.length === 0) return null;
  const { entries, lists } = locale.words;
  return html`<ul class="chosen" aria-label="${lists.activeFilters}">
    ${filters.map((filter) => {
      const others = filters.filter((each) => each !== filter);
      const value = nameOf(page, locale, filter);
      return html`<li>
        ${locale.fillHtml(entries.filter, { field: html`<bdi>${labelOf(page, locale, filter.field)}</bdi>`, value: html`<bdi>${value}</bdi>` })}
        <a
          href="${hrefOf(page, locale, { filters: others })}"
          aria-label="${locale.fill(lists.removeFilter, { filter: value })}"
          >×</a
        >
      </li> `;
    })}
  </ul>`;
}

/** Write a filter as a part of the title. */
function sayFilter(page: EntriesPage, locale: PageLocale, filter: Clause): string {
  const field = isolate(labelOf(page, locale, filter.field));
  return locale.fill(locale.words.entries.filter, { field, value: isolate(nameOf(page, locale, filter)) });
}

/** Return the label of a filter value. */
function nameOf({ found, requested }: EntriesPage, locale: PageLocale, { field, value }: Clause): string {
  const isAlone = requested.filters.filter((each) => each.field === field).length === 1;
  const values = found.facets.find((facet) => facet.field === field)?.values ?? [];
  const label = values.find((each) => each.value === value)?.label ?? (isAlone ? values[0]?.label : undefined);
  return nameFacetValue(locale, field, value, label ?? value);
}

/** Name a value of a filter; fiscal years by both of theirs. */
function nameFacetValue(locale: PageLocale, field: string, value: string, label: string): string {
  if (field === YEAR) return locale.year(value);
  return label === "" ? locale.words.entries.empty : label;
}

function isChosen(filters: readonly Clause[], field: string, value: string): boolean {
  return filters.some((each) => each.field === field && each.value === value);
}

function labelOf({ dimensions, measures }: EntriesPage, { words, fill }: PageLocale, field: string): string {
  if (field === YEAR) return words.entries.year;
  const [name, attribute] = field.split(".", 2);
  const label = [...dimensions, ...measures].find((each) => each.name === name)?.label ?? field;
  return attribute === undefined ? label : fill(words.entries.attribute, { field: label, attribute });
}

/** Link the head of a column to the page sorted by it; a second click reverses the order. */
function sortLink(page: EntriesPage, locale: PageLocale, field: string, label: Html): Html {
  const { order } = page.requested;
  const isMeasure = page.measures.some(({ name }) => name === field);
  const [up, down] = [`${field}:asc`, `${field}:desc`];
  const next = order === down ? up : order === up ? down : isMeasure ? down : up;
  const sign = order === down ? " ↓" : order === up ? " ↑" : "";
  return html`<a href="${hrefOf(page, locale, { order: next })}" rel="nofollow">${label}${sign}</a>`;
}

function pager(page: EntriesPage, locale: PageLocale, first: number): Html {
  const { requested, found } = page;
  const { entries } = locale.words;
  const { count } = locale.numbers;
  const hrefTo = (number: number): string => hrefOf(page, locale, { page: number }, requested.pagesize !== 50);
  const [from, to] = [count(first + 1), count(first + found.entries.length)];
  const place =
    found.entries.length === 0
      ? locale.fill(entries.noneShown, { count: found.count })
      : locale.fill(entries.range, { first: from, last: to, count: found.count });
  return showPager(locale, place, {
    previous: requested.page > 1 ? hrefTo(Math.max(1, requested.page - 1)) : null,
    next: found.nextPage === undefined ? null : hrefTo(found.nextPage),
  });
}

/** Say how many entries were found, and what they come to. */
function sayFound(
  { found, measures, added }: EntriesPage,
  locale: PageLocale,
  money: Money,
  sums: Readonly<Record<string, Decimal>>,
): Html {
  const { words, fill, fillHtml } = locale;
  const count = html`${fill(words.lists.entries, { count: found.count })}`;
  if (added.length > 0 || measures.length === 0) return count;
  const each = measures.map(({ name, label, unit }) =>
    fillHtml(words.entries.sum, {
      measure: html`<bdi>${label}</bdi>`,
      amount: shortAmount(money.of({ unit }), sums[name] ?? ZERO),
    }),
  );
  const all = each.reduce((before, sum) => fillHtml(words.entries.sums, { count: before, sums: sum }), count);
  return addsYears(found) ? enumerateHtml(locale, [all, html`${words.figures.yearsTogether}`]) : all;
}

/** True if found entries are of several years. */
function addsYears({ facets }: EntriesPage["found"]): boolean {
  const years = facets.find(({ field }) => field === YEAR);
  return years !== undefined && years.values.length > 1;
}
