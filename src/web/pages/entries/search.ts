import { showError } from "../parts/show-error.js";
import { TEXT } from "../../../calls/schema.js";
import type { Page } from "../parts/page.js";
import { type SearchPage, showSearch } from "../../../calls/views/resources/search-page.js";
import { alternateFeeds } from "../parts/alternates.js";
import { feedLinks, searchLink } from "../parts/data-links.js";
import { html, type Html } from "../parts/html.js";
import type { LayoutContent } from "../parts/layout.js";
import { showPager } from "../parts/pager.js";
import { queryOf } from "../parts/query.js";
import type { PageLocale } from "../parts/page-locale.js";
import { showHit } from "./hit.js";
import { searchForm } from "./search-form.js";
import { newestAmount, suggestedList } from "./suggested.js";

/** The page of a search. */
export const SEARCH_PAGE = {
  path: "/search",
  formats: ["html"],
  about: {
    id: "showSearch",
    tag: "Pages",
    summary: "Search the entries of all datasets and show the matches",
    details: "A page with the matches, their facets and links to the same as data, which is `/api/2/search`.",
    parameters: [
      { name: "q", description: "As in the search call.", schema: TEXT, example: "health" },
      { name: "dataset", description: "Names of datasets, joined by pipes.", schema: TEXT },
      { name: "category", description: "As in the search call.", schema: TEXT },
      { name: "page", description: "Page of 25 entries, from 1.", schema: TEXT },
    ],
    statuses: [404],
    samples: ["/search?q=north&dataset=town", "/search", "/search?q=north&page=2"],
  },
  call: (context, input) => showSearch(context, input.actor, input),
  drawings: { search: searchPage },
} as const satisfies Page<SearchPage>;

/** Datasets whose matches are listed: those with the most. */
const MAX_NAMED = 100;
/** Datasets of which the amount is named above the results. */
const SUMMED = 3;

export function searchPage(page: SearchPage, locale: PageLocale): LayoutContent {
  const { q, found, datasets, origin, suggested } = page;
  const { words, fill } = locale;
  const feed = page.alternates.includes("atom") ? feedUrl(page) : null;
  const main = html`${searchForm(page, locale)}
  ${
    found === null
      ? html`<p class="note">${explainSyntax(locale)}</p>`
      : html`${found.warnings.map((each) => html`<p class="note" dir="auto">${showError(locale, each)}</p>`)}
          <div class="with-side">
            <div>
              ${suggested?.didYouMean ? didYouMean(page, suggested.didYouMean, locale) : null}
              ${suggested && suggestedList(locale, suggested)}
              <h2 class="facts">${fill(words.lists.entries, { count: found.count })}</h2>
              ${comesTo(page, locale)}
              ${found.count === 0 ? html`<p class="note">${locale.fillHtml(words.search.none, { example: html`<code>${words.search.beginning}</code>` })}</p>` : null}
              <ol class="hits">
                ${found.entries.map((each) => showHit(locale, datasets[each.dataset]!, each))}
              </ol>
              ${pager(page, locale)}
            </div>
            <aside aria-label="${words.datasets.title}">${found.count === 0 ? null : byDataset(page, locale)}</aside>
          </div>`
  }`;
  return {
    title: q === "" ? words.search.title : fill(words.search.titleFor, { words: q }),
    crumbs: [],
    main,
    data: found
      ? [
          searchLink(fill(words.entries.all, { count: found.count }), origin, found.query, found.count),
          ...feedLinks(locale, feed),
        ]
      : [],
    ...(found && { alternates: alternateFeeds(locale, feed) }),
    q,
  };
}

/** Say what words, phrases and conditions find. */
function explainSyntax({ words, fillHtml }: PageLocale): Html {
  const { help, phrase, beginning, without, range } = words.search;
  const code = (text: string): Html => html`<code>${text}</code>`;
  return fillHtml(help, {
    phrase: code(phrase),
    beginning: code(beginning),
    without: code(without),
    range: code(range),
  });
}

function didYouMean(page: SearchPage, spelling: string, locale: PageLocale): Html {
  return html`<p class="did-you-mean">
    ${locale.fillHtml(locale.words.lists.didYouMean, {
      words: html`<bdi>${spelling}</bdi>`,
      link: (inner) => html`<a href="${addressOf({ ...page, q: spelling }, locale)}">${inner}</a>`,
    })}
  </p>`;
}

/** Say what the matches come to in the datasets that have the most of them; never across datasets or years. */
function comesTo({ found, newest, datasets }: SearchPage, locale: PageLocale): Html | null {
  const summed = [...newest.keys()]
    .filter((at) => newest[at] !== null)
    .toSorted((a, b) => found!.counts[b]! - found!.counts[a]!)
    .slice(0, SUMMED);
  if (summed.length === 0) return null;
  return html`<p class="comes-to">
    ${summed.map(
      (at, place) =>
        html`${place === 0 ? "" : "; "}${locale.fillHtml(locale.words.lists.amountIn, {
          amount: newestAmount(locale, newest[at]!),
          place: html`<bdi>${datasets[at]!.dataset.label}</bdi>`,
        })}`,
    )}
  </p>`;
}

/** List the matches in each dataset and their amount, with a link that searches only there. */
function byDataset({ q, found, newest, datasets, named, category }: SearchPage, locale: PageLocale): Html {
  const matching = datasets
    .map(({ dataset }, at) => ({ dataset, count: found!.counts[at]!, amount: newest[at] ?? null }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
  return html`<section class="facet of-datasets">
    <h2>${locale.words.datasets.title}</h2>
    <ul>
      ${matching.slice(0, MAX_NAMED).map(
        ({ dataset, count, amount }) =>
          html`<li>
            <a href="${locale.href(dataset.html_url)}/entries${queryOf([["q", q]])}"><bdi>${dataset.label}</bdi></a>
            <small
              >${locale.fill(locale.words.lists.entries, { count })}${amount && html`<span class="sum">${newestAmount(locale, amount)}</span>`}</small
            >
          </li> `,
      )}
    </ul>
    ${matching.length > MAX_NAMED ? html`<p class="note">${locale.fill(locale.words.search.moreDatasets, { count: matching.length - MAX_NAMED })}</p>` : null}
    ${named.length === 0 && category === "" ? null : html`<p><a href="${addressOf({ q, named: [], category: "" }, locale)}">${locale.words.search.everywhere}</a></p>`}
  </section>`;
}

function feedUrl({ url, q, named, category }: SearchPage): string {
  return `${url}.atom${queryOf([
    ["q", q],
    ["dataset", named.join("|")],
    ["category", category],
  ])}`;
}

function addressOf({ q, named, category }: Pick<SearchPage, "q" | "named" | "category">, locale: PageLocale): string {
  const chosen = named.map((each) => ["dataset", each] as const);
  return locale.href("/search") + queryOf([["q", q], ...chosen, ["category", category]]);
}

function pager({ q, found, named, category, page, pagesize }: SearchPage, locale: PageLocale): Html | null {
  if (!found || found.count <= pagesize) return null;
  const hrefTo = (to: number): string =>
    locale.href("/search") +
    queryOf([
      ["q", q],
      ...named.map((each) => ["dataset", each] as const),
      ["category", category],
      ["page", String(to)],
    ]);
  const pages = locale.numbers.count(Math.ceil(found.count / pagesize));
  const place = locale.fill(locale.words.lists.pager.page, { page: locale.numbers.count(page), pages });
  return showPager(locale, place, {
    previous: page > 1 ? hrefTo(page - 1) : null,
    next: found.nextPage === undefined ? null : hrefTo(page + 1),
  });
}
