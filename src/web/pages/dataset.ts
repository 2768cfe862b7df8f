import { ALL_ENTRIES, entriesOfCuts, printSearchRequest } from "../../core/query/search/request.js";
import type { CutClause } from "../../core/query/syntax/cut-clause.js";
import { yearCuts } from "../../calls/views/pages/years.js";
import type { DatasetPage } from "../../calls/views/resources/dataset.js";
import { datasetBlock } from "./dataset-block.js";
import { adjustmentNotes } from "./tables/adjustment-switches.js";
import { choiceLinks, linkMembers, printChoices, printKept } from "./tables/choice-links.js";
import { headline, headlineText } from "./tables/headline.js";
import { largestParts } from "./tables/largest-parts.js";
import { scopeWarnings } from "./tables/scope-warnings.js";
import { numberNotes, pageNotes } from "./tables/page-notes.js";
import { entriesHref, yearToKeep } from "./tables/row-links.js";
import { sparkLine } from "./tables/spark-line.js";
import { pictureOfSplit } from "./tables/picture-of-split.js";
import { planSection } from "./tables/plan-section.js";
import {
  choicesOfPage,
  citedAddress,
  cutChips,
  exploreQuery,
  linkRow,
  nameSplit,
  periodOf,
  printRequested,
  splitSection,
  statePairs,
  switchesOfPage,
} from "./tables/split-section.js";
import { timeline } from "./tables/years-block.js";
import { about } from "./parts/about.js";
import { withUnit } from "./parts/amount-unit.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { searchLink, type DataLink, figureLinks } from "./parts/data-links.js";
import { allFields } from "./parts/describe.js";
import { html, type Html } from "./parts/html.js";
import { isolate } from "./parts/isolate.js";
import { type LayoutContent, licenceOf } from "./parts/layout.js";
import { linkText, withoutLinks } from "./parts/linked-text.js";
import { summarize } from "./parts/preview.js";
import type { Money } from "./parts/numbers.js";
import { queryOf } from "./parts/query.js";
import type { PageFrame } from "./parts/page-frame.js";
import type { PageReader } from "./parts/reader.js";

export function datasetPage(given: DatasetPage, reader: PageReader, frame: PageFrame): LayoutContent {
  const page = numberNotes(given);
  const { dataset, years, split, origin, choices } = page;
  const url = reader.href(dataset.html_url);
  const money = reader.numbers.money(dataset.currency, page.adjusting.unit);
  const paid = reader.numbers.money(dataset.currency);
  const main = html`${adjustmentNotes(reader, page.adjusting, paid)}
    ${splitSection(page, reader, { url, money, map: page.map })}
    ${planSection(reader, page.plan, money, { when: split ? periodOf(page) : "", explorer: `${url}/explore` })}
    <section aria-labelledby="years">
      <h2 id="years">Year by year</h2>
      ${timeline(reader, page, money, linkMembers(choices, url, statePairs(page)))}
    </section>
    ${waysToSplit(page, reader, url)} ${pageNotes(page)} ${showSources(page, reader)}`;
  const shown = split ? `${nameSplit(page)}${periodOf(page)} – ${isolate(dataset.label)}` : dataset.label;
  const title = withUnit(shown, money.unit);
  return {
    title: dataset.label,
    windowTitle: title,
    summary: summarize([headlineText(reader, page, money), withoutLinks(dataset.description ?? "")]),
    picture: pictureOfSplit(reader, page, title),
    canonical: dataset.html_url,
    ...citedAddress(page, dataset.html_url),
    head: html`${datasetBlock(page)}${frame.heads?.(page, dataset.html_url + queryOf([...statePairs(page), ...printChoices(choices)])) ?? []}`,
    crumbs: [datasetsCrumb(reader)],
    hero: heroOf(page, reader, url, money),
    main,
    fields: allFields(dataset),
    data: [
      resourceLink("Description of the dataset", page),
      { label: "Model", urls: [["JSON", `${dataset.html_url}/model.json`]] },
      ...figureLinks("Totals by year", origin, page.flows?.figure ?? years),
      ...(split ? figureLinks(nameSplit(page), origin, { ...split, ...split.trend }) : []),
      searchLink("All entries", origin, everyEntry(page), shownEntries(page)),
      fileLinks(dataset.html_url),
    ],
    licence: dataset.licence,
    editor: `${dataset.html_url}/editor`,
    alternates: [...alternatesOf(page), ...(frame.alternates?.(dataset) ?? [])],
  };
}

