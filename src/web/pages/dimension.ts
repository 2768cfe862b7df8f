import type { DimensionPage } from "../../calls/views/resources/dimension.js";
import { describeUnit, withUnit } from "./parts/amount-unit.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { crumbOf, datasetsCrumb } from "./parts/crumbs.js";
import { figureLinks } from "./parts/data-links.js";
import { adjustmentNotes, adjustmentSwitches } from "./tables/adjustment-switches.js";
import { choiceLinks, linkMembers, type Pairs, printChoices, printKept } from "./tables/choice-links.js";
import { linkMember } from "./tables/row-links.js";
import { chipsOfCuts, exploreQuery, nameCuts, printRequested } from "./tables/split-section.js";
import { allFields } from "./parts/describe.js";
import { figureBlock } from "./tables/figure-block.js";
import { scopeWarnings } from "./tables/scope-warnings.js";
import { html, type Html } from "./parts/html.js";
import { isolate } from "./parts/isolate.js";
import type { LayoutContent } from "./parts/layout.js";
import { printCuts } from "../../core/query/syntax/cut-clause.js";
import { linkText } from "./parts/linked-text.js";
import { queryOf } from "./parts/query.js";
import type { PageReader } from "./parts/reader.js";
import { yearLinks } from "./tables/years-block.js";

export function dimensionPage(page: DimensionPage, reader: PageReader): LayoutContent {
  const { dataset, dimension, members, q, year, origin, precisions, choices } = page;
  const { count } = reader.numbers;
  const url = reader.href(dimension.html_url);
  const money = reader.numbers.money(dataset.currency, page.adjusting.unit);
  const paid = reader.numbers.money(dataset.currency);
  const isFirst = page.page === 1;
  const inYear = year.chosen === null ? "" : `, ${year.chosen}`;
  const listed = dimension.type === "date" ? "newest first" : "largest first";
  const caption = q === "" ? `Members, ${listed}${inYear}` : `Members matching “${q}”, ${listed}${inYear}`;
  // The chart of a later page would look like a chart of all members.
  const shown = isFirst ? members : { ...members, rest: { ...members.rest, ...restOf(page) } };
  const main = html`${dimension.description && dimension.description !== dimension.label ? html`<p class="lead" dir="auto">${linkText(dimension.description)}</p>` : null}
    <p class="facts">
      ${dimension.num_members === 1 ? "1 member" : `${count(dimension.num_members)} members`}${members.numCells === dimension.num_members ? null : `, of which ${count(members.numCells)} ${q === "" ? "have entries" : "match"}${inYear === "" ? "" : ` in ${year.chosen}`}`}
    </p>
    ${scopeWarnings(page)}
    ${chipsOfCuts(page, (left) => url + queryOf([["q", q], ...yearPairs(year), ["cut", printCuts(left)], ...printKept(page)]))}
    ${choiceLinks(choices, choices, url, statePairs(page))} ${switchLinks(page, url)}
    ${adjustmentNotes(reader, page.adjusting, paid)}
    <form class="find" role="search" aria-label="Members" action="${url}">
      <label for="q">Search by name</label>
      <input id="q" type="search" name="q" value="${q}" autocomplete="off" data-suggest="${url}.distinct.json" />
      ${[...yearPairs(year), ["cut", printRequested(page)] as const, ...printKept(page)].map(([name, value]) => (value ? html`<input type="hidden" name="${name}" value="${value}" />` : null))}
      <button>Find</button>
    </form>
    ${yearLinks(year, (each) => `${url}${queryOf([["q", q], ["year", each], ["cut", printRequested(page)], ...printKept(page)])}`)}
    ${
      members.rows.length === 0 && !members.adjusted?.unvalued.length
        ? html`<p class="note">
            No
            members${q === "" ? "" : html` match <bdi>“${q}”</bdi>`}${year.chosen === null ? "" : ` in ${year.chosen}`}.
          </p>`
        : figureBlock(reader, shown, {
            caption,
            money,
            precisions,
            members: linkMembers(choices, url, statePairs(page)),
            hrefOf: linkMember(page, reader, printRequested(page)),
          })
    }
    ${pageLinks(page, url)}
    <p class="onward">
      <a href="${reader.href(`${dataset.html_url}/explore?${exploreQuery(reader, members, page)}`)}">Explore this</a>
    </p> `;
  return {
    title: titleOfDimension(page),
    summary: `${isolate(dataset.label)} by ${isolate(dimension.label)}${inYear}: ${count(dimension.num_members)} members`,
    canonical: dimension.html_url,
    ...(page.adjusting.cited.length > 0 && {
      cited: dimension.html_url + queryOf([...plainPairs(page), ...printChoices(choices), ...page.adjusting.cited]),
    }),
    crumbs: [datasetsCrumb(reader), crumbOf(dataset)],
    main,
    fields: allFields(dimension),
    data: [
      resourceLink("Description of the dimension", page),
      ...figureLinks(caption, origin, members),
      { label: "All members", urls: [["JSON", `${dimension.html_url}.distinct.json?pagesize=1000000000`]] },
    ],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

/** Write what the page shows: the dataset, what it is split by, and the state. */
function titleOfDimension({ dataset, dimension, q, year, choices, cuts, page, adjusting }: DimensionPage): string {
  const chosen = choices.flatMap(({ label, chosen: value, members }) => {
    const member = members.find((each) => each.value === value);
    return value === null ? [] : [`${isolate(label)}: ${isolate(member?.label ?? value)}`];
  });
  const period = year.chosen ?? (year.years.length > 1 && dimension.type !== "date" ? "all years" : null);
  const state = [...(period === null ? [] : [period]), ...chosen, ...(page > 1 ? [`page ${page}`] : [])];
  const matching = q === "" ? "" : ` matching “${isolate(q)}”`;
  const title = [`${isolate(dataset.label)} by ${isolate(dimension.label)}${matching}`, ...state].join(", ");
  return withUnit(title + nameCuts(cuts), describeUnit(adjusting.unit));
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

function switchLinks(page: DimensionPage, url: string): Html | null {
  const state = [...plainPairs(page), ...printChoices(page.choices)];
  return adjustmentSwitches(page.adjusting, (pairs) => `${url}${queryOf([...state, ...pairs]) || "?"}`);
}

function yearPairs({ chosen, years }: DimensionPage["year"]): Pairs {
  return [["year", chosen ?? (years.length > 1 ? "all" : "")]];
}

function pageLinks(shown: DimensionPage, url: string): Html | null {
  const { members, page, pagesize, choices } = shown;
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
  return html`<nav class="pager" aria-label="Pages">
    ${link(page - 1, "prev", "Previous page")} <span>Page ${page} of ${pages}</span>
    ${link(page + 1, "next", "Next page")}
  </nav>`;
}
