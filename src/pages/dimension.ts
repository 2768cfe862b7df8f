import type { DimensionPage } from "../api/resources/dimension.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { crumbOf, DATASETS } from "./parts/crumbs.js";
import { callLink } from "./parts/data-links.js";
import { exploreQuery } from "./figures/split-section.js";
import { allFields } from "./parts/describe.js";
import { figureBlock } from "./figures/figure-block.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import { queryOf } from "./parts/query.js";
import type { PageReader } from "./parts/reader.js";
import { yearLinks } from "./figures/years-block.js";

export function dimensionPage(page: DimensionPage, reader: PageReader): LayoutContent {
  const { dataset, dimension, members, q, year, origin, precisions } = page;
  const { count } = reader.numbers;
  const url = reader.href(dimension.html_url);
  const money = reader.numbers.money(dataset.currency);
  const isFirst = page.page === 1;
  const inYear = year.chosen === null ? "" : ` in ${year.chosen}`;
  const caption = q === "" ? `Members by amount${inYear}` : `Members matching “${q}” by amount${inYear}`;
  // The chart of a later page would look like a chart of all members.
  const shown = isFirst ? members : { ...members, rest: { ...members.rest, ...restOf(page) } };
  const main = html`${dimension.description ? html`<p class="lead" dir="auto">${dimension.description}</p>` : null}
    <p class="facts">
      ${dimension.num_members === 1 ? "1 member" : `${count(dimension.num_members)} members`}${members.numCells === dimension.num_members ? null : `, ${count(members.numCells)} shown here`}
    </p>
    <form class="find" role="search" aria-label="Members" action="${url}">
      <label for="q">Search by name</label>
      <input id="q" type="search" name="q" value="${q}" autocomplete="off" data-suggest="${url}.distinct.json" />
      ${year.chosen === null ? null : html`<input type="hidden" name="year" value="${year.chosen}" />`}
      <button>Find</button>
    </form>
    ${yearLinks(
      year,
      (each) =>
        `${url}${queryOf([
          ["q", q],
          ["year", each],
        ])}`,
    )}
    ${
      members.rows.length === 0
        ? html`<p class="note">No members${q === "" ? "" : html` match <bdi>“${q}”</bdi>`}${inYear}.</p>`
        : figureBlock(reader, shown, { caption, money, precisions })
    }
    ${pageLinks(page, url)}
    <p class="onward">
      <a href="${reader.href(`${dataset.html_url}/explore?${exploreQuery(members)}`)}">Explore this</a>
    </p>
    ${allFields(dimension)}`;
  return {
    title: dimension.label,
    crumbs: [DATASETS, crumbOf(dataset)],
    main,
    data: [
      resourceLink("Description of the dimension", page),
      callLink(caption, origin, "aggregate", members.query),
      { label: "All members", urls: [["JSON", `${dimension.html_url}.distinct.json?pagesize=1000000000`]] },
    ],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

/** Return the rest of a later page without negative cells: the omitted members come before and after it. */
function restOf({ members }: DimensionPage): { readonly negative: readonly [] } & { readonly cells: number } {
  return { negative: [], cells: members.rest.cells };
}

function pageLinks({ members, page, pagesize, q, year }: DimensionPage, url: string): Html | null {
  const pages = Math.ceil(members.numCells / pagesize);
  if (pages < 2) return null;
  const link = (to: number, rel: "prev" | "next", label: string): Html | null =>
    to < 1 || to > pages
      ? null
      : html`<a
          rel="${rel}"
          href="${url}${queryOf([
            ["q", q],
            ["year", year.chosen],
            ["page", String(to)],
          ])}"
          >${label}</a
        >`;
  return html`<nav class="pager" aria-label="Pages">
    ${link(page - 1, "prev", "Previous page")} <span>Page ${page} of ${pages}</span>
    ${link(page + 1, "next", "Next page")}
  </nav>`;
}
