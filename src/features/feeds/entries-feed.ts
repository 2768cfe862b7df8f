import { currencyDecimals, MAX_FRACTION_DIGITS } from "../../core/model/currency-decimals.js";
import { type Decimal, decimalText } from "../../core/model/values/decimal.js";
import type { Value } from "../../core/model/values/value.js";
import type { Clause } from "../../core/query/clauses.js";
import type { Dataset } from "../../store/dataset.js";
import type { DatasetDates, EntriesFeed, FollowedEntry, FollowedMember } from "../../calls/feeds.js";
import { entryAmount, entryMember } from "../../calls/reading/describe/describe-entry.js";
import { orderByUse, useOf } from "../../calls/reading/describe/field-use.js";
import { nameDate } from "../../web/pages/parts/describe-key.js";
import { createLocale, type PageLocale, withFiscalYears } from "../../web/pages/parts/page-locale.js";
import { type AtomEntry, writeAtom } from "./atom.js";

/** Maximum number of entries in a feed, and of the fields in the title and in the summary of one. */
const MAX_ENTRIES = 50;
const MAX_NAMED = 2;
const MAX_FIELDS = 6;

/** The newest come first; every dataset of spending has `time`. */
const NEWEST: readonly Clause[] = [{ field: "time", value: "desc" }];

/** Write the newest matches of a search as an Atom feed. */
export async function writeEntriesFeed(
  { of, q, url, pairs, origin, datasets, find, readDates }: EntriesFeed,
  language: string,
): Promise<string> {
  const locale = createLocale(language, origin);
  const given = pairs.filter(([, value]) => value !== "").map(([name, value]): [string, string] => [name, value]);
  const text = new URLSearchParams(given).toString();
  const query = text === "" ? "" : `?${text}`;
  const isTimed = datasets.some(({ model }) => model.dimensions.some(({ name }) => name === "time"));
  const found = datasets.length === 0 ? null : await find({ order: isTimed ? NEWEST : [], pagesize: MAX_ENTRIES });
  const entries: AtomEntry[] = [];
  const dates = new Map<number, DatasetDates>();
  for (const { dataset: at, entry } of found?.entries ?? []) {
    const dataset = found!.datasets[at]!;
    const own = dates.get(at) ?? (await readDates(dataset));
    dates.set(at, own);
    entries.push(describeInFeed(withFiscalYears(locale, own.fiscal), dataset, own.precisions, entry));
  }
  const changed = datasets.reduce((last, { lastModified }) => Math.max(last, lastModified.getTime()), 0);
  return writeAtom({
    id: url + query,
    title: titleOf(locale, of, q),
    updated: new Date(changed).toISOString(),
    author: new URL(origin).host,
    self: `${url}.atom${query}`,
    page: url + query,
    entries,
  });
}

function titleOf({ words, fill }: PageLocale, of: string | null, q: string): string {
  if (of === null) return q === "" ? words.lists.newest : fill(words.search.titleFor, { words: q });
  const whole = fill(words.entries.title, { of });
  return q === "" ? whole : fill(words.entries.filter, { field: whole, value: q });
}

function describeInFeed(
  locale: PageLocale,
  dataset: Dataset,
  precisions: DatasetDates["precisions"],
  entry: FollowedEntry,
): AtomEntry {
  const { model } = dataset;
  const { label, currency } = model.dataset;
  const [measure] = model.measures;
  const amount = measure ? entryAmount(entry, measure.name) : null;
  const dimensions = orderByUse(
    model.dimensions.map(({ name, label: title, kind }) => ({ name, label: title, type: kind })),
  );
  const fields = dimensions.flatMap((field) => {
    const value = entryMember(entry, field.name);
    const text = (field.type === "date" ? dateText(locale, field.name, value, precisions) : null) ?? textOf(value);
    return text === "" || useOf(field) === "identifier" ? [] : [{ use: useOf(field), label: field.label, text }];
  });
  const named = fields.filter(({ use }) => use !== "date").slice(0, MAX_NAMED);
  const title = named.map(({ text }) => text).join(", ") || label;
  return {
    id: entry.html_url,
    title: amount ? `${title}: ${writeAmount(locale, amount, currency)}` : title,
    updated: timeOf(entry, dataset).toISOString(),
    page: entry.html_url,
    summary: [...fields.slice(0, MAX_FIELDS).map((each) => `${each.label}: ${each.text}`), label].join("; "),
  };
}

function textOf(value: FollowedMember | Value): string {
  const plain = typeof value === "object" && value !== null ? (value.label ?? value.name) : value;
  return String(plain ?? "").trim();
}

/** Write a date as precisely as its source; `null` for a day in English, whose label it has. */
function dateText(
  locale: PageLocale,
  dimension: string,
  value: FollowedMember | Value,
  precisions: DatasetDates["precisions"],
): string | null {
  const name = typeof value === "object" && value !== null ? String(value.name ?? "") : "";
  if (!/^\d{4}-\d{2}-\d{2}$/.test(name)) return null;
  if (precisions[dimension] !== "day") return nameDate(locale, dimension, name, precisions);
  return locale.spoken === "en" ? null : locale.dates.longDay(name);
}

function writeAmount({ language }: PageLocale, amount: Decimal, currency: string | null): string {
  const style = currency === null ? {} : ({ style: "currency", currency, currencyDisplay: "code" } as const);
  const digits = { minimumFractionDigits: currencyDecimals(currency), maximumFractionDigits: MAX_FRACTION_DIGITS };
  const format = new Intl.NumberFormat(language, { ...style, ...digits });
  // Spaces that do not break look odd in readers of feeds.
  return format.format(decimalText(amount) as `${number}`).replaceAll("\u00a0", " ");
}

/** Return the time of an entry, which a reload does not change: its day, or the last load if that is to come. */
function timeOf(entry: FollowedEntry, { lastModified }: Dataset): Date {
  const time = entryMember(entry, "time");
  const name = typeof time === "object" && time !== null ? String(time.name) : "";
  const day = /^\d{4}-\d{2}-\d{2}$/.test(name) ? new Date(name) : lastModified;
  return Number.isNaN(day.getTime()) || day > lastModified ? lastModified : day;
}
