import type { MemberPage } from "../api/resources/member.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { crumbOf, crumbOfMember, DATASETS, nameMember } from "./parts/crumbs.js";
import { callLink, figureLinks } from "./parts/data-links.js";
import { allFields } from "./parts/describe.js";
import { fieldsByUse } from "./entries/choose-fields.js";
import { entriesTable } from "./entries/entries-table.js";
import { hasAmounts } from "./figures/added-members.js";
import { figureTable } from "./figures/figure-table.js";
import { html, type Html } from "./parts/html.js";
import { keyFacts } from "./parts/key-facts.js";
import type { LayoutContent } from "./parts/layout.js";
import type { Money } from "./parts/numbers.js";
import type { PageReader } from "./parts/reader.js";
import { choiceLinks, linkMembers } from "./figures/choice-links.js";
import { nameFigure, nameSplit, choicesOfPage, splitSection, statePairs } from "./figures/split-section.js";
import { headline, notesUnderHead } from "./figures/headline.js";
import { timeline } from "./figures/years-block.js";

export function memberPage(page: MemberPage, reader: PageReader): LayoutContent {
  const { dataset, dimension, member, years, year, split, breakdowns, largest, origin, precisions, choices } = page;
  const title = nameMember(reader, dimension, member, precisions);
  const url = member.html_url === null ? "" : reader.href(member.html_url);
  const money = reader.numbers.money(dataset.currency);
  const inYear = year.chosen === null ? "" : `, ${year.chosen}`;
  const description = typeof member["description"] === "string" ? member["description"] : "";
  const main = html`<p class="facts">
      <a href="${reader.href(dimension.html_url)}" dir="auto">${dimension.label}</a> in
      <a href="${reader.href(dataset.html_url)}" dir="auto">${dataset.label}</a>
    </p>
    ${description === "" ? null : html`<p class="lead" dir="auto">${description}</p>`}
    ${choiceLinks(choicesOfPage(page), choices, url, statePairs(page))}
    ${keyFacts([
      ...headline(reader, page, money),
      { label: "Entries", value: reader.numbers.count((page.flows?.figure ?? years).numEntries) },
    ])}
    ${notesUnderHead(page)}
    ${page.entriesUrl === null ? null : html`<p class="actions"><a class="button" href="${reader.href(page.entriesUrl)}">Entries</a></p>`}
    ${
      dimension.name === "time"
        ? null
        : html`<section aria-labelledby="years">
            <h2 id="years">Year by year</h2>
            ${timeline(reader, page, money, linkMembers(choices, url, statePairs(page)))}
          </section>`
    }
    ${splitSection(page, reader, { url, money, precisions })} ${showBreakdowns(page, reader, money, inYear)}
    ${
      largest.entries.length === 0
        ? null
        : html`<section aria-labelledby="largest">
            <h2 id="largest">Largest entries${inYear}</h2>
            ${entriesTable(reader, { ...page, entries: largest.entries, fields: fieldsByUse(page.dimensions, page.measures, dimension.name), caption: "Largest entries" })}
            ${page.entriesUrl === null ? null : html`<p><a href="${reader.href(page.entriesUrl)}">${choices.some(({ chosen }) => chosen !== null) ? "All entries" : `All ${reader.numbers.count(years.numEntries)} entries`}</a></p>`}
          </section>`
    }
    ${allFields(member)}`;
  return {
    title,
    crumbs: [DATASETS, crumbOf(dataset), page.parent ? crumbOfMember(page.parent) : crumbOf(dimension)],
    main,
    data: [
      resourceLink("Description of the member", page),
      ...figureLinks("Totals by year", origin, page.flows?.figure ?? years),
      ...(split ? figureLinks(nameSplit(page), origin, split) : []),
      ...breakdowns.flatMap((figure) => figureLinks(nameFigure(figure), origin, figure)),
      callLink("Entries, largest first", origin, "search", largest.query),
    ],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

function showBreakdowns(page: MemberPage, reader: PageReader, money: Money, inYear: string): Html | null {
  const { breakdowns, leftOut, precisions } = page;
  // A breakdown into one part shows nothing new.
  const splitting = breakdowns.filter(({ numCells, ...figure }) => numCells > 1 && hasAmounts(figure));
  if (splitting.length === 0 && leftOut.length === 0) return null;
  return html`<section aria-labelledby="breakdowns">
    <h2 id="breakdowns">Other ways to split it${inYear}</h2>
    <div class="columns">
      ${splitting.map((figure) => figureTable(reader, figure, { caption: nameFigure(figure), money, precisions, isKey: false }))}
    </div>
    ${
      leftOut.length === 0
        ? null
        : html`<p class="note">
            Not shown here:
            ${leftOut.map(({ label, html_url: url }, at) => html`${at === 0 ? "" : ", "}<a href="${reader.href(url)}" dir="auto">${label}</a>`)}.
          </p>`
    }
  </section>`;
}
