import type { Parameter } from "./description.js";
import { type Schema, TEXT } from "./schema.js";

/** What the names in paths stand for. */
const SEGMENTS: Readonly<Record<string, string>> = {
  dataset: "Name of a dataset.",
  dimension: "Name of a dimension of the dataset.",
  name: "Name of a member of the dimension, percent-encoded; any character may be in it.",
  source: "Id of a source of the dataset.",
  run: "Id of a run of the source.",
  id: "Id of an entry: 40 hexadecimal digits.",
  draft: "Id of a file that waits to be published.",
  file: "Name of a file, as pages call it.",
};

export const CUT: Parameter = {
  name: "cut",
  description:
    'Filters `dimension.attribute:value`, joined by pipes. Filters on one attribute are united, those on different attributes intersected. A dimension alone means its name. A value that holds a pipe or starts with a double quote is written as a JSON string: `to.label:"A|B"`. `year:[2005 TO 2007]`, without quotes, keeps a range: square brackets include the bound, braces exclude it, `*` is an open end; number attributes compare as numbers, all others as dates or text, letter case included. Several ranges on one attribute are united. `!program:23106` leaves out what the filter after the exclamation mark would keep; entries without a value stay. The values, the ranges and the exclusions of one attribute are intersected; ranges and exclusions add nothing to cells. A text that looks like a range is quoted: `x:"[a TO b]"`.',
  schema: TEXT,
  example: "year:2009|region:UKI",
};

export const PAGE_PARAMETERS: Parameter = {
  name: "page",
  description: "Page number from 1 on; below 1 it is 1. It may be fractional.",
  schema: { type: "number", default: 1 },
};

export function pagesize(preset: number): Parameter {
  return {
    name: "pagesize",
    description: "Items on a page. There is no maximum.",
    schema: { type: "integer", minimum: 0, default: preset },
  };
}

/** On every call that answers JSON. */
export const JSON_PARAMETERS: readonly Parameter[] = [
  {
    name: "callback",
    description: "Name of a function to wrap JSON in a call of (JSON-P): identifiers joined by dots.",
    schema: { type: "string", maxLength: 2048, pattern: "^[A-Za-z_$][A-Za-z0-9_$]*(\\.[A-Za-z_$][A-Za-z0-9_$]*)*$" },
  },
  {
    name: "pretty",
    description: "`true` indents JSON.",
    schema: { enum: ["true"] },
  },
];

/** Parameters that the document holds once. */
export const SHARED_PARAMETERS: Readonly<Record<string, Schema>> = Object.fromEntries([
  ...Object.entries(SEGMENTS).map(([name, description]) => [
    name,
    { name, in: "path", required: true, description, schema: TEXT },
  ]),
  ...JSON_PARAMETERS.map((parameter) => [parameter.name, inQuery(parameter)]),
]);

export function inQuery({ name, ...rest }: Parameter): Schema {
  return { name, in: "query", ...rest };
}

/** @throws TypeError when nobody has said what a segment stands for */
export function referToParameter(name: string): Schema {
  if (!Object.hasOwn(SHARED_PARAMETERS, name)) throw new TypeError(`Nothing describes the parameter ${name}`);
  return { $ref: `#/components/parameters/${name}` };
}
