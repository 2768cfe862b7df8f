import { distance } from "fastest-levenshtein";

/** A part of a model file. `value` is an attribute dimension, `attribute` an attribute of a compound dimension. */
export type ModelPart =
  | "model"
  | "dataset"
  | "licence"
  | "publisher"
  | "contact"
  | "table"
  | "sheets"
  | "unpivot"
  | "split currency"
  | "left out rule"
  | "measure"
  | "date"
  | "fiscal year"
  | "value"
  | "compound"
  | "derived"
  | "attribute"
  | "listed attribute"
  | "view"
  | "hierarchy"
  | "note"
  | "formula"
  | "series"
  | "references";

const FIELD = ["type", "label", "description", "key"];
const MEANING = ["role", "order", "additive", "default"];
const SOURCE = ["column", "datatype", "default_value"];
const NUMBERS = ["decimal", "thousands"];
const ATTRIBUTE = [...SOURCE, "constant", "format", ...NUMBERS, "facet", "end_column"];

/** Keys that the parser reads in each part. */
export const KNOWN_KEYS: Readonly<Record<ModelPart, readonly string[]>> = {
  model: ["dataset", "mapping", "views", "hierarchies", "notes", "formulas", "references"],
  dataset: [
    "name",
    "label",
    "description",
    "currency",
    "category",
    "default_time",
    "languages",
    "territories",
    "licence",
    "doi",
    "publisher",
    "contact",
    "keywords",
    "themes",
    "frequency",
    "kind",
    "series",
    "serp_title",
    "serp_teaser",
    "encoding",
    ...NUMBERS,
    "table",
    "entry_key",
  ],
  licence: ["name", "url"],
  publisher: ["name", "url"],
  contact: ["name", "email", "url"],
  table: [
    "sheet",
    "sheets",
    "header_row",
    "columns",
    "fill_down",
    "unpivot",
    "leave_out",
    "empty",
    "units",
    "scale",
    "serial_dates",
    "currency",
  ],
  sheets: ["names", "heading"],
  "split currency": ["from", "to"],
  unpivot: ["columns", "heading", "cell"],
  "left out rule": ["column", "values", "begins", "filled", "sums"],
  measure: [...FIELD, ...SOURCE, ...NUMBERS, "phase", "unit"],
  date: [
    ...FIELD,
    ...MEANING,
    ...SOURCE,
    "constant",
    "format",
    "facet",
    "taxonomy",
    "end_column",
    "fiscal_year",
    "precision",
  ],
  "fiscal year": ["starts", "named"],
  value: [...FIELD, ...MEANING, ...ATTRIBUTE, "taxonomy", "corrections"],
  compound: [...FIELD, ...MEANING, "attributes", "fields", "facet", "taxonomy", "corrections", ...NUMBERS],
  derived: [...FIELD, ...MEANING, "from", "values", "prefix", "through", "to", "labels", "facet", "taxonomy"],
  attribute: ATTRIBUTE,
  "listed attribute": ["name", ...ATTRIBUTE],
  view: ["name", "label", "entity", "dimension", "drilldown", "breakdown", "cuts", "view_filters", "filters"],
  hierarchy: ["label", "levels"],
  note: ["on", "kind", "text"],
  formula: ["term", "label", "format"],
  series: ["kind", "base", "per"],
  references: ["prices", "in", "per"],
};

/** Types of fields. */
const KNOWN_TYPES = ["measure", "date", "attribute", "value", "compound", "classifier", "entity", "derived"];

/** Phrase of what to write instead of a type that there is not. */
type MistakenType = "measure_or_attribute" | "attribute_of_texts" | "date_of_dates";

/** Types that are often written for another one, and that one with its meaning. */
export const MISTAKEN_TYPES: ReadonlyMap<string, MistakenType> = new Map([
  ...mistaken("amount number float integer decimal money", "measure_or_attribute"),
  ...mistaken("string text id", "attribute_of_texts"),
  ...mistaken("time datetime timestamp", "date_of_dates"),
]);

function mistaken(types: string, remedy: MistakenType): readonly (readonly [string, MistakenType])[] {
  return types.split(" ").map((type) => [type, remedy]);
}

/** Keys of models that the service's predecessor published, of what it gave out, and of models from data packages. */
const PUBLISHED = `
  schema_version model_rev temporal_granularity unique_keys entry_custom_html ckan_uri private id data
  created_at updated_at sources team export_query timestamps num_entries html_url measures
  dateLastUpdated`
  .trim()
  .split(/\s+/);

/** Keys of texts in languages, which every part may have, and such as later versions will read. */
const IN_LANGUAGES = `
  labels descriptions collections`
  .trim()
  .split(/\s+/);

const KEPT: Readonly<Record<"outer" | "inner", ReadonlySet<string>>> = {
  outer: new Set([...PUBLISHED, ...IN_LANGUAGES]),
  inner: new Set(IN_LANGUAGES),
};

/** True if a key that no part has is expected in models, such as a comment or a key of other versions. */
export function isKeptKey(key: string, part: ModelPart): boolean {
  const kept = KEPT[part === "model" || part === "dataset" ? "outer" : "inner"];
  return (
    kept.has(key) || /^(?:labels?|description|text)_[a-z]{2}$/.test(key) || /^(?:[_$@#]|\/\/|x-|comments?$)/.test(key)
  );
}

/** Maximum number of edits between a type and the known one that is meant. */
const MAX_TYPE_EDITS = 2;

/** Return the known type that an unknown one is a misspelling of; `null` if there is none. */
export function misspelledType(type: string): string | null {
  const written = type.trim().toLowerCase();
  if (KNOWN_TYPES.includes(type) || written.length > 20) return null;
  const near = KNOWN_TYPES.map((known) => ({ known, edits: distance(written, known) })).toSorted(
    (a, b) => a.edits - b.edits,
  )[0]!;
  return near.edits <= MAX_TYPE_EDITS ? near.known : null;
}
