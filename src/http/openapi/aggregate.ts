import type { Parameter, RouteDescription } from "./description.js";
import { CUT, PAGE_PARAMETERS, pagesize } from "./parameters.js";
import {
  described,
  arrayOf,
  COUNT,
  mapOf,
  NUMBER,
  object,
  optional,
  orNull,
  refer,
  type Schema,
  TEXT,
} from "./schema.js";

export const DATASET: Parameter = {
  name: "dataset",
  description: "Name of the dataset.",
  schema: TEXT,
  required: true,
  example: "uk-spending",
};

const ORDER: Parameter = {
  name: "order",
  description:
    "Criteria `criterion:asc` or `criterion:desc`, joined by pipes: requested measures, `num_entries`, and the drilldowns. By default the measures, descending. Ties are broken by the drilldowns, ascending; missing values come last.",
  schema: TEXT,
  example: "amount:desc",
};

export const AGGREGATE: RouteDescription = {
  id: "aggregate",
  tag: "Aggregation",
  summary: "Sum the measures of a dataset, or of a part of it, by its drilldowns",
  details:
    "Sums are exact and written with all their digits; as Arrow they are the nearest doubles. `format` says in which form; without it `Accept` may ask for `application/vnd.apache.arrow.stream` or `application/x-ndjson`.",
  parameters: [
    DATASET,
    {
      name: "measure",
      description: "Measures to sum, joined by pipes.",
      schema: { type: "string", default: "amount" },
      example: "amount",
    },
    CUT,
    {
      name: "drilldown",
      description: "Dimensions or attributes to split by, joined by pipes. `year` and `month` mean those of `time`.",
      schema: TEXT,
      example: "function|year",
    },
    PAGE_PARAMETERS,
    pagesize(10_000),
    ORDER,
    {
      name: "explain",
      description:
        "`true`: JSON also tells in `explanation` what was read and how long each step took. Such an answer is made anew each time, and has no `ETag`.",
      schema: { type: "boolean", default: false },
      example: true,
    },
  ],
  json: refer("Aggregate"),
  bodies: {
    csv: "A header and a record for each cell: the drilled-down values, flattened with dots, the attributes of cuts, the measures, `num_entries`.",
    ndjson: "A line for each cell, as in `drilldown` of the JSON.",
    arrow:
      "An Arrow IPC stream of the columns that CSV has: text as Utf8, numbers and sums as Float64 (the same doubles as in JSON), `num_entries` as Int64, a List where a cut has several values. Metadata of the schema: `summary`, the JSON's.",
  },
  downloads: ["csv", "ndjson", "arrow"],
  paged: true,
  maySayOnce: true,
};

export const AGGREGATE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Aggregate: optional(object({ summary: refer("Summary"), drilldown: arrayOf(refer("Cell")) }), {
    explanation: refer("Explanation"),
  }),
  Explanation: object(
    {
      table: described(
        { enum: ["entries", "cuboid"] },
        "What was read: entries, or sums of them that were made before.",
      ),
      dimensions: described(
        orNull(arrayOf(TEXT)),
        "Dimensions and attributes for each combination of which there are sums; `null` for entries.",
      ),
      rows: described(COUNT, "Rows of what was read."),
      rows_visited: described(COUNT, "Rows that were looked at."),
      blocks: described(COUNT, "Blocks of 2,048 rows that passes over them came to."),
      blocks_skipped: described(COUNT, "Those of which nothing was read: nothing in them can match."),
      steps: described(
        arrayOf(object({ step: TEXT, ms: NUMBER })),
        "What was done, one after the other, in milliseconds: until its turn came, and until the cells of the page were known.",
      ),
    },
    { description: "How the answer was found." },
  ),
  Summary: object(
    {
      num_entries: described(COUNT, "Entries in all cells."),
      num_drilldowns: described(COUNT, "Cells on all pages; 1 without a drilldown."),
      currency: described(mapOf(orNull(TEXT)), "From measure to currency code."),
      page: { type: "number", minimum: 1 },
      pages: COUNT,
      pagesize: COUNT,
    },
    { additionalProperties: described(NUMBER, "Total of a measure.") },
  ),
  Cell: object(
    { num_entries: COUNT },
    {
      description: "The values that the cell stands for, each measure's sum, and `num_entries`.",
      additionalProperties: {
        anyOf: [
          described(refer("Value"), "Sum of a measure; value of an attribute dimension."),
          described(arrayOf(refer("Value")), "The values of a cut that is not drilled down."),
          described(refer("Member"), "Member of a dimension."),
          described(mapOf({ anyOf: [refer("Value"), arrayOf(refer("Value"))] }), "Single attributes of a dimension."),
        ],
      },
    },
  ),
  Value: { type: ["string", "number", "null"], description: "`null` is no value." },
};
