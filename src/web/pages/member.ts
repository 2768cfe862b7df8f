import { listAllRows } from "../../calls/views/pages/all-rows.js";
import type { MemberPage } from "../../calls/views/resources/member.js";
import { hasAmounts } from "./tables/added-members.js";
import { adjustmentNotes } from "./tables/adjustment-switches.js";
import { choiceLinks, linkMembers } from "./tables/choice-links.js";
import type { SplitFigure } from "../../calls/views/pages/split-figure.js";
import { trendTable } from "./tables/figure-block.js";
import { figureTable } from "./tables/figure-table.js";
import { headline, headlineText } from "./tables/headline.js";
import { shownEntriesHref, largestEntries } from "./entries/largest-entries.js";
import { largestParts } from "./tables/largest-parts.js";
import { showElsewhere } from "./entries/elsewhere.js";
import { scopeWarnings } from "./tables/scope-warnings.js";
import { numberNotes, pageNotes } from "./tables/page-notes.js";
import { pictureOfSplit } from "./tables/picture-of-split.js";
import { openRow } from "./tables/row-links.js";
import { sparkLine } from "./tables/spark-line.js";
import {
  choicesOfPage,
  citedAddress,
  cutChips,
  linkRow,
  nameCuts,
  nameFigure,
  nameSplit,
  splitSection,
  statePairs,
  switchesOfPage,
} from "./tables/split-section.js";
import { timeline } from "./tables/years-block.js";
import { about } from "./parts/about.js";
import { withUnit } from "./parts/amount-unit.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { crumbOf, crumbOfMember, datasetsCrumb, nameMember } from "./parts/crumbs.js";
import { searchLink, figureLinks } from "./parts/data-links.js";
import { allFields } from "./parts/describe.js";
import { html, type Html } from "./parts/html.js";
import { isolate } from "./parts/isolate.js";
import type { LayoutContent } from "./parts/layout.js";
import type { Money } from "./parts/numbers.js";
import { queryOf } from "./parts/query.js";
import type { PageReader } from "./parts/reader.js";

