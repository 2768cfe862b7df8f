import { currencyDecimals, MAX_FRACTION_DIGITS } from "../../../core/model/currency-decimals.js";
import { type Decimal, decimalText } from "../../../core/model/values/decimal.js";
import type { Clause } from "../../../core/query/clauses.js";
import { ALL_ENTRIES, type SearchRequest } from "../../../core/query/search/request.js";
import type { Dataset } from "../../../store/dataset.js";
import type { ChunkedBody } from "../../answer.js";
import { entryAmount, type EntryDescription, entryMember } from "../../reading/describe/describe-entry.js";
import { orderByUse, useOf } from "../../reading/describe/field-use.js";
import { type AtomEntry, writeAtom } from "../../reading/formats/atom.js";
import { findInDatasets, type NamedDatasets, type SearchScope } from "../pages/search-figure.js";

/** Maximum number of entries in a feed, and of the fields in the title and in the summary of one. */
const MAX_ENTRIES = 50;
const MAX_NAMED = 2;
const MAX_FIELDS = 6;

/** The newest come first; every dataset of spending has `time`. */
const NEWEST: readonly Clause[] = [{ field: "time", value: "desc" }];

/** The page that a feed follows. */
export interface FollowedPage {
  readonly title: string;
  /** URL without the query. */
  readonly url: string;
  /** Its parameters; empty values count as absent. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
}

/** Find the entries that a search matches, the newest first, and write them as an Atom feed. */
export async function writeEntriesFeed(
  scope: SearchScope,
  { q, fq, filters }: Pick<SearchRequest, "q" | "fq" | "filters">,
  named: NamedDatasets,
  { title, url, pairs }: FollowedPage,
): Promise<ChunkedBody> {
  const { datasets, origin } = scope;
  const given = pairs.filter(([, value]) => value !== "").map(([name, value]): [string, string] => [name, value]);
  const text = new URLSearchParams(given).toString();
  const query = text === "" ? "" : `?${text}`;
  const isTimed = datasets.some(({ model }) => model.dimensions.some(({ name }) => name === "time"));
  const request = { ...ALL_ENTRIES, q, fq, filters, order: isTimed ? NEWEST : [], pagesize: MAX_ENTRIES };
  const found = datasets.length === 0 ? null : await findInDatasets(scope, request, named);
  const changed = datasets.reduce((last, { lastModified }) => Math.max(last, lastModified.getTime()), 0);
  const feed = writeAtom({
    id: url + query,
    title,
    updated: new Date(changed).toISOString(),
    author: new URL(origin).host,
    self: `${url}.atom${query}`,
    page: url + query,
    entries: found ? found.entries.map(({ dataset, entry }) => describeInFeed(found.datasets[dataset]!, entry)) : [],
  });
  return { chunks: [feed] };
}

function describeInFeed(dataset: Dataset, entry: EntryDescription): AtomEntry {
  const { model } = dataset;
  const { label, currency } = model.dataset;
  const [measure] = model.measures;
  const amount = measure ? entryAmount(entry, measure.name) : null;
  const dimensions = orderByUse(
    model.dimensions.map(({ name, label: title, kind }) => ({ name, label: title, type: kind })),
  );
  const fields = dimensions.flatMap((field) => {
    const text = textOf(entryMember(entry, field.name));
    return text === "" || useOf(field) === "identifier" ? [] : [{ use: useOf(field), label: field.label, text }];
  });
  const named = fields.filter(({ use }) => use !== "date").slice(0, MAX_NAMED);
  const title = named.map(({ text }) => text).join(", ") || label;
  return {
    id: entry.html_url,
    title: amount ? `${title}: ${writeAmount(amount, currency)}` : title,
    updated: timeOf(entry, dataset).toISOString(),
    page: entry.html_url,
    summary: [...fields.slice(0, MAX_FIELDS).map((each) => `${each.label}: ${each.text}`), label].join("; "),
  };
}

function textOf(value: ReturnType<typeof entryMember>): string {
  const plain = typeof value === "object" && value !== null ? (value.label ?? value.name) : value;
  return String(plain ?? "").trim();
}

function writeAmount(amount: Decimal, currency: string | null): string {
  const style = currency === null ? {} : ({ style: "currency", currency, currencyDisplay: "code" } as const);
  const digits = { minimumFractionDigits: currencyDecimals(currency), maximumFractionDigits: MAX_FRACTION_DIGITS };
  const format = new Intl.NumberFormat("en", { ...style, ...digits });
  // Spaces that do not break look odd in readers of feeds.
  return format.format(decimalText(amount) as `${number}`).replaceAll("\u00a0", " ");
}

/** Return the time of an entry, which a reload does not change: its day, or the last load if that is to come. */
function timeOf(entry: EntryDescription, { lastModified }: Dataset): Date {
  const time = entryMember(entry, "time");
  const name = typeof time === "object" && time !== null ? String(time.name) : "";
  const day = /^\d{4}-\d{2}-\d{2}$/.test(name) ? new Date(name) : lastModified;
  return Number.isNaN(day.getTime()) || day > lastModified ? lastModified : day;
}
