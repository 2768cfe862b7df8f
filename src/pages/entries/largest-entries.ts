import type { DimensionDescription } from "../../api/describe/describe-dimension.js";
import type { MemberPage } from "../../api/resources/member.js";
import { entriesTable } from "./entries-table.js";
import { html, type Html } from "../parts/html.js";
import type { PageReader } from "../parts/reader.js";

/** Number of dimensions that are columns. */
const COLUMNS = 4;

/** Names of dimensions that tell whom money goes to or comes from, and for what. */
const PARTIES = /^(to|from|payee|payer|supplier|vendor|recipient|beneficiary|creditor|authority)$/i;
const PURPOSES = /purpose|description|subject|detail|text|memo|concept|project|expense/i;
/** Names of what only a program needs. */
const NUMBERS = /(^|_)(id|key|hash|row|no|nr|number|uuid|ref|reference|transaction)$/i;

/** List the largest entries of a member: date, whom it concerns and for what, and the amount. @returns `null` without any */
export function largestEntries(page: MemberPage, reader: PageReader, inYear: string): Html | null {
  const { largest, entriesUrl, choices, years } = page;
  if (largest.entries.length === 0) return null;
  const isCut = choices.some(({ chosen }) => chosen !== null);
  const all = isCut ? "All entries" : `All ${reader.numbers.count(years.numEntries)} entries`;
  return html`<section aria-labelledby="largest">
    <h2 id="largest">Largest entries${inYear}</h2>
    ${entriesTable(reader, { ...page, entries: largest.entries, fields: fieldsOf(page), caption: "Largest entries" })}
    ${entriesUrl === null ? null : html`<p><a href="${reader.href(entriesUrl)}">${all}</a></p>`}
  </section>`;
}

/** Choose the columns: dates, parties, purposes and other dimensions, and all measures. */
function fieldsOf({ dimension, measures, dimensions }: MemberPage): readonly string[] {
  const others = dimensions.filter(({ name }) => name !== dimension.name).toSorted((a, b) => rankOf(a) - rankOf(b));
  return [...others.slice(0, COLUMNS).map(({ name }) => name), ...measures.map(({ name }) => name)];
}

function rankOf({ name, label, type }: DimensionDescription): number {
  if (type === "date") return 0;
  if (PARTIES.test(name)) return 1;
  if (PURPOSES.test(name) || PURPOSES.test(label)) return 2;
  if (type === "attribute" && (NUMBERS.test(name) || NUMBERS.test(label))) return 5;
  return type === "compound" ? 3 : 4;
}
