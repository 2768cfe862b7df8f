import { hasPathsBelow } from "../../calls/reading/describe/links.js";
import { listAllRows } from "../../calls/views/pages/all-rows.js";
import { printAgainst } from "../../core/query/aggregate/figure-request.js";
import type { MemberPage } from "../../calls/views/resources/member.js";
import { showsAmounts } from "./tables/added-members.js";
import { adjustmentNotes } from "./tables/adjustment-switches.js";
import { choiceLinks, linkMembers } from "./tables/choice-links.js";
import type { SplitFigure } from "../../calls/views/pages/split-figure.js";
import { crossingTable } from "./tables/figure-block.js";
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
  addressOfPage,
  choicesOfPage,
  cutChips,
  linkRow,
  queryOfPage,
  splitSection,
  statePairs,
  switchesOfPage,
} from "./tables/split-section.js";
import { nameMemberAlone } from "./tables/name-alone.js";
import { nameFigure, nameSplit, withCuts } from "./tables/split-title.js";
import { citeCells } from "./tables/cite-cells.js";
import { timeline } from "./tables/years-block.js";
import { about } from "./parts/about.js";
import { withUnit } from "./parts/amount-unit.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { crumbOf, crumbOfMember, datasetsCrumb } from "./parts/crumbs.js";
import { searchLink, figureLinks } from "./parts/data-links.js";
import { allFields } from "./parts/describe.js";
import { enumerate } from "./parts/enumerate.js";
import { html, type Html } from "./parts/html.js";
import { isolate } from "./parts/isolate.js";
import type { LayoutContent } from "./parts/layout.js";
import type { Money } from "./parts/numbers.js";
import { queryOf } from "./parts/query.js";
import type { PageLocale } from "./parts/page-locale.js";
import { enumerateHtml } from "./parts/enumerate.js";

export function memberPage(given: MemberPage, locale: PageLocale): LayoutContent {
  const page = numberNotes(given);
  const { dataset, dimension, member, years, year, split, breakdowns, largest, origin, precisions, choices } = page;
  const name = nameMemberAlone(locale, dimension, member, precisions);
  const title = withCuts(locale, name, page.cuts);
  const url = member.html_url === null ? "" : locale.href(member.html_url);
  const money = locale.numbers.money(dataset.currency, page.adjusting.unit).of(years.measures[0]);
  const paid = locale.numbers.money(dataset.currency);
  const inYear = year.chosen === null ? "" : enumerate(locale, ["", locale.year(year.chosen)]);
  const isTime = dimension.name === "time";
  const { member: words, data } = locale.words.dimension;
  const main = html`${adjustmentNotes(locale, page.adjusting, paid)}
  ${splitSection(page, locale, { url, money, precisions, against: comparedWith(page) })}
  ${
    isTime
      ? null
      : html`<section aria-labelledby="years">
          <h2 id="years">${words.yearByYear}</h2>
          ${timeline(locale, page, money, linkMembers(choices, url, statePairs(page)), citeCells(locale, page))}
        </section>`
  }
  ${showBreakdowns(page, locale, money, inYear)} ${largestEntries(page, locale, inYear)}
  ${page.elsewhere && showElsewhere(locale, page.elsewhere, name, page.everywhere)} ${pageNotes(locale, page)}`;
  const amount = headlineText(locale, page, money);
  const windowTitle = `${withUnit(locale, `${isolate(title)}${inYear}`, money.unit)} – ${isolate(dataset.label)}`;
  const names = { member: isolate(name), dimension: isolate(dimension.label), dataset: isolate(dataset.label) };
  return {
    title,
    windowTitle,
    summary:
      amount === "" ? locale.fill(words.summary, names) : locale.fill(words.summaryWithAmount, { ...names, amount }),
    ...(member.html_url === null
      ? {}
      : {
          canonical: member.html_url,
          state: member.html_url + queryOfPage(page),
          cited: addressOfPage(page, member.html_url),
          ...citationOf(page, member.html_url),
        }),
    picture: pictureOfSplit(locale, page, windowTitle),
    crumbs: [
      datasetsCrumb(locale),
      crumbOf(dataset),
      page.parent ? crumbOfMember(locale, page.parent) : crumbOf(dimension),
    ],
    hero: heroOf(page, locale, url, money),
    main,
    fields: allFields(locale, member),
    data: [
      resourceLink(data.member, page),
      ...figureLinks(data.years, origin, page.flows?.figure ?? years),
      ...(split ? figureLinks(nameSplit(locale, page), origin, { ...split, ...split.crossing }) : []),
      ...breakdowns.flatMap((figure) =>
        figureLinks(nameFigure(locale, figure), origin, { ...figure, ...figure.crossing }),
      ),
      searchLink(data.entries, origin, largest.query, largest.count),
    ],
    licence: dataset.licence,
    ...linkForms(page, locale),
    alternates: alternatesOf(page),
  };
}

