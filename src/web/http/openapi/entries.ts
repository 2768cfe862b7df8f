import { ENTRY_SOURCE_SCHEMA } from "../../../calls/reading/describe/entry-source.js";
import type { RouteDescription } from "./description.js";
import { ENTRIES_LISTED } from "./page-parameters.js";
import { INFLATE, PROVENANCE } from "./parameters.js";
import { described, refer, type Schema, URL } from "../../../calls/schema.js";

/** Programs are redirected to the search call. */
const SEARCH = { to: "Redirects to the search call and keeps the query.", formats: ["json", "csv", "xlsx"] } as const;

/** Description of the entries as a feed. */
const FEED = "The newest 50 matches, to follow the search by; it takes the filters of the page (RFC 4287).";

export const LIST_ENTRIES: RouteDescription = {
  id: "listEntries",
  tag: "Resources",
  summary: "List the entries of a dataset",
  details:
    "A page for readers; JSON, CSV, XLSX and Atom are those of a search of this dataset, whose parameters it takes.",
  parameters: ENTRIES_LISTED,
  paged: true,
  redirect: SEARCH,
  bodies: { atom: FEED },
};

export const LIST_MEMBER_ENTRIES: RouteDescription = {
  id: "listMemberEntries",
  tag: "Resources",
  summary: "List the entries of a member",
  details: "The same as the entries of the dataset with a cut on this member.",
  parameters: ENTRIES_LISTED,
  paged: true,
  redirect: SEARCH,
  bodies: { atom: FEED },
};

export const SHOW_ENTRY: RouteDescription = {
  id: "showEntry",
  tag: "Resources",
  summary: "Read an entry: every measure and every attribute of every dimension",
  details: "Measures have all their digits; compound dimensions are objects with their attributes.",
  parameters: [INFLATE, PROVENANCE],
  json: refer("Entry"),
  bodies: {
    csv: "A header and one record: `id`, then dimensions (columns `dimension.attribute`) and measures in the order of the mapping; amounts with all digits.",
  },
};

/** The warning that amounts are nominal, unless the model has a field of this name. */
const WARNING: Schema = { anyOf: [refer("InflationWarning"), refer("Member"), refer("Value")] };

/** Only with `provenance=true`, unless the model has a field of this name. */
const SOURCE: Schema = {
  anyOf: [refer("EntrySource"), { type: "null" }, refer("Member"), refer("Value")],
  description: "Where the entry was read from; only with `provenance=true`, unless a field is called so.",
};

export const ENTRY_SCHEMAS: Readonly<Record<string, Schema>> = {
  EntrySource: ENTRY_SOURCE_SCHEMA,
  Entry: {
    ...entryWith({}, { warning: WARNING }),
    description: "Every dimension and every measure under its name.",
  },
};

/** Return the schema of an entry with further properties, required or optional. */
export function entryWith(
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  const required = { id: { type: "string", pattern: "^[0-9a-f]{40}$" }, html_url: URL, ...properties };
  return {
    type: "object",
    properties: { ...required, ...optional, source: SOURCE },
    required: Object.keys(required),
    additionalProperties: {
      anyOf: [
        described(refer("Member"), "Member of a dimension."),
        described(refer("Value"), "Value of an attribute dimension; amount of a measure."),
      ],
    },
  };
}
