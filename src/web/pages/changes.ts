import { showError } from "./parts/show-error.js";
import { isDecimal } from "../../core/model/values/decimal.js";
import type { ChangesPage, ChangeSums, ComparedVersion } from "../../calls/reading/changes/changes-page.js";
import type { ChangedCell, SplitChanges } from "../../calls/reading/changes/split-changes.js";
import type { ChangeDescription } from "../../calls/reading/changes/write-changes.js";
import { alternatesOf, resourceLink } from "./parts/alternates.js";
import { datasetsCrumb } from "./parts/crumbs.js";
import { html, type Html } from "./parts/html.js";
import { keyFacts } from "./parts/key-facts.js";
import type { LayoutContent } from "./parts/layout.js";
import type { PageLocale } from "./parts/page-locale.js";
import { table } from "./parts/table.js";

/** Fields that tell an entry apart in a list. */
const SHOWN_FIELDS = 2;

/** Show what changed between two versions of a dataset: sums, parts by their difference, and the entries. */
export function changesPage(page: ChangesPage, locale: PageLocale): LayoutContent {
  const { dataset, versions, warnings, model, sums, numChanges } = page;
  const { before, after } = versions;
  const own = page.url.slice(0, -"/meta/changes".length);
  const day = (loaded: string): string => locale.dates.day(loaded);
  const { changes: words, versions: crumb } = locale.words.versions;
  const numbers = { before: String(before.number), after: String(after.number) };
  const title = locale.fill(words.title, numbers);
  const between = locale.fillHtml(words.between, {
    earlier: (inner) => html`<a href="${locale.href(before.html_url)}">${inner}</a>`,
    beforeNumber: numbers.before,
    beforeDay: html`${day(before.loaded)}${nameNote(before.note)}`,
    later: (inner) => html`<a href="${locale.href(after.html_url)}">${inner}</a>`,
    afterNumber: numbers.after,
    afterDay: html`${day(after.loaded)}${nameNote(after.note)}`,
  });
  const main = html`${warnings.map((each) => html`<p class="note" dir="auto">${showError(locale, each)}.</p> `)}
    <p>
      ${page.cut === "" ? between : locale.fillHtml(words.cut, { versions: between, cut: html`<code dir="ltr">${page.cut}</code>` })}
    </p>
    ${keyFacts([
      { label: words.kinds.added, value: locale.numbers.count(sums.added.numEntries) },
      { label: words.kinds.removed, value: locale.numbers.count(sums.removed.numEntries) },
      { label: words.kinds.changed, value: locale.numbers.count(sums.changed.after.numEntries) },
      { label: words.unchanged, value: locale.numbers.count(sums.unchanged.numEntries) },
    ])}
    ${sumsTable(page, locale)} ${modelSection(locale, model)} ${changesSplitSection(splitOf(page, locale), locale)}
    ${entriesSection(page, locale, numChanges)}`;
  return {
    title,
    windowTitle: locale.fill(words.of, { change: title, dataset: dataset.label }),
    summary: locale.fill(words.summary, {
      title,
      dataset: dataset.label,
      added: sums.added.numEntries,
      removed: sums.removed.numEntries,
      changed: sums.changed.after.numEntries,
    }),
    crumbs: [datasetsCrumb(locale), { label: dataset.label, url: own }, { label: crumb, url: `${own}/meta/versions` }],
    main,
    data: [resourceLink(locale.words.versions.changed, page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

function splitOf(page: ChangesPage, locale: PageLocale): ShownSplit {
  const { split, measures, dataset, versions } = page;
  const head = ({ number }: ComparedVersion): string =>
    locale.fill(locale.words.versions.changes.versionNumber, { number: String(number) });
  return {
    split,
    measure: measures[0]?.label,
    currency: dataset.currency,
    versions: [head(versions.before), head(versions.after)],
    linkTo: (cut) => linkCut(page, cut),
  };
}

function nameNote(note: string | null): Html | null {
  return note === null ? null : html` (<bdi>${note}</bdi>)`;
}

/** Write the sums so that they can be checked: what was there, what came and went, and what is there now. */
function sumsTable({ dataset, measures, sums, versions }: ChangesPage, locale: PageLocale): Html | null {
  if (measures.length === 0) return null;
  const { changes: words, entries } = locale.words.versions;
  const money = locale.numbers.money(dataset.currency);
  const row = (label: string, sign: string, { numEntries, sums: of }: ChangeSums): Html =>
    html`<tr>
      <th scope="row">${label}</th>
      <td class="number">${numEntries === 0 ? "" : sign}${locale.numbers.count(numEntries)}</td>
      ${of.map((sum, at) => html`<td class="number">${signed(sign, sum, money.of(measures[at]).exact)}</td> `)}
    </tr> `;
  return html`<section aria-labelledby="sums">
    <h2 id="sums">${words.sums}</h2>
    ${table(
      words.sumsCaption,
      ["", { ofNumbers: entries }, ...measures.map(({ label }) => ({ ofNumbers: label }))],
      [
        row(locale.fill(words.versionNumber, { number: String(versions.before.number) }), "", sums.before),
        row(words.kinds.removed, "−", sums.removed),
        row(words.changedBefore, "−", sums.changed.before),
        row(words.changedAfter, "+", sums.changed.after),
        row(words.kinds.added, "+", sums.added),
        row(locale.fill(words.versionNumber, { number: String(versions.after.number) }), "", sums.after),
      ],
    )}
  </section>`;
}

/** Write an amount that is added or taken away; nothing at all has no sign. */
export function signed(sign: string, sum: string, write: (text: string) => string): string {
  if (sign === "" || /^[-0.]*$/.test(sum)) return write(sum);
  const isNegative = sum.startsWith("-");
  const shown = write(isNegative ? sum.slice(1) : sum);
  return `${isNegative === (sign === "+") ? "−" : "+"}${shown}`;
}

/** List what differs between models. */
export function modelSection({ words }: PageLocale, model: readonly string[]): Html | null {
  if (model.length === 0) return null;
  return html`<section aria-labelledby="model">
    <h2 id="model">${words.versions.changes.model}</h2>
    <ul>
      ${model.map((each) => html`<li>${each}</li> `)}
    </ul>
  </section>`;
}

/** The split of a difference on a page, and what the page says about its amounts. */
export interface ShownSplit {
  readonly split: SplitChanges | null;
  /** Label of the measure. */
  readonly measure: string | undefined;
  readonly currency: string | null;
  /** Heads of the columns of both versions. */
  readonly versions: readonly [before: string, after: string];
  /** Return the address of the page of a cell. */
  readonly linkTo: (cut: string | null) => string;
}

/** Show the members whose sums differ. */
export function changesSplitSection(
  { split, measure, currency, versions, linkTo }: ShownSplit,
  locale: PageLocale,
): Html | null {
  const differing = split?.cells.filter(({ difference }) => Number(difference) !== 0) ?? [];
  if (!split || measure === undefined || differing.length === 0) return null;
  const { changes: words } = locale.words.versions;
  const money = locale.numbers.money(currency);
  const row = ({ label, cut, before, after, difference }: ChangedCell): Html =>
    html`<tr>
      <th scope="row" dir="auto">
        ${label === null ? html`<i>${words.noValue}</i>` : html`<a href="${locale.href(linkTo(cut))}">${label}</a>`}
      </th>
      <td class="number">${money.exact(before)}</td>
      <td class="number">${money.exact(after)}</td>
      <td class="number">${signed("+", difference, money.exact)}</td>
    </tr> `;
  return html`<section aria-labelledby="parts">
    <h2 id="parts">${locale.fill(words.by, { dimension: locale.within(split.label) })}</h2>
    ${table(
      locale.fill(words.byCaption, { measure, dimension: locale.within(split.label) }),
      [split.label, ...versions.map((each) => ({ ofNumbers: each })), { ofNumbers: words.difference }],
      differing.map(row),
    )}
  </section>`;
}

function linkCut({ url, query, cut }: ChangesPage, more: string | null): string {
  const cuts = [cut, more ?? ""].filter((each) => each !== "").join("|");
  return `${url}${query}${cuts === "" ? "" : `&cut=${encodeURIComponent(cuts)}`}`;
}

function entriesSection(page: ChangesPage, locale: PageLocale, numChanges: number): Html {
  const { entries, shown, labels, measures, nextPage } = page;
  const { changes: words } = locale.words.versions;
  if (numChanges === 0) return html`<p>${words.none}</p>`;
  const fields = shown.slice(0, SHOWN_FIELDS);
  const next = nextPage === undefined ? null : `${linkCut(page, null)}&page=${nextPage}`;
  return html`<section aria-labelledby="entries">
    <h2 id="entries">${words.entries}</h2>
    ${table(
      words.entriesCaption,
      [
        words.change,
        words.entry,
        ...fields.map((name) => labels.get(name) ?? name),
        ...measures.map(({ label }) => ({ ofNumbers: label })),
        words.fields,
      ],
      entries.map((entry) => entryRow(page, locale, entry, fields)),
    )}
    ${next && html`<p><a rel="next" href="${locale.href(next)}">${words.more}</a></p>`}
  </section>`;
}

function entryRow(page: ChangesPage, locale: PageLocale, entry: ChangeDescription, shown: readonly string[]): Html {
  const { measures, labels, dataset } = page;
  const money = locale.numbers.money(dataset.currency);
  const { change, fields, before, after } = entry;
  const { changes: words } = locale.words.versions;
  const write = (value: unknown): string => textOf(locale, value);
  const now = (after ?? before)!;
  const others = fields.filter((name) => !shown.includes(name) && measures.every((each) => each.name !== name));
  const both = (name: string, print: (value: unknown) => string): Html | string => {
    const [was, is] = [before?.[name], after?.[name]];
    if (change !== "changed" || !fields.includes(name)) return print(now[name]);
    return html`<del>${print(was)}</del> → <ins>${print(is)}</ins>`;
  };
  return html`<tr>
    <td>${words.kinds[change]}</td>
    <td><a href="${locale.href(now.html_url)}">${entry.id.slice(0, 8)}</a></td>
    ${shown.map((name) => html`<td dir="auto">${both(name, write)}</td> `)}
    ${measures.map(({ name, unit }) => html`<td class="number">${both(name, (value) => (isDecimal(value) ? money.of({ unit }).exact(value) : ""))}</td> `)}
    <td dir="auto">
      ${others.map((name, at) => html`${at === 0 ? "" : "; "}${labels.get(name) ?? name}: ${both(name, write)}`)}
    </td>
  </tr> `;
}

/** Write a member by its label, or a value. */
function textOf({ words }: PageLocale, value: unknown): string {
  const { noValue } = words.versions.changes;
  if (value === null || value === undefined) return noValue;
  if (typeof value !== "object") return String(value);
  const { label, name } = value as Readonly<Record<string, unknown>>;
  return String(label ?? name ?? noValue);
}
