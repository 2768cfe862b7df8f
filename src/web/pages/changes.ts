import { isDecimal } from "../../core/model/values/decimal.js";
import type { ChangedCell, ChangesPage, ChangeSums } from "../../calls/reading/changes/changes-page.js";
import type { ChangeDescription } from "../../calls/reading/changes/write-changes.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { html, type Html } from "./parts/html.js";
import { keyFacts } from "./parts/key-facts.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageReader } from "./parts/reader.js";
import { table } from "./parts/table.js";

/** Fields that tell an entry apart in a list. */
const SHOWN_FIELDS = 2;

const KINDS = { added: "Added", removed: "Removed", changed: "Changed" } as const;

/** Show what changed between two versions of a dataset: sums, parts by their difference, and the entries. */
export function changesPage(page: ChangesPage, reader: PageReader): LayoutContent {
  const { dataset, versions, warnings, model, sums, numChanges } = page;
  const { before, after } = versions;
  const own = page.url.slice(0, -"/meta/changes".length);
  const day = (loaded: string): string => reader.dates.day(loaded);
  const title = `What changed from version ${before.number} to ${after.number}`;
  const main = html`${warnings.map((each) => html`<p class="note">${each}.</p> `)}
    <p>
      <a href="${reader.href(before.html_url)}">Version ${before.number}</a> of
      ${day(before.loaded)}${nameNote(before.note)},
      <a href="${reader.href(after.html_url)}">version ${after.number}</a> of
      ${day(after.loaded)}${nameNote(after.note)}
      ${page.cut === "" ? null : html`– only entries with <code dir="ltr">${page.cut}</code>`}
    </p>
    ${keyFacts([
      { label: KINDS.added, value: reader.numbers.count(sums.added.numEntries) },
      { label: KINDS.removed, value: reader.numbers.count(sums.removed.numEntries) },
      { label: KINDS.changed, value: reader.numbers.count(sums.changed.after.numEntries) },
      { label: "Unchanged", value: reader.numbers.count(sums.unchanged.numEntries) },
    ])}
    ${sumsTable(page, reader)} ${modelSection(model)} ${splitSection(page, reader)}
    ${entriesSection(page, reader, numChanges)}`;
  return {
    title,
    windowTitle: `${title} – ${dataset.label}`,
    summary: `${title} of ${dataset.label}: ${sums.added.numEntries} entries added, ${sums.removed.numEntries} removed, ${sums.changed.after.numEntries} changed.`,
    crumbs: [
      datasetsCrumb(reader),
      { label: dataset.label, url: own },
      { label: "Versions", url: `${own}/meta/versions` },
    ],
    main,
    data: [resourceLink("What changed", page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

function nameNote(note: string | null): Html | null {
  return note === null ? null : html` (<bdi>${note}</bdi>)`;
}

/** Write the sums so that they can be checked: what was there, what came and went, and what is there now. */
function sumsTable({ dataset, measures, sums, versions }: ChangesPage, reader: PageReader): Html | null {
  if (measures.length === 0) return null;
  const money = reader.numbers.money(dataset.currency);
  const row = (label: string, sign: string, { numEntries, sums: of }: ChangeSums): Html =>
    html`<tr>
      <th scope="row">${label}</th>
      <td class="number">${sign}${reader.numbers.count(numEntries)}</td>
      ${of.map((sum) => html`<td class="number">${signed(sign, sum, money.exact)}</td> `)}
    </tr> `;
  return html`<section aria-labelledby="sums">
    <h2 id="sums">The sums</h2>
    ${table(
      "Sums of both versions, and of what is between them",
      ["", { ofNumbers: "Entries" }, ...measures.map(({ label }) => ({ ofNumbers: label }))],
      [
        row(`Version ${versions.before.number}`, "", sums.before),
        row("Removed", "−", sums.removed),
        row("Changed, before", "−", sums.changed.before),
        row("Changed, after", "+", sums.changed.after),
        row("Added", "+", sums.added),
        row(`Version ${versions.after.number}`, "", sums.after),
      ],
    )}
  </section>`;
}

/** Write an amount that is added or taken away. */
function signed(sign: string, sum: string, write: (text: string) => string): string {
  if (sign === "") return write(sum);
  const isNegative = sum.startsWith("-");
  const shown = write(isNegative ? sum.slice(1) : sum);
  return `${isNegative === (sign === "+") ? "−" : "+"}${shown}`;
}

function modelSection(model: readonly string[]): Html | null {
  if (model.length === 0) return null;
  return html`<section aria-labelledby="model">
    <h2 id="model">The model</h2>
    <ul>
      ${model.map((each) => html`<li>${each}</li> `)}
    </ul>
  </section>`;
}

function splitSection(page: ChangesPage, reader: PageReader): Html | null {
  const { split, measures, dataset, versions } = page;
  const differing = split?.cells.filter(({ difference }) => Number(difference) !== 0) ?? [];
  if (!split || differing.length === 0) return null;
  const money = reader.numbers.money(dataset.currency);
  const row = ({ label, cut, before, after, difference }: ChangedCell): Html =>
    html`<tr>
      <th scope="row" dir="auto">
        ${label === null ? html`<i>no value</i>` : html`<a href="${reader.href(linkCut(page, cut))}">${label}</a>`}
      </th>
      <td class="number">${money.exact(before)}</td>
      <td class="number">${money.exact(after)}</td>
      <td class="number">${signed("+", difference, money.exact)}</td>
    </tr> `;
  return html`<section aria-labelledby="parts">
    <h2 id="parts">By ${split.label}</h2>
    ${table(
      `${measures[0]!.label} of both versions by ${split.label}, the largest increase first`,
      [
        split.label,
        { ofNumbers: `Version ${versions.before.number}` },
        { ofNumbers: `Version ${versions.after.number}` },
        { ofNumbers: "Difference" },
      ],
      differing.map(row),
    )}
  </section>`;
}

function linkCut({ url, query, cut }: ChangesPage, more: string | null): string {
  const cuts = [cut, more ?? ""].filter((each) => each !== "").join("|");
  return `${url}${query}${cuts === "" ? "" : `&cut=${encodeURIComponent(cuts)}`}`;
}

function entriesSection(page: ChangesPage, reader: PageReader, numChanges: number): Html {
  const { entries, shown, labels, measures, nextPage } = page;
  if (numChanges === 0) return html`<p>No entry differs.</p>`;
  const fields = shown.slice(0, SHOWN_FIELDS);
  const next = nextPage === undefined ? null : `${linkCut(page, null)}&page=${nextPage}`;
  return html`<section aria-labelledby="entries">
    <h2 id="entries">The entries</h2>
    ${table(
      "Entries that were added, removed or changed",
      [
        "Change",
        "Entry",
        ...fields.map((name) => labels.get(name) ?? name),
        ...measures.map(({ label }) => ({ ofNumbers: label })),
        "Other fields",
      ],
      entries.map((entry) => entryRow(page, reader, entry, fields)),
    )}
    ${next && html`<p><a rel="next" href="${reader.href(next)}">More entries</a></p>`}
  </section>`;
}

function entryRow(page: ChangesPage, reader: PageReader, entry: ChangeDescription, shown: readonly string[]): Html {
  const { measures, labels, dataset } = page;
  const money = reader.numbers.money(dataset.currency);
  const { change, fields, before, after } = entry;
  const now = (after ?? before)!;
  const others = fields.filter((name) => !shown.includes(name) && measures.every((each) => each.name !== name));
  const both = (name: string, write: (value: unknown) => string): Html | string => {
    const [was, is] = [before?.[name], after?.[name]];
    if (change !== "changed" || !fields.includes(name)) return write(now[name]);
    return html`<del>${write(was)}</del> → <ins>${write(is)}</ins>`;
  };
  const amount = (value: unknown): string => (isDecimal(value) ? money.exact(value) : "");
  return html`<tr>
    <td>${KINDS[change]}</td>
    <td><a href="${reader.href(now.html_url)}">${entry.id.slice(0, 8)}</a></td>
    ${shown.map((name) => html`<td dir="auto">${both(name, textOf)}</td> `)}
    ${measures.map(({ name }) => html`<td class="number">${both(name, amount)}</td> `)}
    <td dir="auto">
      ${others.map((name, at) => html`${at === 0 ? "" : "; "}${labels.get(name) ?? name}: ${both(name, textOf)}`)}
    </td>
  </tr> `;
}

/** Write a member by its label, or a value. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "no value";
  if (typeof value !== "object") return String(value);
  const { label, name } = value as Readonly<Record<string, unknown>>;
  return String(label ?? name ?? "no value");
}
