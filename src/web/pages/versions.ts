import type { CorrectionChange } from "../../core/model/corrections.js";
import type { VersionsPage } from "../../calls/reading/changes/versions.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageLocale } from "./parts/page-locale.js";
import { nameSource } from "./parts/source-name.js";
import { table } from "./parts/table.js";
import { enumerate, enumerateHtml } from "./parts/enumerate.js";

/** The versions of a dataset, the newest first. */
export function versionsPage(page: VersionsPage, locale: PageLocale): LayoutContent {
  const { dataset, versions, measures, addsYears } = page;
  const { versions: words, explore } = locale.words;
  const nameMeasure = (label: string): string => (addsYears ? enumerate(locale, [label, explore.allYears]) : label);
  const title = locale.fill(words.title, { dataset: dataset.label });
  const heads = [
    words.version,
    words.published,
    { ofNumbers: words.entries },
    ...measures.map(({ label }) => ({ ofNumbers: nameMeasure(label) })),
    words.note,
    words.files,
    "",
  ];
  return {
    title,
    summary: locale.fill(words.summary, { dataset: dataset.label }),
    crumbs: [datasetsCrumb(locale), { label: dataset.label, url: dataset.html_url }],
    hero: html`<p class="lead">
      ${words.lead}
      ${
        page.alternates.includes("atom")
          ? locale.fillHtml(words.follow, {
              link: (inner) => html`<a href="${locale.href(`${page.url}.atom`)}">${inner}</a>`,
            })
          : null
      }
    </p>`,
    main: html`${table(
      title,
      heads,
      versions.map((_, at) => versionRow(page, locale, at)),
    )}`,
    data: [resourceLink(words.versions, page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

function versionRow({ dataset, measures, versions, corrections }: VersionsPage, locale: PageLocale, at: number): Html {
  const [version, before] = [versions[at]!, versions[at + 1]];
  const { version: number, loaded, num_entries: entries, totals, note, kept, restored } = version;
  const money = locale.numbers.money(dataset.currency);
  const { versions: words } = locale.words;
  const changes = `${dataset.html_url}/meta/changes?from=${before?.version}&to=${number}`;
  return html`<tr>
    <td>${kept ? html`<a href="${locale.href(version.html_url)}">${number}</a>` : number}</td>
    <td><time datetime="${loaded}">${locale.dates.day(loaded)}</time></td>
    <td class="number">${locale.numbers.count(entries)}</td>
    ${measures.map(({ name, unit }) => html`<td class="number">${totals?.[name] === undefined ? "" : money.of({ unit }).exact(totals[name])}</td> `)}
    <td dir="auto">
      ${note}${restored === null ? null : html` <small>${locale.fill(words.restores, { number: String(restored) })}</small>`}
      ${nameCorrections(locale, corrections[at]!)}
    </td>
    <td>
      ${enumerateHtml(
        locale,
        version.sources.map(({ url }) => html`<bdi>${nameSource(url)}</bdi>`),
      )}
    </td>
    <td>
      ${!kept ? words.notKept : before?.kept ? html`<a href="${locale.href(changes)}">${words.changed}</a>` : null}
    </td>
  </tr> `;
}

/** Maximum number of corrections of a version that are named. */
const MAX_NAMED = 20;

/** Say what a version corrects of members. */
function nameCorrections(locale: PageLocale, changes: readonly CorrectionChange[]): Html | null {
  if (changes.length === 0) return null;
  const { corrections: words } = locale.words.versions;
  const bdi = (text: string): Html => html`<bdi>${text}</bdi>`;
  const named = changes.slice(0, MAX_NAMED).map((change) => {
    const name = bdi(change.name);
    if (change.kind === "label") {
      return change.label === null
        ? locale.fillHtml(words.labelAgain, { name })
        : locale.fillHtml(words.label, { name, label: bdi(change.label) });
    }
    return change.to === null
      ? locale.fillHtml(words.sameNoLonger, { name })
      : locale.fillHtml(words.same, { name, other: bdi(change.to) });
  });
  return html`<ul class="note" dir="auto">
    ${named.map((each) => html`<li>${each}</li> `)} ${changes.length > MAX_NAMED ? html`<li>…</li>` : null}
  </ul>`;
}
