import type { Parameter, RouteDescription } from "../../calls/route-description.js";
import { PAGE_PARAMETERS, pagesize, WARNINGS } from "../../calls/shared-parameters.js";
import {
  ANY_OBJECT,
  arrayOf,
  COUNT_SCHEMA,
  described,
  mapOf,
  NUMBER,
  object,
  optional,
  orNull,
  refer,
  type Schema,
  TEXT,
  URL,
} from "../../calls/schema.js";

const SET_CUT: Parameter = {
  name: "cut",
  description:
    'Filters `dimension.attribute:value`, joined by pipes, which must all match. Values joined by semicolons are alternatives: `region:"UKI";"UKJ"`. A dimension alone means its key. A value that contains a pipe or a semicolon or starts with a double quote is written as a JSON string; quotes are allowed around every other. No value at all, `region:`, means entries without one, or with an empty text. A range is written without quotes: `time.year:[2005 TO 2007]`.',
  schema: TEXT,
  example: 'time.year:2009|region:"UKI"',
};

const CRITERIA: Parameter = {
  name: "order",
  description:
    "Criteria `reference:asc` or `reference:desc`, joined by commas; `asc` may be left out. Missing values come last.",
  schema: TEXT,
};

const PAGES: readonly Parameter[] = [PAGE_PARAMETERS, pagesize(10_000)];

export const SHOW_CUBES_INTERFACE: RouteDescription = {
  id: "showCubesInterface",
  tag: "Cubes",
  summary: "Read where the list of cubes is",
  details:
    "The entry point of the newer interface of OpenSpending, for programs that look for babbage: it names the address of the list of cubes.",
  json: refer("CubesInterface"),
  isOfNow: true,
};

export const LIST_CUBES: RouteDescription = {
  id: "listCubes",
  tag: "Cubes",
  summary: "List the cubes that the caller may read",
  details: "Every dataset that the caller may read is a cube, by the same name.",
  json: object({ status: { const: "ok" }, data: arrayOf(object({ name: TEXT })) }),
};

export const SHOW_INFO_PACKAGE: RouteDescription = {
  id: "showInfoPackage",
  tag: "Cubes",
  summary: "Describe a dataset as a package of OpenSpending",
  details:
    "The viewer of OpenSpending asks for it before everything else: it reads the title, the country, the currency of measures, and which dimensions are places or dates. `/{dataset}/meta/datapackage.json` has sizes and digests of files, too.",
  json: refer("InfoPackage"),
  statuses: [404],
};

export const SHOW_CUBE_MODEL: RouteDescription = {
  id: "showCubeModel",
  tag: "Cubes",
  summary: "Read the dimensions, measures, aggregates and hierarchies of a cube",
  details: "References of dimensions, attributes and aggregates are those that other calls of the cube take.",
  json: refer("DescribedCube"),
  statuses: [404],
};

export const AGGREGATE_CUBE: RouteDescription = {
  id: "aggregateCube",
  tag: "Cubes",
  summary: "Sum the measures of a cube, by dimensions and attributes",
  details:
    "Cells are computed exactly, as by `/api/2/aggregate`, in the form of babbage: a cell has its attributes and sums under their references.",
  parameters: [
    SET_CUT,
    {
      name: "drilldown",
      description: "Dimensions and attributes to group by, joined by pipes. A dimension shows all its attributes.",
      schema: TEXT,
      example: "region|time.year",
    },
    {
      name: "aggregates",
      description:
        "Sums such as `amount.sum`, and `_count` for the number of entries, joined by pipes; by default all. CSV has `_count` only if it is named.",
      schema: TEXT,
      example: "amount.sum",
    },
    CRITERIA,
    ...["prices", "in", "per"].map((name) => ({
      name,
      description: "As in `/api/2/aggregate`: adjusts the sums of money.",
      schema: TEXT,
    })),
    ...PAGES,
  ],
  json: refer("CubeCells"),
  maySayWarnings: true,
  paged: true,
  statuses: [404],
};

export const LIST_FACTS: RouteDescription = {
  id: "listFacts",
  tag: "Cubes",
  summary: "List the entries of a cube",
  details: "Entries are flat: a column for each attribute and measure, under its reference.",
  parameters: [
    SET_CUT,
    {
      name: "fields",
      description: "Dimensions, attributes and measures to show, joined by commas; by default all.",
      schema: TEXT,
      example: "region,amount",
    },
    CRITERIA,
    ...PAGES,
  ],
  json: refer("CubeFacts"),
  maySayWarnings: true,
  paged: true,
  statuses: [404],
};

export const LIST_CUBE_MEMBERS: RouteDescription = {
  id: "listCubeMembers",
  tag: "Cubes",
  summary: "List the members of a dimension, or the values of an attribute, that entries have",
  details: "Only members of entries that match `cut` are listed.",
  parameters: [SET_CUT, CRITERIA, ...PAGES],
  json: refer("CubeMembers"),
  maySayWarnings: true,
  paged: true,
  statuses: [404],
};

