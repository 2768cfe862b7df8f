import type { VersionDescription } from "../../calls/reading/changes/describe-version.js";
import type { VersionsPage } from "../../calls/reading/changes/versions.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { html, type Html } from "./parts/html.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageReader } from "./parts/reader.js";
import { table } from "./parts/table.js";

/** The versions of a dataset, the newest first. */
export function versionsPage(page: VersionsPage, reader: PageReader): LayoutContent {
  const { dataset, versions, measures } = page;
  const heads = [
    "Version",
    "Published",
    { ofNumbers: "Entries" },
    ...measures.map(({ label }) => ({ ofNumbers: label })),
    "Note",
    "Files",
    "",
  ];
  return {
    title: `Versions of ${dataset.label}`,
    summary: `Every publication of ${dataset.label}, and what changed from one to the next.`,
    crumbs: [datasetsCrumb(reader), { label: dataset.label, url: dataset.html_url }],
    main: html`<p>
        Every load that changed something is a version of its own. Its address stays the same, so that a figure can be
        cited and found again.
        ${page.alternates.includes("atom") ? html`<a href="${reader.href(`${page.url}.atom`)}">Follow new versions</a> with a feed reader.` : null}
      </p>
      ${table(
        `Versions of ${dataset.label}`,
        heads,
        versions.map((version, at) => versionRow(page, reader, version, versions[at + 1])),
      )}`,
    data: [resourceLink("Versions", page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

function versionRow(
  { dataset, measures }: VersionsPage,
  reader: PageReader,
  version: VersionDescription,
  before: VersionDescription | undefined,
): Html {
  const { version: number, loaded, num_entries: entries, totals, note, kept, restored } = version;
  const money = reader.numbers.money(dataset.currency);
  const changes = `${dataset.html_url}/meta/changes?from=${before?.version}&to=${number}`;
  return html`<tr>
    <td>${kept ? html`<a href="${reader.href(version.html_url)}">${number}</a>` : number}</td>
    <td><time datetime="${loaded}">${reader.dates.day(loaded)}</time></td>
    <td class="number">${reader.numbers.count(entries)}</td>
    ${measures.map(({ name }) => html`<td class="number">${totals?.[name] === undefined ? "" : money.exact(totals[name])}</td> `)}
    <td dir="auto">${note}${restored === null ? null : html` <small>Restores version ${restored}</small>`}</td>
    <td>${version.sources.map(({ url }, at) => html`${at === 0 ? "" : ", "}<bdi>${url}</bdi>`)}</td>
    <td>
      ${!kept ? "No longer kept" : before?.kept ? html`<a href="${reader.href(changes)}">What changed</a>` : null}
    </td>
  </tr> `;
}
