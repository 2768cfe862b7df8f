import { holdCollections } from "../lookup/find-union.js";
import type { ReadingCall } from "../../reading-call.js";
import { withJson } from "../../formats.js";
import { HIT_BODIES, search } from "./search.js";
import type { RouteDescription } from "../../route-description.js";
import { entryWith } from "../describe/entry-schema.js";
import { PAGE_PARAMETERS, pagesize, PROVENANCE, WARNINGS } from "../../shared-parameters.js";
import {
  ANY_OBJECT,
  arrayOf,
  COUNT_SCHEMA,
  described,
  mapOf,
  NUMBER,
  object,
  orNull,
  refer,
  type Schema,
  TEXT,
} from "../../schema.js";

const FLAG: Schema = { enum: ["true", "1", "yes", "on"] };

export const SEARCH: RouteDescription = {
  id: "search",
  tag: "Search",
  summary: "Search the entries of datasets for words, phrases and conditions, with facets and statistics",
  details:
    "Words match regardless of case and accents, in any script. Counts, facets and statistics cover all matches, not only those on the page.",
  parameters: [
    {
      name: "q",
      description:
        'Query in Lucene syntax; several terms must all match. It may have words, `"phrases"`, `field:value`, `AND`, `OR`, `NOT`, `+`, `-`, parentheses, `*` and `?` in words, `term~1`, `[a TO b]`, `{a TO b}`, `^2`, `*:*`, and `\\` to escape a special character. Fields: `dataset`, `id`, dimensions, `dimension.attribute`, measures, `year`, `month`. Without `q`, every entry matches.',
      schema: TEXT,
      example: "health",
    },
    {
      name: "fq",
      description: "Like `q`, but without influence on relevance. It may be repeated: all must match.",
      schema: TEXT,
    },
    {
      name: "filter",
      description:
        "Filters `field:value`, joined by pipes, with exact values. Several values of one field are alternatives (or); filters on different fields must all match (and).",
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
        "Sort criteria `criterion:asc` or `criterion:desc`, joined by pipes: `score`, measures, dimensions, attributes, `id`. By default relevance, then the amount, both descending, then the id. Missing values come last.",
      schema: TEXT,
      example: "amount:desc",
    },
    { name: "facet_field", description: "Fields to count the matches by, joined by pipes.", schema: TEXT },
    { ...PAGE_PARAMETERS, name: "facet_page", description: "Page number of every facet, from 1." },
    { ...pagesize(10_000), name: "facet_pagesize", description: "Values per page of a facet." },
    {
      name: "expand_facet_dimensions",
      description: "If present, and `dataset` names one dataset, facets have whole members instead of names.",
      schema: TEXT,
    },
    { name: "stats", description: "Add statistics of the measures over all matches.", schema: FLAG },
    {
      name: "highlight",
      description: "Add `@highlight` to every entry: the fields that matched, and where.",
      schema: FLAG,
    },
    PROVENANCE,
  ],
  json: refer("SearchResult"),
  bodies: HIT_BODIES,
  maySayWarnings: true,
  paged: true,
  statuses: [404],
};

export const SEARCH_CALL: ReadingCall<never> = {
  path: "/api/2/search",
  formats: withJson(HIT_BODIES),
  about: SEARCH,
  heavy: true,
  call: (context, { actor, parameters, origin, cancel }) =>
    holdCollections(context, search(context, actor, parameters, origin, cancel), [parameters.get("dataset")]),
};

const STATISTICS: Readonly<Record<string, Schema>> = {
  min: orNull(NUMBER),
  max: orNull(NUMBER),
  count: COUNT_SCHEMA,
  missing: described(COUNT_SCHEMA, "Matches without the measure."),
  sum: NUMBER,
  sumOfSquares: NUMBER,
  mean: orNull(NUMBER),
  average: described(orNull(NUMBER), "The same as `mean`."),
  stddev: described(orNull(NUMBER), "Standard deviation of a sample; `null` below two values."),
};

export const SEARCH_SCHEMAS: Readonly<Record<string, Schema>> = {
  SearchResult: {
    type: "object",
    properties: {
      stats: refer("SearchStats"),
      warnings: WARNINGS,
      facets: described(
        mapOf(arrayOf(refer("FacetCount"))),
        "Values of each field with their counts, the most frequent first, then by value.",
      ),
      facets_missing: described(
        mapOf(COUNT_SCHEMA),
        "Matches without a value of each field; absent without `facet_field`.",
      ),
      results: arrayOf(refer("FoundEntry")),
    },
    required: ["stats", "facets", "results"],
  },
  SearchStats: object(
    {
      results_count_query: described(COUNT_SCHEMA, "All matches."),
      results_count: described(COUNT_SCHEMA, "Entries on this page."),
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
    prefixItems: [{ anyOf: [refer("Value"), refer("Member")] }, COUNT_SCHEMA],
    // For programs that know no `prefixItems`.
    items: { anyOf: [refer("Value"), refer("Member"), COUNT_SCHEMA] },
    minItems: 2,
    maxItems: 2,
  },
  FoundEntry: described(
    entryWith(
      { dataset: refer("Dataset") },
      { "@highlight": described(ANY_OBJECT, "Matches by field; with `highlight` only.") },
    ),
    "An entry, with the core metadata of its dataset.",
  ),
};