const REFERENCES = arrayOf(TEXT);
const VALUE: Schema = { type: ["string", "number", "null"] };
const DATATYPE = { enum: ["string", "number", "date"] };

/** Keys of every listing. */
const LISTING: Readonly<Record<string, Schema>> = {
  status: { const: "ok" },
  cell: described(
    arrayOf(object({ ref: TEXT, operator: { const: ":" }, value: arrayOf(VALUE) })),
    "The cuts of the request.",
  ),
  order: described(arrayOf(REFERENCES), "Pairs of a reference and `asc` or `desc`."),
  page: NUMBER,
  page_size: COUNT_SCHEMA,
};

export const CUBE_SCHEMAS: Readonly<Record<string, Schema>> = {
  CubesInterface: object({ status: { const: "ok" }, api: { const: "babbage" }, cubes_index_url: URL, version: TEXT }),
  InfoPackage: optional(
    object({
      __origin_url: described(URL, "Address of the data package, from which paths of resources count."),
      id: TEXT,
      name: TEXT,
      title: TEXT,
      homepage: URL,
      model: object({
        measures: mapOf(optional(object({ source: TEXT, title: TEXT, currency: orNull(TEXT) }), { phase: TEXT })),
        dimensions: mapOf(
          optional(
            object({
              title: TEXT,
              dimensionType: { enum: ["datetime", "location", "entity", "classification", "other"] },
              primaryKey: arrayOf(TEXT),
              attributes: mapOf(optional(object({ source: TEXT, title: TEXT }), { labelfor: TEXT })),
            }),
            { classificationType: { enum: ["administrative", "functional", "economic"] } },
          ),
        ),
      }),
      resources: described(arrayOf(ANY_OBJECT), "The CSV file with all entries, and its Table Schema."),
    }),
    {
      description: TEXT,
      countryCode: { anyOf: [TEXT, arrayOf(TEXT)] },
      languages: arrayOf(TEXT),
    },
  ),
  DescribedCube: object({ status: { const: "ok" }, name: TEXT, model: refer("CubeModel") }),
  CubeModel: object({
    dimensions: mapOf(refer("CubeDimension")),
    measures: mapOf(
      optional(
        object({
          ref: TEXT,
          label: TEXT,
          column: TEXT,
          datatype: DATATYPE,
          aggregates: arrayOf(TEXT),
          currency: orNull(TEXT),
          orig_measure: TEXT,
        }),
        { description: TEXT, phase: TEXT },
      ),
    ),
    aggregates: mapOf(optional(object({ ref: TEXT, label: TEXT, function: TEXT }), { measure: TEXT })),
    hierarchies: mapOf(object({ ref: TEXT, label: TEXT, levels: described(REFERENCES, "Dimensions, from the top.") })),
  }),
  CubeDimension: optional(
    object({
      ref: TEXT,
      label: TEXT,
      attributes: mapOf(object({ ref: TEXT, label: TEXT, column: TEXT, datatype: DATATYPE })),
      key_attribute: TEXT,
      key_ref: TEXT,
      label_attribute: TEXT,
      label_ref: TEXT,
      cardinality: described(COUNT_SCHEMA, "Number of members."),
      cardinality_class: { enum: ["tiny", "low", "medium", "high", null] },
      hierarchy: described(TEXT, "Name of its hierarchy, or its own if it is in none."),
      orig_dimension: described(TEXT, "Its name in `/api/3/info/{dataset}/package`."),
    }),
    { description: TEXT },
  ),
  CubeCells: optional(
    object({
      ...LISTING,
      total_cell_count: COUNT_SCHEMA,
      summary: described(
        mapOf({ anyOf: [NUMBER, mapOf(NUMBER), { type: "null" }] }),
        "Aggregates of all cells, by reference; exact, with all digits. With adjustments, `original` has those as paid.",
      ),
      aggregates: REFERENCES,
      attributes: REFERENCES,
      cells: described(arrayOf(mapOf(VALUE)), "Attributes and aggregates by reference."),
    }),
    {
      adjustments: described(arrayOf(refer("UsedSeries")), "The series that amounts were adjusted by."),
      missing: described(arrayOf(ANY_OBJECT), "The first amounts that a series has no value for."),
      num_missing: described(COUNT_SCHEMA, "Number of all of them."),
      warnings: WARNINGS,
    },
  ),
  CubeFacts: optional(
    object({
      ...LISTING,
      total_fact_count: COUNT_SCHEMA,
      fields: REFERENCES,
      data: described(arrayOf(mapOf(VALUE)), "Attributes and amounts by reference."),
    }),
    { warnings: WARNINGS },
  ),
  CubeMembers: optional(
    object({
      ...LISTING,
      total_member_count: COUNT_SCHEMA,
      fields: REFERENCES,
      data: described(arrayOf(mapOf(VALUE)), "Attributes by reference."),
    }),
    { warnings: WARNINGS },
  ),
};