/** Link to the files with all entries. Texts in the CSV file are not safe in spreadsheets: its package leads to it. */
function fileLinks(url: string): DataLink {
  const urls = [
    ["Data package", "datapackage.json"],
    ["NDJSON", "entries.ndjson"],
    ["Parquet", "entries.parquet"],
    ["Arrow", "entries.arrows"],
  ] as const;
  return { label: "Files", urls: urls.map(([format, file]) => [format, `${url}/meta/${file}`] as const) };
}

/** Write the head: the newest amount, how it went, its largest parts, and the ways on. */
function heroOf(page: DatasetPage, reader: PageReader, url: string, money: Money): Html {
  const { dataset, split, choices, year } = page;
  const largest =
    split && !split.trend && page.path.opened.length === 0
      ? largestParts(reader, split, linkRow(page, reader, url))
      : null;
  const years = year.years.length > 1 ? `${year.years[0]} – ${year.years.at(-1)}` : year.years[0];
  const { count } = reader.numbers;
  const numEntries = page.cuts.length === 0 ? dataset.num_entries : (page.flows?.figure ?? page.years).numEntries;
  const facts = [
    `${count(numEntries)} ${numEntries === 1 ? "entry" : "entries"}`,
    years,
    dataset.category,
    dataset.territories.join(", "),
  ].filter(Boolean);
  return html`<div class="summary">
    <div>
      ${headline(reader, page, money)} ${scopeWarnings(page)} ${about(dataset.description)} ${cutChips(page, url)}
      <p class="facts">${facts.join(" · ")}</p>
      ${choiceLinks(choicesOfPage(page), choices, url, statePairs(page))} ${switchesOfPage(page, url)}
      <p class="actions">
        <a class="button main" href="${url}/explore${split ? `?${exploreQuery(reader, split, page)}` : ""}">Explore</a>
        <a class="button" href="${entriesHref(dataset.html_url, reader, cutsOfEntries(page))}">All entries</a>
        <a class="button" href="#data">Download</a>
      </p>
    </div>
    <div class="beside-summary">${sparkLine(page)} ${largest}</div>
  </div>`;
}

function waysToSplit(page: DatasetPage, reader: PageReader, url: string): Html {
  const { dataset, dimensions, year } = page;
  const scope = queryOf([["year", yearToKeep(year)], ["cut", printRequested(page)], ...printKept(page)]);
  // A number of each entry splits nothing.
  const splitting = dimensions.filter((each) => each.num_members < Math.max(2, dataset.num_entries) || each.facet);
  return html`<section aria-labelledby="dimensions">
    <h2 id="dimensions">Ways to split it</h2>
    <ul class="grid">
      ${splitting.map(
        (each) =>
          html`<li>
            <a href="${reader.href(each.html_url)}${scope}" dir="auto">${each.label}</a>
            <small>${reader.numbers.count(each.num_members)}</small>
          </li> `,
      )}
    </ul>
    <p class="onward">
      <a href="${url}/dimensions">What each of them means</a>
    </p>
  </section>`;
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

function showSources({ dataset, sources, measures, changes }: DatasetPage, reader: PageReader): Html {
  const described = measures.filter(({ label, description }) => description !== "" && description !== label);
  return html`<section aria-labelledby="sources">
    <h2 id="sources">Sources and licence</h2>
    ${dataset.licence ? licenceOf(reader, dataset.licence) : html`<p>No licence is given.</p>`}
    <ul class="sources">
      ${sources.map(
        ({ label, url, loaded }) =>
          html`<li>
            ${url === null ? html`<bdi>${label}</bdi>` : html`<a href="${url}"><bdi>${label}</bdi></a>`}, loaded
            <time datetime="${loaded}">${reader.dates.day(loaded)}</time>
          </li> `,
      )}
    </ul>
    <p>
      <a href="${reader.href(`${dataset.html_url}/sources`)}">Sources and their load history</a> ·
      <a href="${reader.href(`${dataset.html_url}/meta/versions`)}">Versions</a>
      ${changes === null ? null : html`· <a href="${reader.href(changes)}">What changed</a>`}
    </p>
    ${described.map(({ label, description }) => html`<p dir="auto"><b>${label}:</b> ${linkText(description)}</p> `)}
  </section>`;
}
