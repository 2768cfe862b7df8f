import { ALL_ENTRIES, entriesOfCuts, printSearchRequest } from "../../core/query/search/request.js";
import type { CutClause } from "../../core/query/syntax/cut-clause.js";
import { yearCuts } from "../../calls/views/pages/years.js";
import type { DatasetPage } from "../../calls/views/resources/dataset.js";
import type { CountedDescription } from "../../calls/reading/describe/describe-dimension.js";
import { useOf } from "../../calls/reading/describe/field-use.js";
import { datasetBlock } from "./dataset-block.js";
import { adjustmentNotes } from "./tables/adjustment-switches.js";
import { choiceLinks, linkMembers, printChoices, printKept } from "./tables/choice-links.js";
import { sayFacts } from "./tables/dataset-facts.js";
import { headline, headlineText } from "./tables/headline.js";
import { largestParts } from "./tables/largest-parts.js";
import { scopeWarnings } from "./tables/scope-warnings.js";
import { numberNotes, pageNotes } from "./tables/page-notes.js";
import { entriesHref, yearToKeep } from "./tables/row-links.js";
import { sparkLine } from "./tables/spark-line.js";
import { pictureOfSplit } from "./tables/picture-of-split.js";
import { planSection } from "./tables/plan-section.js";
import {
  addressOfPage,
  choicesOfPage,
  cutChips,
  exploreQuery,
  linkRow,
  printRequested,
  queryOfPage,
  splitSection,
  statePairs,
  switchesOfPage,
} from "./tables/split-section.js";
import { nameSplit, periodOf, titleOfSplit, withCuts } from "./tables/split-title.js";
import { citeCells } from "./tables/cite-cells.js";
import { timeline } from "./tables/years-block.js";
import { about } from "./parts/about.js";
import { withUnit } from "./parts/amount-unit.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { searchLink, type DataLink, figureLinks } from "./parts/data-links.js";
import { allFields } from "./parts/describe.js";
import { html, type Html } from "./parts/html.js";
import { type LayoutContent, licenceOf } from "./parts/layout.js";
import { linkText, withoutLinks } from "./parts/linked-text.js";
import { summarize } from "./parts/preview.js";
import type { Money } from "./parts/numbers.js";
import { queryOf } from "./parts/query.js";
import type { PageFrame } from "./parts/page-frame.js";
import type { PageLocale } from "./parts/page-locale.js";

export function datasetPage(given: DatasetPage, locale: PageLocale, frame: PageFrame): LayoutContent {
  const page = numberNotes(given);
  const { dataset, years, split, origin, choices } = page;
  const url = locale.href(dataset.html_url);
  const money = locale.numbers.money(dataset.currency, page.adjusting.unit).of(years.measures[0]);
  const paid = locale.numbers.money(dataset.currency);
  const { dataset: words } = locale.words;
  const main = html`${adjustmentNotes(locale, page.adjusting, paid)}
    ${splitSection(page, locale, { url, money, map: page.map })}
    ${planSection(locale, page.plan, money, { when: split ? periodOf(locale, page) : "", dataset: dataset.html_url, cited: citeCells(locale, page) })}
    <div class="facing">
      <section aria-labelledby="years">
        <h2 id="years">${words.yearByYear}</h2>
        ${timeline(locale, page, money, linkMembers(choices, url, statePairs(page)), citeCells(locale, page))}
      </section>
      ${waysToSplit(page, locale, url)} ${pageNotes(locale, page)} ${showSources(page, locale)}
    </div>`;
  const heading = withCuts(locale, dataset.label, page.cuts);
  const title = split ? titleOfSplit(locale, page, money.unit) : withUnit(locale, heading, money.unit);
  return {
    title: heading,
    windowTitle: title,
    summary: summarize(locale, [headlineText(locale, page, money), withoutLinks(dataset.description ?? "")]),
    picture: pictureOfSplit(locale, page, title),
    canonical: dataset.html_url,
    state: dataset.html_url + queryOfPage(page),
    cited: addressOfPage(page, dataset.html_url),
    citationFile: (suffix) => `/meta/page-citation${suffix}${queryOfPage(page)}`,
    head: html`${datasetBlock(page)}${frame.heads?.(page, dataset.html_url + queryOf([...statePairs(page), ...printChoices(choices)])) ?? []}`,
    crumbs: [datasetsCrumb(locale)],
    hero: heroOf(page, locale, url, money),
    main,
    fields: allFields(locale, dataset),
    data: [
      resourceLink(words.data.description, page),
      { label: words.data.model, urls: [["JSON", `${dataset.html_url}/model.json`]] },
      ...figureLinks(words.data.years, origin, page.flows?.figure ?? years),
      ...(split ? figureLinks(nameSplit(locale, page), origin, { ...split, ...split.crossing }) : []),
      searchLink(words.data.entries, origin, everyEntry(page), shownEntries(page)),
      fileLinks(locale, dataset.html_url),
    ],
    licence: dataset.licence,
    editor: `${dataset.html_url}/editor`,
    alternates: [...alternatesOf(page), ...(frame.alternates?.(dataset, locale.words) ?? [])],
  };
}

