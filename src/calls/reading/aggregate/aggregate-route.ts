import type { ReadingCall } from "../../reading-call.js";
import { withJson } from "../../formats.js";
import { aggregate } from "./aggregate.js";
import { SUM_BODIES } from "./cell-writers.js";
import { FUNCTION_NAMES, MEASURE_FUNCTIONS } from "../../../core/model/measure-functions.js";
import { EXPLANATION_SCHEMA } from "./explanation.js";
import type { Parameter, RouteDescription } from "../../route-description.js";
import {
  CUT,
  SEVERAL_DATASETS,
  INFLATE,
  PAGE_PARAMETERS,
  PARENTS,
  pagesize,
  WARNINGS,
} from "../../shared-parameters.js";
import { LICENCE_SCHEMA } from "../describe/describe-dataset.js";
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
} from "../../schema.js";

/** Filters in the query language, by what they show. */
const FILTER_EXAMPLES: Parameter["examples"] = {
  words: { summary: "Entries with both words", value: "road maintenance" },
  range: { summary: "Entries with an amount of a million or more", value: "amount:[1000000 TO *]" },
  exclusion: { summary: "Entries outside of London", value: "-region:UKI" },
  prefix: { summary: "Entries with a word that begins with educ", value: "educ*" },
};

const FUNCTIONS = FUNCTION_NAMES.map((name) => {
  const { meaning } = MEASURE_FUNCTIONS[name];
  return `\`measure.${name}\`${meaning ? ` (${meaning})` : ""}`;
});

const MEASURE: Parameter = {
  name: "measure",
  description: `Figures of each cell, joined by pipes: \`value\` or \`value.window\` or \`value.window@reference,reference\`. A value is a measure (its sum), ${FUNCTIONS.join(", ")}, \`reference.count\` (the number of different members or values), \`num_entries\`, or a quotient of two of them with a slash. Windows compare a cell with others: \`share\` of the whole or of the cells with the same references, \`rank\` in them, \`running\` total, \`difference\` and \`change\` on the period before, which go by one drilldown of a date.`,
  schema: { type: "string", default: "amount" },
  examples: {
    sum: { summary: "The sum of a measure", value: "amount" },
    average: { summary: "The sum, and the sum per entry", value: "amount|amount.avg" },
    share: { summary: "The share of each cell in all of its year", value: "amount.share@year" },
    change: { summary: "The change on the year before", value: "amount|amount.change@year" },
  },
};

const AGAINST: Parameter = {
  name: "against",
  description:
    "The other side of a comparison: cuts that replace those on the same attributes, `attribute:*` for no cut, and `dataset:name` for another dataset. Figures then take `.against`, `.difference` and `.change`, without `@`; unless one is requested, every sum has all three. Cells are those of both sides.",
  schema: TEXT,
  example: "year:2008",
};

const HAVING: Parameter = {
  name: "having",
  description:
    "Conditions on requested figures and `num_entries`, joined by pipes: `term:[from TO to]`, `term:number`, exclusions with `!`. Only cells that meet all are shown; `left_out` says what the others come to. A missing figure meets none.",
  schema: TEXT,
  example: "amount:[1000000 TO *]",
};

const TOP: Parameter = {
  name: "top",
  description:
    "Number of cells to keep, the first ones in the order; the others become one cell, with their number in `@others`. `3@region` keeps three for each region.",
  schema: TEXT,
  example: "10",
};

const ROLLUP: Parameter = {
  name: "rollup",
  description:
    "`true`: a cell for every proper prefix of the drilldowns stands before its parts; `@level` says how many drilldowns a cell has, `levels` how many cells each level has. Not with `having` or `top`.",
  schema: { type: "boolean", default: false },
  example: true,
};

const EXACT: Parameter = {
  name: "exact",
  description:
    "`true`: figures other than counts and ranks are texts in full: a decimal, or `p/q` in lowest terms where there is no finite decimal.",
  schema: { type: "boolean", default: false },
  example: true,
};

