import type { Parameter } from "./route-description.js";
import { arrayOf, described, type Schema, TEXT } from "./schema.js";

/** Descriptions of the named segments of paths. */
const SEGMENTS: Readonly<Record<string, string>> = {
  dataset: "Name of a dataset; lists of members and cubes take several, joined by pipes, or a collection.",
  dimension: "Name of a dimension of the dataset.",
  reference: "A dimension of the dataset, or one of its attributes, as in `region.label`.",
  taxonomy: "Taxonomy of dimensions; without one, the name of a dimension.",
  name: "Name of a member of the dimension, percent-encoded; it may contain any character.",
  source: "Id of a source of the dataset.",
  row: "Number of a row of the source: 1 is the first after the header.",
  run: "Id of a run of the source.",
  id: "Id of an entry: 40 hexadecimal digits.",
  collection: "Name of a collection.",
  shapes: "Name of shapes for maps.",
  draft: "Id of a draft: an uploaded file that is not published yet.",
  file: "Name of a file, as in the links of pages.",
};

export const DATASET: Parameter = {
  name: "dataset",
  description: "Name of the dataset.",
  schema: TEXT,
  required: true,
  example: "uk-spending",
};

/** Several datasets that are read as one. */
export const SEVERAL_DATASETS: Parameter = {
  ...DATASET,
  description:
    "Name of the dataset, or names of up to 50, joined by pipes: their entries are read as those of one, and `drilldown=dataset` tells them apart. A dimension is found in each by its name, else as the only one of an equal taxonomy, a measure by its name.",
};

export const INFLATE: Parameter = {
  name: "inflate",
  description:
    "Year to adjust amounts to the prices of, as OpenSpending did; `prices` does the same by the index of the model or of the territory. It is never an error: where it cannot be done, amounts are nominal and `warning` says why. `inflation_adjustment` has the amounts before and after.",
  schema: TEXT,
  example: "2009",
};

export const PROVENANCE: Parameter = {
  name: "provenance",
  description:
    "`true` adds `source` to every entry: the file that it was read from, its digest, and the number of its record there. Not where a field of the model is called so.",
  schema: { type: "boolean", default: false },
};

export const CUT: Parameter = {
  name: "cut",
  description:
    'Filters `dimension.attribute:value`, joined by pipes. Several values of one attribute are alternatives (or); filters on different attributes must all match (and). A dimension without an attribute means its `name`. A value that contains a pipe or starts with a double quote is written as a JSON string: `to.label:"A|B"`. A range is written without quotes: `year:[2005 TO 2007]`. Square brackets include the bound, braces exclude it, and `*` is an open end. Number attributes are compared as numbers, all others as dates or as case-sensitive text. Several ranges of one attribute are alternatives. `!program:23106` excludes what the filter after the exclamation mark would keep; entries without a value stay. Exclusions take away from what the values and ranges of an attribute select. A date takes a day, a month or a year, in any way to write it that has one reading; `year`, `quarter`, `month`, `week`, `day` and fiscal years are compared as numbers. Ranges and exclusions add no values to cells. A text that looks like a range is quoted: `x:"[a TO b]"`.',
  schema: TEXT,
  example: "year:2009|region:UKI",
};

export const PARENTS: Parameter = {
  name: "parents",
  description:
    "`true` adds what stands above in the hierarchies of the model: the members of all higher levels, each under the key of its own reference, as if it were drilled down. A key that is there already stays. `null` where not all entries of a member have the same one.",
  schema: { type: "boolean", default: false },
  example: true,
};

export const PAGE_PARAMETERS: Parameter = {
  name: "page",
  description: "Page number, from 1; smaller numbers mean 1. It may be fractional.",
  schema: { type: "number", default: 1 },
};

export function pagesize(preset: number): Parameter {
  return {
    name: "pagesize",
    description: "Items per page. There is no maximum.",
    schema: { type: "integer", minimum: 0, default: preset },
  };
}

/** Schema of the warnings beside a result. */
export const WARNINGS: Schema = described(
  arrayOf(TEXT),
  "Sentences about parts of the request without effect: parameters that are misspelt or belong to another call, parts of `q` and `fq` that match nothing, and values of `cut` and `filter` that no entry has, with similar ones. Absent if there are none.",
);

/** Parameters of every call that answers JSON. */
export const JSON_PARAMETERS: readonly Parameter[] = [
  {
    name: "callback",
    description: "Name of the function to wrap JSON in (JSON-P): identifiers joined by dots.",
    schema: { type: "string", maxLength: 2048, pattern: "^[A-Za-z_$][A-Za-z0-9_$]*(\\.[A-Za-z_$][A-Za-z0-9_$]*)*$" },
  },
  {
    name: "pretty",
    description: "`true` indents JSON.",
    schema: { enum: ["true"] },
  },
  {
    name: "lang",
    description:
      "Language of the texts of the data, as an ISO 639-1 code: labels of members, labels, descriptions and notes of the model, where it gives them in that language. Names stay, and so do `errors` and `warnings`. CSV and other files have it, too. Without it, pages and pictures are in the language that the reader chose.",
    schema: TEXT,
    example: "fr",
  },
  {
    name: "cite",
    description:
      "`true` adds `citation` to an object about one version of a dataset: `url` (where the answer stays the same), `text`, `version`, `digest` of its files and `licence`.",
    schema: { type: "boolean", default: false },
  },
];

/** Parameter of every call that answers CSV. */
export const BOM_PARAMETER: Parameter = {
  name: "bom",
  description: "`true` begins CSV with a byte order mark, by which spreadsheets know that it is UTF-8.",
  schema: { enum: ["true"] },
};

/** Parameter of every call with a format that cannot show warnings. */
export const LENIENT_PARAMETER: Parameter = {
  name: "lenient",
  description:
    "`true` ignores parameters that are misspelt or belong to another call, which formats without `warnings` otherwise refuse.",
  schema: { type: "boolean", default: false },
};

/** Parameters that the document describes once, by name. */
export const SHARED_PARAMETERS: Readonly<Record<string, Schema>> = Object.fromEntries([
  ...Object.entries(SEGMENTS).map(([name, description]) => [
    name,
    { name, in: "path", required: true, description, schema: TEXT },
  ]),
  ...[...JSON_PARAMETERS, BOM_PARAMETER, LENIENT_PARAMETER].map((parameter) => [parameter.name, inQuery(parameter)]),
]);

export function inQuery({ name, ...rest }: Parameter): Schema {
  return { name, in: "query", ...rest };
}

/** Refer to a shared parameter. @throws TypeError when it has no description */
export function referToParameter(name: string): Schema {
  if (!Object.hasOwn(SHARED_PARAMETERS, name)) throw new TypeError(`Nothing describes the parameter ${name}`);
  return { $ref: `#/components/parameters/${name}` };
}
