import { orderByUse } from "../../api/describe/field-use.js";
import { unversionedUrl } from "../../api/describe/links.js";
import type { EntryPage } from "../../api/resources/entry.js";
import { alternatesOf, resourceLink } from "../parts/alternates.js";
import { shortAmount } from "../parts/amounts.js";
import { crumbOf, DATASETS, nameMember } from "../parts/crumbs.js";
import { allFields } from "../parts/describe.js";
import { linkKey } from "../parts/describe-key.js";
import { html, type Html } from "../parts/html.js";
import { type KeyFact, keyFacts } from "../parts/key-facts.js";
import type { LayoutContent } from "../parts/layout.js";
import type { Money } from "../parts/numbers.js";
import type { PageReader } from "../parts/reader.js";

/** Attributes that the label of a member already shows, or that are of no use to readers. */
const HIDDEN = new Set(["id", "name", "label", "html_url", "taxonomy", "color"]);

export function entryPage(page: EntryPage, reader: PageReader): LayoutContent {
  const { dataset, entry, measures, dimensions, warning } = page;
  const money = reader.numbers.money(dataset.currency);
  const main = html`${keyFacts(measures.map((each) => factOf(entry, each, money)))}
    ${warning && html`<p class="fault">${warning.inflation}. ${warning.error}.</p>`}
    <table class="record">
      <caption class="hidden">
        Fields of the entry
      </caption>
      <tbody>
        ${orderByUse(dimensions).map(
          (dimension) =>
            html`<tr>
              <th scope="row"><a href="${reader.href(dimension.html_url)}" dir="auto">${dimension.label}</a></th>
              <td>${showValue(page, reader, dimension)}</td>
            </tr> `,
        )}
      </tbody>
    </table>
    ${showSource(page, reader)} ${allFields(entry)}`;
  return {
    title: `Entry ${entry.id.slice(0, 8)}`,
    crumbs: [DATASETS, crumbOf(dataset), { label: "Entries", url: `${dataset.html_url}/entries` }],
    main,
    data: [resourceLink("The entry", page)],
    licence: dataset.licence,
    alternates: alternatesOf(page),
  };
}

/** Say which file the entry was read from, and where in it. */
function showSource({ dataset, source, row: line, entry }: EntryPage, reader: PageReader): Html | null {
  if (!source) return null;
  const { id, url, row, loaded, digest } = source;
  const place = row === null ? "" : `, record ${reader.numbers.count(row)}`;
  return html`<section aria-labelledby="source">
    <h2 id="source">Where it is from</h2>
    <p>
      <a href="${reader.href(`${unversionedUrl(dataset.html_url)}/sources/${id}`)}"><bdi>${url}</bdi></a
      >${place}${line && html` (<a href="${reader.href(`${line}?entry=${entry.id}`)}">show this row</a>)`}, loaded
      <time datetime="${loaded}">${reader.dates.day(loaded)}</time>
      ${digest === null ? null : html`<br /><small>SHA-256 <code>${digest.slice("sha-256:".length)}</code></small>`}
    </p>
  </section>`;
}

function factOf(entry: EntryPage["entry"], { name, label }: EntryPage["measures"][number], money: Money): KeyFact {
  const amount = entry[name];
  if (typeof amount !== "number") return { label, value: html`<i>no value</i>` };
  const exact = money.exact(amount);
  return { label, value: shortAmount(money, amount), ...(money.short(amount) === exact ? {} : { exact }) };
}

function showValue(
  { entry, precisions }: EntryPage,
  reader: PageReader,
  dimension: EntryPage["dimensions"][number],
): Html | null {
  const value = entry[dimension.name] ?? null;
  if (value === null) return html`<i>no value</i>`;
  if (typeof value !== "object") {
    const text = String(value);
    const isPath = text !== "" && text !== "." && text !== "..";
    return linkKey(reader, text, isPath ? `${dimension.html_url}/${encodeURIComponent(text)}` : null);
  }
  const more =
    dimension.type === "date" ? [] : Object.entries(value).filter(([key, each]) => !HIDDEN.has(key) && each !== null);
  return html`${linkKey(reader, nameMember(reader, dimension, value, precisions), value.html_url)}
  ${more.length === 0 ? null : html`<small>${more.map(([key, each], at) => html`${at === 0 ? "" : ", "}${key}: <bdi>${each}</bdi>`)}</small>`}`;
}