const PRICES: Parameter = {
  name: "prices",
  description:
    "Period whose prices amounts are in: a year, or a month as `2009-03`; `2009@series` names the index, else it is that of the model or the only one of the territory. Each amount is multiplied by the index of the period over that of its own. Measures with a unit that is no currency stay.",
  schema: TEXT,
  example: "2009@uk-gdp-deflator-hmt-fy",
};

const IN: Parameter = {
  name: "in",
  description:
    "Currency that amounts are converted to, by the rate of their period; with `prices` by that of the base. `EUR@series` names the rates.",
  schema: TEXT,
  example: "EUR@ecb-rates",
};

const PER: Parameter = {
  name: "per",
  description:
    "Series that amounts are divided by, period by period, or one of its measures as `series.measure`: people, or GDP. It is summed over the members that a cell is of; cuts on dimensions of the same taxonomy apply to it. A cut may name its own dimensions.",
  schema: TEXT,
  example: "uk-population",
};

const ORDER: Parameter = {
  name: "order",
  description:
    "Sort criteria `criterion:asc` or `criterion:desc`, joined by pipes: requested figures, `num_entries`, and the drilldowns. By default the figures, descending. Ties are sorted by the drilldowns, ascending; missing values come last.",
  schema: TEXT,
  example: "amount:desc",
};

export const AGGREGATE: RouteDescription = {
  id: "aggregate",
  tag: "Aggregation",
  summary: "Sum the measures of datasets, filtered by cuts and grouped by drilldowns",
  details:
    "Sums are exact and written with all their digits; quotients are the nearest doubles. In Arrow all figures are doubles, or texts with `exact=true`. `format` chooses the format of the answer; without it, `Accept` may choose `application/vnd.apache.arrow.stream` or `application/x-ndjson`.",
  parameters: [
    SEVERAL_DATASETS,
    MEASURE,
    CUT,
    {
      name: "q",
      description:
        "Filter in the query language of the search call: words, `field:value`, ranges, exclusions and prefixes. Unlike `cut`, it compares regardless of letter case and accents. A field that the dataset does not have matches nothing, and `warnings` says so.",
      schema: TEXT,
      examples: FILTER_EXAMPLES,
    },
    {
      name: "fq",
      description: "Like `q`. It may be repeated: all must match.",
      schema: TEXT,
      examples: FILTER_EXAMPLES,
    },
    {
      name: "drilldown",
      description:
        "Dimensions or attributes to group by, joined by pipes. `year` and `month` mean those of `time`; `source` is the file that an entry was read from, `dataset` the dataset.",
      schema: TEXT,
      example: "function|year",
    },
    PARENTS,
    AGAINST,
    HAVING,
    TOP,
    ROLLUP,
    PAGE_PARAMETERS,
    pagesize(10_000),
    ORDER,
    EXACT,
    PRICES,
    IN,
    PER,
    INFLATE,
    {
      name: "explain",
      description:
        "`true`: the JSON has an `explanation`: what was read and how long each step took. Such an answer is never cached and has no `ETag`.",
      schema: { type: "boolean", default: false },
      example: true,
    },
  ],
  json: refer("Aggregate"),
  bodies: SUM_BODIES,
  maySayWarnings: true,
  paged: true,
  maySayOnce: true,
};

export const AGGREGATE_CALL: ReadingCall<never> = {
  path: "/api/2/aggregate",
  formats: withJson(SUM_BODIES),
  about: AGGREGATE,
  heavy: true,
  call: (context, { actor, parameters, origin, cancel }) => aggregate(context, actor, parameters, origin, cancel),
};

