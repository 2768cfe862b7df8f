import { isWebAddress } from "../../../core/model/values/web-address.js";
import { entryAmount, entryMember } from "../../../calls/reading/describe/describe-entry.js";
import { orderByUse, useOf } from "../../../calls/reading/describe/field-use.js";
import type { EntryPage } from "../../../calls/views/resources/entry.js";
import { shortAmount } from "../parts/amounts.js";
import { nameMember } from "../parts/crumbs.js";
import { linkKey } from "../parts/describe-key.js";
import { html, type Html } from "../parts/html.js";
import { isolate } from "../parts/isolate.js";
import { type KeyFact, keyFacts } from "../parts/key-facts.js";
import type { Money } from "../parts/numbers.js";
import type { PageLocale } from "../parts/page-locale.js";
import { enumerate } from "../parts/enumerate.js";

/** An entry with the labels of its fields. */
export type ShownEntry = Pick<EntryPage, "dataset" | "entry" | "dimensions" | "measures" | "precisions">;

/** Attributes that the label of a member already shows, or that are of no use to readers. */
const HIDDEN = new Set(["id", "name", "label", "html_url", "taxonomy", "color"]);

/** Write the amounts of an entry. */
export function entryFacts({ dataset, entry, measures }: ShownEntry, locale: PageLocale): Html | null {
  const money = locale.numbers.money(dataset.currency);
  return keyFacts(measures.map((each) => factOf(locale, entry, each, money)));
}

/** Write the members of an entry under the labels of its dimensions. */
export function entryTable(shown: ShownEntry, locale: PageLocale): Html {
  return html`<table class="record">
    <caption class="hidden">
      ${locale.words.entries.record.caption}
    </caption>
    <tbody>
      ${orderByUse(shown.dimensions).map(
        (dimension) =>
          html`<tr>
            <th scope="row"><a href="${locale.href(dimension.html_url)}" dir="auto">${dimension.label}</a></th>
            <td>${showValue(shown, locale, dimension)}</td>
          </tr> `,
      )}
    </tbody>
  </table>`;
}

/** Name an entry by what readers know it by: its payee, or else its purpose or whatever it has a text for, and its date. */
export function nameEntry(shown: ShownEntry, locale: PageLocale): string {
  const named = orderByUse(shown.dimensions).flatMap((dimension) => {
    const text = nameValue(shown, locale, dimension);
    return text === "" ? [] : [{ use: useOf(dimension), text }];
  });
  const date = named.find(({ use }) => use === "date");
  const what = named.find(({ use }) => use !== "date" && use !== "detail" && use !== "identifier");
  return what
    ? enumerate(
        locale,
        [what, ...(date ? [date] : [])].map(({ text }) => isolate(text)),
      )
    : shortId(shown, locale);
}

function shortId({ entry }: ShownEntry, { words, fill }: PageLocale): string {
  return fill(words.entries.record.number, { id: entry.id.slice(0, 8) });
}

function nameValue(
  { entry, precisions }: ShownEntry,
  locale: PageLocale,
  dimension: EntryPage["dimensions"][number],
): string {
  const value = entryMember(entry, dimension.name);
  if (value === null || typeof value !== "object") return String(value ?? "");
  return nameMember(locale, dimension, value, precisions);
}

function factOf(
  { words }: PageLocale,
  entry: EntryPage["entry"],
  { name, label, unit }: EntryPage["measures"][number],
  given: Money,
): KeyFact {
  const money = given.of({ unit });
  const amount = entryAmount(entry, name);
  if (amount === null) return { label, value: html`<i>${words.entries.record.noValue}</i>` };
  const exact = money.exact(amount);
  return { label, value: shortAmount(money, amount), ...(money.short(amount) === exact ? {} : { exact }) };
}

/** Return the address of the document that a member stands for, at its page; `null` for other members. */
function documentOf(
  { role }: EntryPage["dimensions"][number],
  { url, page }: Readonly<Record<string, unknown>>,
): string | null {
  if (role !== "document" || !isWebAddress(url)) return null;
  const number = Number(page);
  if (page === null || page === undefined || url.includes("#") || !Number.isInteger(number) || number < 1) return url;
  return `${url}#page=${number}`;
}

function showValue(
  { entry, precisions }: ShownEntry,
  locale: PageLocale,
  dimension: EntryPage["dimensions"][number],
): Html | null {
  const value = entryMember(entry, dimension.name);
  const { record } = locale.words.entries;
  if (value === null) return html`<i>${record.noValue}</i>`;
  if (typeof value !== "object") {
    const text = String(value);
    const isPath = text !== "" && text !== "." && text !== "..";
    return linkKey(locale, text, isPath ? `${dimension.html_url}/${encodeURIComponent(text)}` : null);
  }
  const more =
    dimension.type === "date" ? [] : Object.entries(value).filter(([key, each]) => !HIDDEN.has(key) && each !== null);
  const document = documentOf(dimension, value);
  return html`${document === null ? null : html`<a href="${document}">${record.document}</a> · `}${linkKey(locale, nameMember(locale, dimension, value, precisions), value.html_url)}
  ${more.length === 0 ? null : html`<small>${more.map(([key, each], at) => html`${at === 0 ? "" : ", "}${key}: <bdi>${each}</bdi>`)}</small>`}`;
}
