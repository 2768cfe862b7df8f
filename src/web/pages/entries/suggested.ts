import type {
  DatasetSuggestion,
  MemberSuggestion,
  Suggestions,
} from "../../../calls/views/suggest/find-suggestions.js";
import type { PairSuggestion } from "../../../calls/views/suggest/find-pairs.js";
import type { NewestAmount } from "../../../calls/views/suggest/newest-amount.js";
import { shortAmount } from "../parts/amounts.js";
import { enumerate } from "../parts/enumerate.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { type PageLocale, withFiscalYears } from "../parts/page-locale.js";

/** Members of other dimensions that are listed. */
const OTHERS = 1;

/** Write the datasets and members that the words may stand for, as links to their pages; `null` if there are none. */
export function suggestedList(
  locale: PageLocale,
  { datasets, pairs, payees, functions, members }: Suggestions,
): Html | null {
  const items = [
    ...pairs.map((each) => showPair(locale, each)),
    ...datasets.map((each) => showSuggestion(locale, each, html`${locale.words.search.dataset}`)),
    ...[...functions, ...payees, ...members.slice(0, OTHERS)].map((each) =>
      each.everywhere
        ? showEverywhere(locale, each, each.everywhere)
        : showSuggestion(locale, each, placeOf(locale, each)),
    ),
  ];
  if (items.length === 0) return null;
  return html`<section class="suggested" aria-labelledby="pages">
    <h2 id="pages">${locale.words.search.pages}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

/** Write an amount with its year and direction: "£119bn in 2009". */
export function newestAmount(locale: PageLocale, { amount, currency, year, fiscal, direction }: NewestAmount): Html {
  const { directed, inYear } = locale.words.search;
  const shown = shortAmount(locale.numbers.money(currency), amount);
  const named =
    direction === null ? shown : locale.fillHtml(directed, { amount: shown, direction: html`<bdi>${direction}</bdi>` });
  return year === null
    ? named
    : locale.fillHtml(inYear, { amount: named, year: withFiscalYears(locale, fiscal).year(year) });
}

function placeOf({ words, fillHtml }: PageLocale, { dimension, dataset }: MemberSuggestion): Html {
  return fillHtml(words.search.of, {
    dimension: html`<bdi>${dimension.label}</bdi>`,
    dataset: html`<bdi>${dataset.label}</bdi>`,
  });
}

/** Write a member that several datasets have: amounts are not added up over them. */
function showEverywhere(
  locale: PageLocale,
  { label, dimension }: MemberSuggestion,
  { url, numDatasets }: NonNullable<MemberSuggestion["everywhere"]>,
): Html {
  return html`<li>
    <a href="${locale.href(url)}"><bdi>${label}</bdi></a>
    <small
      >${locale.fillHtml(locale.words.search.ofSeveral, { dimension: html`<bdi>${dimension.label}</bdi>`, count: numDatasets })}</small
    >
  </li> `;
}

/** Link to the page of a member that is cut to another, by the title of that page. */
function showPair(locale: PageLocale, { label, cut, url, dataset, newest }: PairSuggestion): Html {
  const named = locale.fill(locale.words.said.named, { name: isolate(cut.dimension), text: isolate(cut.label) });
  const title = enumerate(locale, [isolate(label), named]);
  return showSuggestion(locale, { label: title, url, newest }, html`<bdi>${dataset.label}</bdi>`);
}

function showSuggestion(locale: PageLocale, { label, url, newest }: Omit<DatasetSuggestion, "name">, kind: Html): Html {
  return html`<li>
    <a href="${locale.href(url)}"><bdi>${label}</bdi></a>
    <small>${kind}${newest && html`, ${newestAmount(locale, newest)}`}</small>
  </li> `;
}
