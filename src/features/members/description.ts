import type { RouteDescription } from "../../calls/route-description.js";
import {
  ANY_OBJECT,
  arrayOf,
  COUNT_SCHEMA,
  described,
  object,
  orNull,
  refer,
  type Schema,
  TEXT,
  URL,
} from "../../calls/schema.js";

/** Requests that are answered. */
export const MEMBERS_SAMPLES: Readonly<Record<string, readonly string[]>> = {
  "/members/{taxonomy}/{name}": ["/members/region/north", "/members/cofog/1", "/members/region/north?page=2"],
};

export const SHOW_MEMBERS: RouteDescription = {
  id: "showMemberOfAll",
  tag: "Resources",
  summary: "Read a member, such as a payee, in all datasets: its sums by year and dataset, and its names",
  details:
    "Finds the members of that name in the dimensions of a taxonomy, in all datasets of spending that the caller may read. A dimension without a taxonomy has its own name as one. Names are compared regardless of case and accents, and nothing else is taken for the same; in dimensions without a taxonomy a label is a name, too. Sums are never added up over datasets, nor over directions and phases.",
  parameters: [
    {
      name: "page",
      description:
        "Number of the page, from 1. Without it, JSON and CSV have all datasets, and the page the first of many.",
      schema: { type: "integer", minimum: 1 },
    },
    {
      name: "pagesize",
      description: "Datasets on a page: 100 by default.",
      schema: { type: "integer", minimum: 0 },
    },
  ],
  json: refer("MemberOfAll"),
  bodies: {
    csv: "A header and a record for each dataset, name, year and measure: `dataset`, `dimension`, `name`, `label`, `year`, dimensions that must not be added up, `measure`, `amount`, `currency`, `num_entries`.",
  },
  statuses: [404],
};

const CELL = described(ANY_OBJECT, "Sums of measures by their names, and `num_entries`.");

export const MEMBERS_SCHEMAS: Readonly<Record<string, Schema>> = {
  MemberOfAll: object({
    taxonomy: TEXT,
    name: TEXT,
    label: TEXT,
    html_url: URL,
    names: described(
      arrayOf(object({ name: TEXT, label: TEXT, datasets: described(arrayOf(TEXT), "Names of datasets.") })),
      "Names under which it appears, those of most datasets first.",
    ),
    num_entries: COUNT_SCHEMA,
    datasets: arrayOf(
      object({
        name: TEXT,
        label: TEXT,
        html_url: URL,
        currency: orNull(TEXT),
        dimension: object({ name: TEXT, label: TEXT }),
        members: arrayOf(object({ name: TEXT, label: TEXT, html_url: orNull(URL) })),
        summary: described(
          CELL,
          "Sums of all years and `num_entries`; sums are `null` if there are several directions or phases.",
        ),
        years: described(
          arrayOf(CELL),
          "For each year, and for each member of dimensions that must not be added up: `year`, these members, sums, `num_entries`.",
        ),
      }),
    ),
  }),
};
