import type { RouteDescription } from "./description.js";
import { entryWith } from "./entries.js";
import { PAGE_PARAMETERS, pagesize } from "./parameters.js";
import {
  ANY_OBJECT,
  arrayOf,
  COUNT,
  described,
  mapOf,
  NUMBER,
  object,
  orNull,
  refer,
  type Schema,
  TEXT,
} from "./schema.js";

const FLAG: Schema = { enum: ["true", "1", "yes", "on"] };

export const SEARCH: RouteDescription = {
  id: "search",
  tag: "Search",
  summary: "Find the entries of datasets that match words, phrases and conditions, with facets and statistics",
  details:
    "Words match without regard to case or accents, in any script. Counts, facets and statistics are of all matches, not only of those on the page.",
  parameters: [
    {
      name: "q",
      description:
        'What entries must match, in the Lucene query syntax; several terms must all match. Words, `"phrases"`, `field:value`, `AND`, `OR`, `NOT`, `+`, `-`, parentheses, `*` and `?` in words, `term~1`, `[a TO b]`, `{a TO b}`, `^2`, `\\` before a character that would mean something else, `*:*`. Fields: `dataset`, `id`, dimensions, `dimension.attribute`, measures, `year`, `month`. Absent: every entry.',
      schema: TEXT,
      example: "health",
    },
    {
      name: "fq",
      description: "As `q`, without a say in relevance. It may be repeated: all must match.",
      schema: TEXT,
    },
    {
      name: "filter",
      description:
        "Filters `field:value`, joined by pipes: the exact value. Filters on one field are united, those on different fields intersected.",
      schema: TEXT,
      example: "region:UKI",
    },
    {
      name: "dataset",
      description: "Names of datasets, joined by pipes; by default all that the caller may read.",
      schema: TEXT,
      example: "uk-spending",
    },
    {
      name: "category",
      description: "Kind of dataset to search.",
      schema: { enum: ["budget", "spending", "other", "any"], default: "any" },
    },
    PAGE_PARAMETERS,
    pagesize(10_000),
    {
      name: "order",
      description:
        "Criteria `criterion:asc` or `criterion:desc`, joined by pipes: `score`, measures, dimensions, attributes, `id`. By default relevance, then the amount, both descending, then the id. Missing values come last.",
      schema: TEXT,
      example: "amount:desc",
    },
    { name: "facet_field", description: "Fields to count the matches by, joined by pipes.", schema: TEXT },
    { ...PAGE_PARAMETERS, name: "facet_page", description: "Page of every facet, from 1 on." },
    { ...pagesize(10_000), name: "facet_pagesize", description: "Values on a page of a facet." },
    {
      name: "expand_facet_dimensions",
      description: "Present, and one dataset named: facets hold whole members instead of names.",
      schema: TEXT,
    },
    { name: "stats", description: "Whether to describe the measures over all matches.", schema: FLAG },
    {
      name: "highlight",
      description: "Whether every entry says, under `@highlight`, which fields matched and where.",
      schema: FLAG,
    },
  ],
  json: refer("SearchResult"),
  bodies: {
    csv: "A header and a record for each entry: `dataset`, `id`, dimensions in mapping order, flattened with dots, and measures; over several datasets all columns of all of them.",
    ndjson: "A line for each entry, as in `results` of the JSON.",
  },
  downloads: ["csv", "ndjson"],
  paged: true,
  statuses: [404],
};

const STATISTICS: Readonly<Record<string, Schema>> = {
  min: orNull(NUMBER),
  max: orNull(NUMBER),
  count: COUNT,
  missing: described(COUNT, "Matches without the measure."),
  sum: NUMBER,
  sumOfSquares: NUMBER,
  mean: orNull(NUMBER),
  average: described(orNull(NUMBER), "The mean again."),
  stddev: described(orNull(NUMBER), "Standard deviation of a sample; `null` below two values."),
};

export const SEARCH_SCHEMAS: Readonly<Record<string, Schema>> = {
  SearchResult: {
    type: "object",
    properties: {
      stats: refer("SearchStats"),
      warnings: described(arrayOf(TEXT), "Sentences about parts of the query that match nothing; absent without any."),
      facets: described(
        mapOf(arrayOf(refer("FacetCount"))),
        "For each field its values, those of most matches first, then by value.",
      ),
      results: arrayOf(refer("FoundEntry")),
    },
    required: ["stats", "facets", "results"],
  },
  SearchStats: object(
    {
      results_count_query: described(COUNT, "All matches."),
      results_count: described(COUNT, "Entries on this page."),
    },
    {
      description: "With `stats`, also figures of the measure `amount`, and of every measure under `measures`.",
      additionalProperties: { anyOf: [orNull(NUMBER), mapOf(refer("Statistics"))] },
    },
  ),
  Statistics: object(STATISTICS),
  FacetCount: {
    type: "array",
    description: "A value or whole member, and the number of matches that have it.",
    prefixItems: [{ anyOf: [refer("Value"), refer("Member")] }, COUNT],
    minItems: 2,
    maxItems: 2,
  },
  FoundEntry: described(
    entryWith(
      { dataset: refer("Dataset") },
      { "@highlight": described(ANY_OBJECT, "For each field that matches, where: with `highlight`.") },
    ),
    "An entry, with the core metadata of its dataset.",
  ),
};
