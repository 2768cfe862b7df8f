import type {
  DatasetSuggestion,
  MemberSuggestion,
  Suggestions,
} from "../../../calls/views/suggest/find-suggestions.js";
import type { NewestAmount } from "../../../calls/views/suggest/newest-amount.js";
import { shortAmount } from "../parts/amounts.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";

/** Members of other dimensions that are listed. */
const OTHERS = 1;

/** Write the datasets and members that the words may stand for, as links to their pages; `null` if there are none. */
export function suggestedList(reader: PageReader, { datasets, payees, functions, members }: Suggestions): Html | null {
  const items = [
    ...datasets.map((each) => showSuggestion(reader, each, html`${reader.words.search.dataset}`)),
    ...[...functions, ...payees, ...members.slice(0, OTHERS)].map((each) =>
      each.everywhere
        ? showEverywhere(reader, each, each.everywhere)
        : showSuggestion(reader, each, placeOf(reader, each)),
    ),
  ];
  if (items.length === 0) return null;
  return html`<section class="suggested" aria-labelledby="pages">
    <h2 id="pages">${reader.words.search.pages}</h2>
    <ul>
      ${items}
    </ul>
  </section>`;
}

/** Write an amount with its year and direction: "£119bn in 2009". */
export function newestAmount(reader: PageReader, { amount, currency, year, direction }: NewestAmount): Html {
  const { directed, inYear } = reader.words.search;
  const shown = shortAmount(reader.numbers.money(currency), amount);
  const named =
    direction === null ? shown : reader.fillHtml(directed, { amount: shown, direction: html`<bdi>${direction}</bdi>` });
  return year === null ? named : reader.fillHtml(inYear, { amount: named, year });
}

function placeOf({ words, fillHtml }: PageReader, { dimension, dataset }: MemberSuggestion): Html {
  return fillHtml(words.search.of, {
    dimension: html`<bdi>${dimension.label}</bdi>`,
    dataset: html`<bdi>${dataset.label}</bdi>`,
  });
}

/** Write a member that several datasets have: amounts are not added up over them. */
function showEverywhere(
  reader: PageReader,
  { label, dimension }: MemberSuggestion,
  { url, numDatasets }: NonNullable<MemberSuggestion["everywhere"]>,
): Html {
  return html`<li>
    <a href="${reader.href(url)}"><bdi>${label}</bdi></a>
    <small
      >${reader.fillHtml(reader.words.search.ofSeveral, { dimension: html`<bdi>${dimension.label}</bdi>`, count: numDatasets })}</small
    >
  </li> `;
}

function showSuggestion(reader: PageReader, { label, url, newest }: DatasetSuggestion, kind: Html): Html {
  return html`<li>
    <a href="${reader.href(url)}"><bdi>${label}</bdi></a>
    <small>${kind}${newest && html`, ${newestAmount(reader, newest)}`}</small>
  </li> `;
}
