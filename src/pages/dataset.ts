import type { DatasetPage } from "../api/resources/dataset.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { DATASETS } from "./parts/crumbs.js";
import { callLink, figureLinks } from "./parts/data-links.js";
import { allFields } from "./parts/describe.js";
import { html, type Html } from "./parts/html.js";
import { type KeyFact, keyFacts } from "./parts/key-facts.js";
import { type LayoutContent, licenceOf } from "./parts/layout.js";
import type { Money } from "./parts/numbers.js";
import type { PageReader } from "./parts/reader.js";
import { choiceLinks, linkMembers } from "./figures/choice-links.js";
import { nameSplit, choicesOfPage, splitSection, statePairs } from "./figures/split-section.js";
import { headline, notesUnderHead } from "./figures/headline.js";
import { timeline } from "./figures/years-block.js";

export function datasetPage(page: DatasetPage, reader: PageReader): LayoutContent {
  const { dataset, years, split, origin, dimensions, choices } = page;
  const url = reader.href(dataset.html_url);
  const money = reader.numbers.money(dataset.currency);
  const main = html`${dataset.description ? html`<p class="lead" dir="auto">${dataset.description}</p>` : null}
    ${choiceLinks(choicesOfPage(page), choices, url, statePairs(page))} ${keyFacts(factsOf(page, reader, money))}
    ${notesUnderHead(page)}
    <p class="actions">
      <a class="button" href="${url}/explore">Explore</a> <a class="button" href="${url}/entries">All entries</a>
      <a class="button" href="${url}/dimensions">Dimensions</a>
      <a class="button" href="${url}/model" data-plain="">Model</a>
    </p>
    <section aria-labelledby="years">
      <h2 id="years">Year by year</h2>
      ${timeline(reader, page, money, linkMembers(choices, url, statePairs(page)))}
    </section>
    ${splitSection(page, reader, { url, money })}
    <section aria-labelledby="dimensions">
      <h2 id="dimensions">Ways to split it</h2>
      <ul class="grid">
        ${dimensions.map(
          (each) =>
            html`<li>
              <a href="${reader.href(each.html_url)}" dir="auto">${each.label}</a>
              <small>${reader.numbers.count(each.num_members)}</small>
            </li> `,
        )}
      </ul>
    </section>
    ${showSources(page, reader)} ${allFields(dataset)}`;
  return {
    title: dataset.label,
    crumbs: [DATASETS],
    main,
    data: [
      resourceLink("Description of the dataset", page),
      { label: "Model", urls: [["JSON", `${dataset.html_url}/model.json`]] },
      ...figureLinks("Totals by year", origin, page.flows?.figure ?? years),
      ...(split ? figureLinks(nameSplit(page), origin, split) : []),
      callLink("All entries", origin, "search", everyEntry(page)),
    ],
    licence: dataset.licence,
    editor: `${dataset.html_url}/editor`,
    alternates: alternatesOf(page),
  };
}

function everyEntry({ dataset }: DatasetPage): string {
  return new URLSearchParams({ dataset: dataset.name, pagesize: "1000000000" }).toString();
}

function factsOf(page: DatasetPage, reader: PageReader, money: Money): readonly KeyFact[] {
  const { dataset } = page;
  const named = page.year.years;
  const span = named.length > 1 ? `${named[0]} – ${named.at(-1)}` : named[0];
  return [
    ...headline(reader, page, money),
    { label: "Entries", value: reader.numbers.count(dataset.num_entries) },
    ...(span === undefined ? [] : [{ label: named.length > 1 ? "Years" : "Year", value: span }]),
    ...(dataset.category === null ? [] : [{ label: "Category", value: dataset.category }]),
  ];
}

function showSources({ dataset, sources, measures }: DatasetPage, reader: PageReader): Html {
  const described = measures.filter(({ description }) => description !== "");
  return html`<section aria-labelledby="sources">
    <h2 id="sources">Sources and licence</h2>
    ${dataset.licence ? licenceOf(dataset.licence) : html`<p>No licence is given.</p>`}
    <ul class="sources">
      ${sources.map(
        ({ label, url, loaded }) =>
          html`<li>
            ${url === null ? html`<bdi>${label}</bdi>` : html`<a href="${url}"><bdi>${label}</bdi></a>`}, loaded
            <time datetime="${loaded}">${reader.dates.day(loaded)}</time>
          </li> `,
      )}
    </ul>
    <p><a href="${reader.href(`${dataset.html_url}/sources`)}">Sources and their load history</a></p>
    ${described.map(({ label, description }) => html`<p dir="auto"><b>${label}:</b> ${description}</p> `)}
  </section>`;
}
