import type { CountedChanges, UnitedChangesPage } from "../../calls/reading/changes/united-changes-page.js";
import { modelSection, type ShownSplit, signed, changesSplitSection } from "./changes.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { html, type Html } from "./parts/html.js";
import { keyFacts } from "./parts/key-facts.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageLocale } from "./parts/page-locale.js";
import { showError } from "./parts/show-error.js";
import { table } from "./parts/table.js";

/** Show what changed between versions of several datasets: sums of all, and of each, which leads to its entries. */
export function unitedChangesPage(page: UnitedChangesPage, locale: PageLocale): LayoutContent {
  const { warnings, cut, together, datasets } = page;
  const { changed: title, changes: words } = locale.words.versions;
  const names = locale.names.list(
    datasets.map(({ label }) => label),
    "and",
  );
  const { added, removed, changed, unchanged } = together;
  const { count } = locale.numbers;
  return {
    title,
    windowTitle: locale.fill(words.of, { change: title, dataset: names }),
    summary: locale.fill(words.summary, { title, dataset: names, added, removed, changed }),
    crumbs: [datasetsCrumb(locale)],
    main: html`${warnings.map((each) => html`<p class="note" dir="auto">${showError(locale, each)}.</p> `)}
      <p dir="auto">
        ${cut === "" ? names : locale.fillHtml(words.cut, { versions: names, cut: html`<code dir="ltr">${cut}</code>` })}
      </p>
      ${keyFacts([
        { label: words.kinds.added, value: count(added) },
        { label: words.kinds.removed, value: count(removed) },
        { label: words.kinds.changed, value: count(changed) },
        { label: words.unchanged, value: count(unchanged) },
      ])}
      ${datasetsTable(page, locale)} ${changesSplitSection(splitOf(page, locale), locale)}
      ${modelSection(locale, page.model)}`,
    data: [resourceLink(title, page)],
    alternates: alternatesOf(page),
  };
}

function splitOf(page: UnitedChangesPage, locale: PageLocale): ShownSplit {
  const { split, measures, currency, url, query, cut } = page;
  const { before, now } = locale.words.manage.model.clashes;
  const linkTo = (more: string | null): string => {
    const requested = new URLSearchParams(query);
    if (more !== null) requested.set("cut", cut === "" ? more : `${cut}|${more}`);
    return `${url}?${requested.toString()}`;
  };
  return { split, measure: measures[0]?.label, currency, versions: [before, now], linkTo };
}

function datasetsTable({ datasets, together, measures, currency }: UnitedChangesPage, locale: PageLocale): Html {
  const { changed: caption, versions, changes: words } = locale.words.versions;
  const { collections, explore, lists } = locale.words;
  const money = locale.numbers.money(currency);
  const numbers = ({ added, removed, changed, unchanged, differences }: CountedChanges): Html =>
    html`${[added, removed, changed, unchanged].map(
      (each) => html`<td class="number">${locale.numbers.count(each)}</td> `,
    )}
    ${differences.map(
      (each, at) =>
        html`<td class="number">
          ${each === null ? words.noValue : signed("+", each, money.of(measures[at]).exact)}
        </td> `,
    )}`;
  const version = (number: number): string => locale.fill(words.versionNumber, { number: String(number) });
  const rows = datasets.map(
    (each) =>
      html`<tr>
        <th scope="row"><a href="${locale.href(each.html_url)}" dir="auto">${each.label}</a></th>
        <td>${version(each.from)} – ${version(each.to)}</td>
        ${numbers(each)}
      </tr> `,
  );
  const total = html`<tr>
    <th scope="row">${locale.fill(lists.datasets, { count: datasets.length })}</th>
    <td></td>
    ${numbers(together)}
  </tr> `;
  const heads = [words.kinds.added, words.kinds.removed, words.kinds.changed, words.unchanged];
  const differences = measures.map(({ label }) => locale.fill(explore.fact, { label, value: words.difference }));
  return html`<section aria-labelledby="datasets">
    <h2 id="datasets">${collections.members}</h2>
    ${table(
      caption,
      [collections.dataset, versions, ...[...heads, ...differences].map((each) => ({ ofNumbers: each }))],
      [...rows, total],
    )}
  </section>`;
}
