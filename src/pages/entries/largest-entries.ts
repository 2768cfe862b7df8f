import type { DimensionDescription } from "../../api/describe/describe-dimension.js";
import type { MemberPage } from "../../api/resources/member.js";
import { entriesTable } from "./entries-table.js";
import { YEAR } from "../../api/pages/years.js";
import { printCuts } from "../../query/syntax/cut-clause.js";
import { queryOf } from "../parts/query.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";

/** Number of dimensions that are columns. */
const COLUMNS = 4;

/** Names of dimensions that tell whom money goes to or comes from, and for what. */
const PARTIES = /^(to|from|payee|payer|supplier|vendor|recipient|beneficiary|creditor|authority)$/i;
const PURPOSES = /purpose|description|subject|detail|text|memo|concept|project|expense/i;
/** Rank of numbers of entries, which are no columns. */
const NUMBER = 5;
/** Names of what only a program needs. */
const NUMBERS = /(^|_)(id|key|hash|row|no|nr|number|uuid|ref|reference|transaction)$/i;

/** List the largest entries of a member: date, whom it concerns and for what, and the amount. @returns `null` without any */
export function largestEntries(page: MemberPage, reader: PageReader, inYear: string): Html | null {
  const { largest } = page;
  if (largest.entries.length === 0) return null;
  const href = shownEntriesHref(page, reader);
  const all = largest.count === 1 ? "The entry" : `All ${reader.numbers.count(largest.count)} entries`;
  return html`<section aria-labelledby="largest">
    <h2 id="largest">Largest entries${inYear}</h2>
    ${entriesTable(reader, { ...page, entries: largest.entries, fields: fieldsOf(page), caption: "Largest entries" })}
    ${href === null ? null : html`<p><a href="${href}">${all}${inYear}</a></p>`}
  </section>`;
}

/** Link to the entries of a member, of the year and the choices of its page. @returns `null` if no path leads there */
export function shownEntriesHref(
  { entriesUrl, year, choices, dimension }: MemberPage,
  reader: PageReader,
): string | null {
  if (entriesUrl === null) return null;
  const chosen = choices.flatMap(({ dimension: field, chosen: value }) =>
    value === null || field === dimension.name ? [] : [{ field, value }],
  );
  const filters = [...chosen, ...(year.chosen === null ? [] : [{ field: YEAR, value: year.chosen }])];
  return reader.href(entriesUrl) + queryOf([["filter", printCuts(filters)]]);
}

/** Choose the columns: dates, parties, purposes and other dimensions, and all measures. */
function fieldsOf({ dimension, measures, dimensions }: MemberPage): readonly string[] {
  const ranked = dimensions.filter((each) => each.name !== dimension.name && rankOf(each) < NUMBER);
  const others = ranked.toSorted((a, b) => rankOf(a) - rankOf(b));
  return [...others.slice(0, COLUMNS).map(({ name }) => name), ...measures.map(({ name }) => name)];
}

function rankOf({ name, label, type }: DimensionDescription): number {
  if (type === "date") return 0;
  if (PARTIES.test(name)) return 1;
  if (PURPOSES.test(name) || PURPOSES.test(label)) return 2;
  if (type === "attribute" && (NUMBERS.test(name) || NUMBERS.test(label))) return NUMBER;
  return type === "compound" ? 3 : 4;
}