/** Link to the files with all entries. Texts in the CSV file are not safe in spreadsheets: its package leads to it. */
function fileLinks({ words }: PageLocale, url: string): DataLink {
  const urls = [
    [words.dataset.data.package, "datapackage.json"],
    ["NDJSON", "entries.ndjson"],
    ["Parquet", "entries.parquet"],
    ["Arrow", "entries.arrows"],
  ] as const;
  return {
    label: words.dataset.data.files,
    urls: urls.map(([format, file]) => [format, `${url}/meta/${file}`] as const),
  };
}

/** Write the head: the newest amount, how it went, its largest parts, and the ways on. */
function heroOf(page: DatasetPage, locale: PageLocale, url: string, money: Money): Html {
  const { dataset, split, choices, year } = page;
  const largest =
    split && !split.crossing && page.path.opened.length === 0
      ? largestParts(locale, split, linkRow(page, locale, url))
      : null;
  const { dataset: words } = locale.words;
  const numEntries = page.cuts.length === 0 ? dataset.num_entries : (page.flows?.figure ?? page.years).numEntries;
  return html`<div class="summary">
    <div>
      ${headline(locale, page, money)} ${scopeWarnings(locale, page)} ${about(locale, dataset.description)}
      ${cutChips(locale, page, url)}
      <p class="facts">${sayFacts(locale, dataset, year.years, numEntries)}</p>
      ${choiceLinks(locale, choicesOfPage(page), choices, url, statePairs(page))} ${switchesOfPage(locale, page, url)}
      <p class="actions">
        ${
          split
            ? html`<a class="skip" href="${url}/explore?${exploreQuery(locale, split, page)}">${words.explore}</a>`
            : html`<a class="button main" href="${url}/explore">${words.explore}</a>`
        }
        <a class="button" href="${entriesHref(dataset.html_url, locale, cutsOfEntries(page))}">${words.allEntries}</a>
        <a class="button" href="#data">${words.download}</a>
      </p>
    </div>
    <div class="beside-summary">${sparkLine(locale, page)} ${largest}</div>
  </div>`;
}

function waysToSplit(page: DatasetPage, locale: PageLocale, url: string): Html {
  const { dataset, dimensions, year } = page;
  const scope = queryOf([["year", yearToKeep(year)], ["cut", printRequested(page)], ...printKept(page)]);
  const splitting = dimensions.filter((each) => isSplitting(each, dataset.num_entries));
  return html`<section aria-labelledby="dimensions">
    <h2 id="dimensions">${locale.words.dataset.split}</h2>
    <ul class="grid">
      ${splitting.map(
        (each) =>
          html`<li>
            <a href="${locale.href(each.html_url)}${scope}" dir="auto">${each.label}</a>
            <small>${locale.numbers.count(each.num_members)}</small>
          </li> `,
      )}
    </ul>
    <p class="onward">
      <a href="${url}/dimensions">${locale.words.dataset.meanings}</a>
    </p>
  </section>`;
}

/** True unless a dimension has a number of each entry, which splits nothing; payees are listed however many they are. */
function isSplitting(dimension: CountedDescription, numEntries: number): boolean {
  const isNamed = dimension.type === "compound" || useOf(dimension) === "payee";
  return isNamed || dimension.facet || dimension.num_members < Math.max(2, numEntries);
}

/** Return the query of the search call for all entries that a page shows. */
function everyEntry(page: DatasetPage): string {
  const pairs = printSearchRequest({ ...ALL_ENTRIES, ...entriesOfCuts(cutsOfEntries(page)), pagesize: 1_000_000_000 });
  return new URLSearchParams([["dataset", page.dataset.name], ...pairs]).toString();
}

/** List what the entries that a page shows are cut to. */
function cutsOfEntries({ split, cuts, year }: DatasetPage): readonly CutClause[] {
  return split?.request.cuts ?? [...cuts.map(({ cut }) => cut), ...yearCuts(year)];
}

/** Count the entries that a page shows. */
function shownEntries({ split, years }: DatasetPage): number {
  return (split ?? years).numEntries;
}

function showSources({ dataset, sources, measures, changes }: DatasetPage, locale: PageLocale): Html {
  const { sources: words } = locale.words.dataset;
  const described = measures.filter(({ label, description }) => description !== "" && description !== label);
  return html`<section aria-labelledby="sources">
    <h2 id="sources">${words.title}</h2>
    ${dataset.licence ? licenceOf(locale, dataset.licence) : html`<p>${words.noLicence}</p>`}
    <ul class="sources">
      ${sources.map(
        ({ label, url, loaded }) =>
          html`<li>
            ${locale.fillHtml(words.loaded, {
              source: url === null ? html`<bdi>${label}</bdi>` : html`<a href="${url}"><bdi>${label}</bdi></a>`,
              day: html`<time datetime="${loaded}">${locale.dates.day(loaded)}</time>`,
            })}
          </li> `,
      )}
    </ul>
    <p>
      <a href="${locale.href(`${dataset.html_url}/sources`)}">${words.history}</a> ·
      <a href="${locale.href(`${dataset.html_url}/meta/versions`)}">${words.versions}</a>
      ${changes === null ? null : html`· <a href="${locale.href(changes)}">${words.changes}</a>`}
    </p>
    ${described.map(({ label, description }) => html`<p dir="auto"><b>${label}:</b> ${linkText(description)}</p> `)}
  </section>`;
}
