import { addMembersUp, type NamedSums } from "../../calls/reading/members/sum-namesakes.js";
import { decimalText } from "../../core/model/values/decimal.js";
import { alternatesOf, resourceLink } from "../../web/pages/parts/alternates.js";
import { datasetsCrumb } from "../../web/pages/parts/crumbs.js";
import { enumerateHtml } from "../../web/pages/parts/enumerate.js";
import { html, type Html } from "../../web/pages/parts/html.js";
import type { LayoutContent } from "../../web/pages/parts/layout.js";
import { showPager } from "../../web/pages/parts/pager.js";
import { queryOf } from "../../web/pages/parts/query.js";
import type { PageLocale } from "../../web/pages/parts/page-locale.js";
import { table } from "../../web/pages/parts/table.js";
import type { NamesakesPage } from "./namesakes.js";

/** Draw the page of a member over datasets: in which it is, and what it comes to there by year. */
export function namesakesPage(page: NamesakesPage, locale: PageLocale): LayoutContent {
  const { described, sums, range } = page;
  const { first, pagesize } = range;
  const { label, names, taxonomy, num_entries: numEntries, html_url: url } = described;
  const { fill, fillHtml, words } = locale;
  const { members } = words;
  const numDatasets = new Set(sums.map(({ dataset }) => dataset.model.dataset.name)).size;
  const counted = {
    entries: fill(words.lists.entries, { count: numEntries }),
    datasets: fill(members.datasets, { count: numDatasets }),
  };
  return {
    title: label,
    summary: fill(members.summary, { member: label, ...counted }),
    canonical: url,
    crumbs: [datasetsCrumb(locale)],
    hero: html`<p class="lead">${fill(members.lead, counted)}</p>
      <p class="note">${fillHtml(members.about, { name: html`<bdi translate="no">${taxonomy}</bdi>` })}</p>`,
    main: html`${names.length < 2 || range.page > 1 ? null : listNames(page, locale)} ${pager(page, locale)}
    ${sums.slice(first, first + pagesize).map((each, at) => drawSums(locale, page, each, at))} ${pager(page, locale)}`,
    data: [resourceLink(members.data, page)],
    alternates: alternatesOf(page),
  };
}

/** Datasets that are named one by one beside a name: of more, the number says enough. */
const MAX_ENUMERATED = 20;

function pager({ described, range, pages, sized }: NamesakesPage, locale: PageLocale): Html | null {
  if (pages < 2) return null;
  const { page } = range;
  const { count } = locale.numbers;
  const hrefTo = (to: number): string =>
    locale.href(described.html_url) +
    queryOf([
      ["page", to === 1 ? "" : String(to)],
      ["pagesize", sized === null ? "" : String(sized)],
    ]);
  const place = locale.fill(locale.words.lists.pager.page, { page: count(page), pages: count(pages) });
  return showPager(locale, place, {
    previous: page > 1 ? hrefTo(Math.min(page - 1, pages)) : null,
    next: page < pages ? hrefTo(page + 1) : null,
  });
}

function listNames({ described }: NamesakesPage, locale: PageLocale): Html {
  const { members } = locale.words;
  const nameOf = (name: string, label: string): Html =>
    name === label
      ? html`<bdi>${label}</bdi>`
      : locale.fillHtml(members.named, { member: html`<bdi>${label}</bdi>`, name: html`<bdi>${name}</bdi>` });
  return html`<section aria-labelledby="names">
    <h2 id="names">${members.names}</h2>
    <ul>
      ${described.names.map(
        ({ name, label, datasets }) =>
          html`<li>
            ${nameOf(name, label)}
            <small
              >${
                datasets.length > MAX_ENUMERATED
                  ? locale.fill(members.datasets, { count: datasets.length })
                  : enumerateHtml(
                      locale,
                      datasets.map((each) => html`<bdi>${each}</bdi>`),
                    )
              }</small
            >
          </li> `,
      )}
    </ul>
  </section>`;
}

function drawSums(locale: PageLocale, { described }: NamesakesPage, sums: NamedSums, at: number): Html {
  const { html_url: url, label, currency, dimension, members } = described.datasets[at]!;
  const { measures, apart } = sums;
  const { fillHtml, words } = locale;
  const { count, money } = locale.numbers;
  const { exact } = money(currency);
  const rows = addMembersUp(sums.rows).map(
    ({ year, apart: values, sums: amounts, numEntries }) =>
      html`<tr>
        <th scope="row">${year ?? words.members.noDate}</th>
        ${values.map((value) => html`<td><bdi>${value ?? words.figures.noValue}</bdi></td> `)}
        ${amounts.map((amount) => html`<td class="number">${exact(decimalText(amount))}</td> `)}
        <td class="number">${count(numEntries)}</td>
      </tr> `,
  );
  const heads = [
    words.figures.year,
    ...apart.map((each) => each.label),
    ...measures.map((each) => ({ ofNumbers: each.label })),
    { ofNumbers: words.figures.entries },
  ];
  const together = (sums.totals ?? []).map((total) => html`${exact(decimalText(total))}`);
  const about = {
    dimension: html`<bdi>${dimension.label}</bdi>`,
    members: enumerateHtml(
      locale,
      members.map((each) =>
        each.html_url === null
          ? html`<bdi>${each.label}</bdi>`
          : html`<a href="${locale.href(each.html_url)}"><bdi>${each.label}</bdi></a>`,
      ),
    ),
  };
  return html`<section aria-labelledby="in-${String(at)}">
    <h2 id="in-${String(at)}">
      <a href="${locale.href(url)}"><bdi>${label}</bdi></a>
    </h2>
    <p class="facts">
      ${
        together.length === 0
          ? fillHtml(words.members.in, about)
          : fillHtml(words.members.together, { ...about, amounts: enumerateHtml(locale, together) })
      }
    </p>
    ${table(label, heads, rows)}
  </section>`;
}