/** Return the files with the citation of a page; none where nothing can stand below its path. */
function citationOf(page: MemberPage, url: string): Pick<LayoutContent, "citationFile"> {
  if (!hasPathsBelow(url)) return {};
  const path = url.slice(page.dataset.html_url.length);
  return { citationFile: (suffix) => `${path}/citation${suffix}${queryOfPage(page)}` };
}

/** Compare a member with all members of its dimension, as a value of `against`; absent if their sum has no meaning. */
function comparedWith({ dimension }: MemberPage): string | undefined {
  const isSummed = dimension.type !== "date" && dimension.additive !== false;
  return isSummed ? printAgainst({ dataset: null, clauses: [{ field: dimension.name, value: "*" }] }) : undefined;
}

/** Write the head: the newest amount, how it went, its largest parts, and the entries. */
function heroOf(page: MemberPage, locale: PageLocale, url: string, money: Money): Html {
  const { dataset, dimension, member, split, precisions, choices, year } = page;
  const description = typeof member["description"] === "string" ? member["description"] : "";
  const largest =
    split && !split.crossing && page.path.opened.length === 0
      ? largestParts(locale, split, linkRow(page, locale, url), precisions)
      : null;
  const numEntries = entriesOfHead(page);
  const href = shownEntriesHref(page, locale);
  const { member: words } = locale.words.dimension;
  const kept = queryOf(page.adjusting.pairs);
  return html`<div class="summary">
    <div>
      ${headline(locale, page, money)} ${scopeWarnings(locale, page)} ${cutChips(locale, page, url)}
      <p class="facts">
        ${locale.fillHtml(words.inDataset, {
          dimension: html`<a href="${locale.href(dimension.html_url)}${kept}" dir="auto">${dimension.label}</a>`,
          dataset: html`<a href="${locale.href(dataset.html_url)}${kept}" dir="auto">${dataset.label}</a>`,
        })}
        ·
        ${year.headed === null ? locale.fill(locale.words.lists.entries, { count: numEntries }) : locale.fill(words.entriesInYear, { count: numEntries, year: locale.year(year.headed) })}
      </p>
      ${about(locale, description)} ${choiceLinks(locale, choicesOfPage(page), choices, url, statePairs(page))}
      ${switchesOfPage(locale, page, url)}
      ${href === null ? null : html`<p class="actions"><a class="button" href="${href}">${words.allEntries}</a></p>`}
    </div>
    <div class="beside-summary">${dimension.name === "time" ? null : sparkLine(locale, page)} ${largest}</div>
  </div>`;
}

/** Link to the forms with which managers change the dataset, and correct the label. Versions and dates are not corrected. */
function linkForms({ dataset, dimension, member }: MemberPage, { words }: PageLocale): Partial<LayoutContent> {
  const { name } = member;
  const editor = `${dataset.html_url}/editor`;
  const isCorrected = dimension.type === "compound" || dimension.type === "attribute";
  if (!isCorrected || dataset.name.includes("@") || typeof name !== "string") return { editor };
  const query = queryOf([["dimension", dimension.name] as const, ["member", name] as const]);
  return { editor, forms: [{ label: words.dimension.member.correct, url: `${editor}/members${query}` }] };
}

/** Count the entries of the year that heads the page. */
function entriesOfHead({ years, flows, year }: MemberPage): number {
  if (year.headed === null) return (flows?.figure ?? years).numEntries;
  if (flows) return flows.years.find((sums) => sums.year === year.headed)?.numEntries ?? 0;
  return listAllRows(years).find(({ keys }) => keys[0]!.value === year.headed)?.numEntries ?? 0;
}

function showBreakdown(page: MemberPage, figure: SplitFigure, locale: PageLocale, money: Money): Html {
  const style = {
    caption: nameFigure(locale, figure),
    money,
    precisions: page.precisions,
    hrefOf: openRow(page, figure, locale),
    cited: citeCells(locale, page),
  };
  return figure.crossing
    ? crossingTable(locale, figure, figure.crossing, style)
    : figureTable(locale, figure, { ...style, isKey: false });
}

function showBreakdowns(page: MemberPage, locale: PageLocale, money: Money, inYear: string): Html | null {
  const { breakdowns, leftOut } = page;
  const { member: words } = locale.words.dimension;
  // A breakdown into one part shows nothing new.
  const splitting = breakdowns.filter((figure) => figure.numCells > 1 && showsAmounts(figure));
  if (splitting.length === 0 && leftOut.length === 0) return null;
  return html`<section aria-labelledby="breakdowns">
    <h2 id="breakdowns">${words.splits}${inYear}</h2>
    <div class="columns">
      ${splitting.map((figure) => html`<div>${showBreakdown(page, figure, locale, money)}</div> `)}
    </div>
    ${
      leftOut.length === 0
        ? null
        : html`<p class="note">
            ${locale.fillHtml(words.notShown, {
              dimensions: enumerateHtml(
                locale,
                leftOut.map(({ label, html_url: url }) => html`<a href="${locale.href(url)}" dir="auto">${label}</a>`),
              ),
            })}
          </p>`
    }
  </section>`;
}