export function memberPage(given: MemberPage, reader: PageReader): LayoutContent {
  const page = numberNotes(given);
  const { dataset, dimension, member, years, year, split, breakdowns, largest, origin, precisions, choices } = page;
  const title = nameMember(reader, dimension, member, precisions);
  const url = member.html_url === null ? "" : reader.href(member.html_url);
  const money = reader.numbers.money(dataset.currency, page.adjusting.unit);
  const paid = reader.numbers.money(dataset.currency);
  const inYear = year.chosen === null ? "" : `, ${year.chosen}`;
  const isTime = dimension.name === "time";
  const { member: words, data } = reader.words.dimension;
  const main = html`${adjustmentNotes(reader, page.adjusting, paid)}
  ${splitSection(page, reader, { url, money, precisions })}
  ${
    isTime
      ? null
      : html`<section aria-labelledby="years">
          <h2 id="years">${words.yearByYear}</h2>
          ${timeline(reader, page, money, linkMembers(choices, url, statePairs(page)))}
        </section>`
  }
  ${showBreakdowns(page, reader, money, inYear)} ${largestEntries(page, reader, inYear)}
  ${page.elsewhere && showElsewhere(reader, page.elsewhere, title, page.everywhere)} ${pageNotes(reader, page)}`;
  const amount = headlineText(reader, page, money);
  const names = { member: isolate(title), dimension: isolate(dimension.label), dataset: isolate(dataset.label) };
  return {
    title,
    windowTitle: `${withUnit(`${isolate(title)}${nameCuts(reader, page.cuts)}${inYear}`, money.unit)} – ${isolate(dataset.label)}`,
    summary:
      amount === "" ? reader.fill(words.summary, names) : reader.fill(words.summaryWithAmount, { ...names, amount }),
    ...(member.html_url === null ? {} : { canonical: member.html_url, ...citedAddress(page, member.html_url) }),
    picture: pictureOfSplit(
      reader,
      page,
      `${withUnit(`${isolate(title)}${nameCuts(reader, page.cuts)}${inYear}`, money.unit)} – ${isolate(dataset.label)}`,
    ),
    crumbs: [
      datasetsCrumb(reader),
      crumbOf(dataset),
      page.parent ? crumbOfMember(reader, page.parent) : crumbOf(dimension),
    ],
    hero: heroOf(page, reader, url, money),
    main,
    fields: allFields(reader, member),
    data: [
      resourceLink(data.member, page),
      ...figureLinks(data.years, origin, page.flows?.figure ?? years),
      ...(split ? figureLinks(nameSplit(reader, page), origin, { ...split, ...split.trend }) : []),
      ...breakdowns.flatMap((figure) =>
        figureLinks(nameFigure(reader, figure), origin, { ...figure, ...figure.trend }),
      ),
      searchLink(data.entries, origin, largest.query, largest.count),
    ],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

/** Write the head: the newest amount, how it went, its largest parts, and the entries. */
function heroOf(page: MemberPage, reader: PageReader, url: string, money: Money): Html {
  const { dataset, dimension, member, split, precisions, choices, year } = page;
  const description = typeof member["description"] === "string" ? member["description"] : "";
  const largest =
    split && !split.trend && page.path.opened.length === 0
      ? largestParts(reader, split, linkRow(page, reader, url), precisions)
      : null;
  const numEntries = entriesOfHead(page);
  const href = shownEntriesHref(page, reader);
  const { member: words } = reader.words.dimension;
  const kept = queryOf(page.adjusting.pairs);
  return html`<div class="summary">
    <div>
      ${headline(reader, page, money)} ${scopeWarnings(reader, page)} ${cutChips(reader, page, url)}
      <p class="facts">
        ${reader.fillHtml(words.inDataset, {
          dimension: html`<a href="${reader.href(dimension.html_url)}${kept}" dir="auto">${dimension.label}</a>`,
          dataset: html`<a href="${reader.href(dataset.html_url)}${kept}" dir="auto">${dataset.label}</a>`,
        })}
        ·
        ${year.headed === null ? reader.fill(reader.words.lists.entries, { count: numEntries }) : reader.fill(words.entriesInYear, { count: numEntries, year: year.headed })}
      </p>
      ${about(reader, description)} ${choiceLinks(reader, choicesOfPage(page), choices, url, statePairs(page))}
      ${switchesOfPage(reader, page, url)}
      ${href === null ? null : html`<p class="actions"><a class="button" href="${href}">${words.allEntries}</a></p>`}
    </div>
    <div class="beside-summary">${dimension.name === "time" ? null : sparkLine(reader, page)} ${largest}</div>
  </div>`;
}

/** Count the entries of the year that heads the page. */
function entriesOfHead({ years, flows, year }: MemberPage): number {
  if (year.headed === null) return (flows?.figure ?? years).numEntries;
  if (flows) return flows.years.find((sums) => sums.year === year.headed)?.numEntries ?? 0;
  return listAllRows(years).find(({ keys }) => keys[0]!.value === year.headed)?.numEntries ?? 0;
}

function showBreakdown(page: MemberPage, figure: SplitFigure, reader: PageReader, money: Money): Html {
  const style = {
    caption: nameFigure(reader, figure),
    money,
    precisions: page.precisions,
    hrefOf: openRow(page, figure, reader),
  };
  return figure.trend
    ? trendTable(reader, figure, figure.trend.grid, style)
    : figureTable(reader, figure, { ...style, isKey: false });
}

function showBreakdowns(page: MemberPage, reader: PageReader, money: Money, inYear: string): Html | null {
  const { breakdowns, leftOut } = page;
  const { member: words } = reader.words.dimension;
  // A breakdown into one part shows nothing new.
  const splitting = breakdowns.filter((figure) => figure.numCells > 1 && hasAmounts(figure));
  if (splitting.length === 0 && leftOut.length === 0) return null;
  return html`<section aria-labelledby="breakdowns">
    <h2 id="breakdowns">${words.splits}${inYear}</h2>
    <div class="columns">${splitting.map((figure) => showBreakdown(page, figure, reader, money))}</div>
    ${
      leftOut.length === 0
        ? null
        : html`<p class="note">
            ${reader.fillHtml(words.notShown, {
              dimensions: leftOut.map(
                ({ label, html_url: url }, at) =>
                  html`${at === 0 ? "" : ", "}<a href="${reader.href(url)}" dir="auto">${label}</a>`,
              ),
            })}
          </p>`
    }
  </section>`;
}