export const AGGREGATE_SCHEMAS: Readonly<Record<string, Schema>> = {
  Aggregate: optional(object({ summary: refer("Summary"), drilldown: arrayOf(refer("Cell")) }), {
    left_out: described(
      mapOf(refer("Value")),
      "`num_drilldowns`, `num_entries` and figures of the cells that `having` left out. Together with the cells of all pages they are the summary.",
    ),
    against: described(
      object({ cut: TEXT, dataset: TEXT }),
      "The other side of a comparison: all its cuts, and its dataset.",
    ),
    adjustments: described(
      arrayOf(refer("UsedSeries")),
      "The series that amounts were adjusted by, in the order prices, currency, people. `summary` then has `original`: the figures as paid.",
    ),
    missing: described(
      arrayOf(mapOf(refer("Value"))),
      "Amounts that a series has no value for, at most 100, by `series`, period and members. A cell with one is `null`, never a part; `num_missing` counts them all.",
    ),
    num_missing: COUNT_SCHEMA,
    levels: described(arrayOf(COUNT_SCHEMA), "Number of cells of each level, with `rollup=true`."),
    unmapped: described(
      mapOf({ anyOf: [NUMBER, arrayOf(object({ name: TEXT, unmapped: mapOf(NUMBER) }))] }),
      "`num_entries` and the sum of each measure of the entries that have no member in a derived dimension of the query; they meet its other filters. Of several datasets also `@datasets`: the same of each that has such entries.",
    ),
    notes: described(
      arrayOf(refer("Note")),
      "Notes of the model that no filter excludes. Cells have the ids of theirs in `@notes`. Absent if there are none.",
    ),
    warnings: described(
      arrayOf(TEXT),
      `${WARNINGS.description} Also dimensions of which members are added up that must not be: those with \`additive: false\` that are neither cut to one member nor drilled down.`,
    ),
    warning: refer("InflationWarning"),
    explanation: refer("Explanation"),
  }),
  InflationWarning: object(
    { inflation: TEXT, error: described(TEXT, "Why.") },
    { description: "Amounts are nominal, although `inflate` asks for others." },
  ),
  UsedSeries: optional(
    object({
      kind: { enum: ["prices", "in", "per"] },
      series: described(TEXT, "Name and version."),
      label: TEXT,
      licence: LICENCE_SCHEMA,
      cite: described(TEXT, "URL of the version."),
    }),
    {
      base: described(TEXT, "Period of the prices."),
      currency: described(TEXT, "Currency of the amounts."),
      unit: described(TEXT, "Unit that amounts are divided by."),
      values: described(
        mapOf(TEXT),
        "Values that were used, by period, as decimals or `p/q`. Absent for more than 100 periods, and where they depend on members that are shown.",
      ),
    },
  ),
  Note: object({
    id: described(COUNT_SCHEMA, "Position in the `notes` of the model."),
    kind: { enum: ["break", "provisional", "note"] },
    text: TEXT,
  }),
  Explanation: EXPLANATION_SCHEMA,
  Summary: object(
    {
      num_entries: described(COUNT_SCHEMA, "Entries in all cells."),
      num_drilldowns: described(COUNT_SCHEMA, "Cells on all pages; 1 without a drilldown."),
      currency: described(
        mapOf(orNull(TEXT)),
        "Currency code of each measure, `GBP/person` where it is divided by people; `null` if it has none.",
      ),
      page: { type: "number", minimum: 1 },
      pages: COUNT_SCHEMA,
      pagesize: COUNT_SCHEMA,
    },
    {
      additionalProperties: {
        anyOf: [
          described(refer("Value"), "A figure of everything; a text with `exact=true`."),
          described(mapOf(refer("Value")), "In `original`, the figures before adjustments."),
        ],
      },
    },
  ),
  Cell: object(
    { num_entries: COUNT_SCHEMA },
    {
      description:
        "The values that the cell is grouped by, the requested figures, `num_entries`, and `@level`, `@others` and `@notes` if it has any.",
      additionalProperties: {
        anyOf: [
          described(refer("Value"), "A figure; value of an attribute dimension."),
          described(
            arrayOf(refer("Value")),
            "Values of a cut on an attribute that is not a drilldown; in `@notes`, the ids of the cell's notes.",
          ),
          described(refer("Member"), "Member of a dimension."),
          described(
            arrayOf(object({ reference: TEXT, target: TEXT, original: NUMBER, inflated: NUMBER })),
            "In `inflation_adjustment`, with `inflate`: amounts by period before and after.",
          ),
          described(mapOf({ anyOf: [refer("Value"), arrayOf(refer("Value"))] }), "Single attributes of a dimension."),
        ],
      },
    },
  ),
  Value: { type: ["string", "number", "null"], description: "`null` means that the value is missing." },
};
