import type { Parameter, RouteDescription } from "./description.js";
import { CUT, PAGE_PARAMETERS, pagesize } from "./parameters.js";
import {
  described,
  arrayOf,
  COUNT_SCHEMA,
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
    "Sort criteria `criterion:asc` or `criterion:desc`, joined by pipes: requested measures, `num_entries`, and the drilldowns. By default the measures, descending. Ties are sorted by the drilldowns, ascending; missing values come last.",
  schema: TEXT,
  example: "amount:desc",
};

export const AGGREGATE: RouteDescription = {
  id: "aggregate",
  tag: "Aggregation",
  summary: "Sum the measures of a dataset, filtered by cuts and grouped by drilldowns",
  details:
    "Sums are exact and written with all their digits; in Arrow they are the nearest doubles. `format` chooses the format of the answer; without it, `Accept` may choose `application/vnd.apache.arrow.stream` or `application/x-ndjson`.",
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
      description: "Dimensions or attributes to group by, joined by pipes. `year` and `month` mean those of `time`.",
      schema: TEXT,
      example: "function|year",
    },
    PAGE_PARAMETERS,
    pagesize(10_000),
    ORDER,
    {
      name: "explain",
      description:
        "`true`: the JSON has an `explanation`: what was read and how long each step took. Such an answer is never cached and has no `ETag`.",
      schema: { type: "boolean", default: false },
      example: true,
    },
  ],
  json: refer("Aggregate"),
  bodies: {
    csv: "A header and a record for each cell: the values of the drilldowns (columns `dimension.attribute`), the attributes of cuts, the measures, `num_entries`.",
    ndjson: "A line for each cell, as in `drilldown` of the JSON.",
    arrow:
      "An Arrow IPC stream with the columns of the CSV: text as Utf8, numbers and sums as Float64 (the same doubles as in JSON), `num_entries` as Int64, and a List if a cut has several values. The schema's metadata has `summary`, the same as in JSON.",
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
        "What was read: the entries, or a pre-aggregate (rollup) of them.",
      ),
      dimensions: described(
        orNull(arrayOf(TEXT)),
        "Dimensions and attributes that the pre-aggregate is grouped by; `null` for entries.",
      ),
      rows: described(COUNT_SCHEMA, "Rows of the entries or of the pre-aggregate."),
      rows_visited: described(COUNT_SCHEMA, "Rows that were read."),
      blocks: described(COUNT_SCHEMA, "Blocks of 2,048 rows that the scans came to."),
      blocks_skipped: described(COUNT_SCHEMA, "Blocks that were not read, because their statistics exclude a match."),
      steps: described(
        arrayOf(object({ step: TEXT, ms: NUMBER })),
        "Steps in their order, in milliseconds: the wait in the queue, then those that compute the cells of the page.",
      ),
    },
    { description: "How the answer was computed." },
  ),
  Summary: object(
    {
      num_entries: described(COUNT_SCHEMA, "Entries in all cells."),
      num_drilldowns: described(COUNT_SCHEMA, "Cells on all pages; 1 without a drilldown."),
      currency: described(mapOf(orNull(TEXT)), "Currency code of each measure; `null` if it has none."),
      page: { type: "number", minimum: 1 },
      pages: COUNT_SCHEMA,
      pagesize: COUNT_SCHEMA,
    },
    { additionalProperties: described(NUMBER, "Total of a measure.") },
  ),
  Cell: object(
    { num_entries: COUNT_SCHEMA },
    {
      description: "The values that the cell is grouped by, the sum of each measure, and `num_entries`.",
      additionalProperties: {
        anyOf: [
          described(refer("Value"), "Sum of a measure; value of an attribute dimension."),
          described(arrayOf(refer("Value")), "Values of a cut on an attribute that is no drilldown."),
          described(refer("Member"), "Member of a dimension."),
          described(mapOf({ anyOf: [refer("Value"), arrayOf(refer("Value"))] }), "Single attributes of a dimension."),
        ],
      },
    },
  ),
  Value: { type: ["string", "number", "null"], description: "`null` means that the value is missing." },
};
