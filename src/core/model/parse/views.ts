import { errorText } from "../../errors/error-text.js";
import type { View } from "../cube.js";
import type { Fields } from "./fields.js";
import { didYouMean } from "../nearest.js";
import { findReference, referenceNames } from "../references.js";
import {
  asSection,
  error,
  filledTextAt,
  requiredTextAt,
  given,
  quoted,
  scalarText,
  sectionAt,
  type Section,
} from "./section.js";

/** Number of errors after which reading stops: finding similar names for each error costs time. */
const MAX_ERRORS = 1000;

/** Read the views of a model. Of several views with the same dimension and name, the first one is used. */
export function readViews(document: Section, fields: Fields): readonly View[] {
  const list = given(document, "views");
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    error(document, "views", errorText("not_a_list_of_views", { value: quoted(list) }));
    return [];
  }
  const views = new Map<string, View>();
  for (const [i, item] of list.entries()) {
    if (item === null) continue;
    if (document.errors.length > MAX_ERRORS) break;
    const section = asSection(item, `views[${i}]`, document.errors);
    const view = section && readView(section, fields);
    const identity = JSON.stringify([view?.dimension, view?.name]);
    if (view && !views.has(identity)) views.set(identity, view);
  }
  return [...views.values()];
}

function readView(section: Section, fields: Fields): View {
  const name = requiredTextAt(section, "name", "a short name");
  const dimension = requiredTextAt(section, "dimension", 'a dimension, or "dataset" for the whole');
  const known = ["dataset", ...fields.dimensions.map((candidate) => candidate.name)];
  if (dimension !== "" && !known.includes(dimension) && !isBroken(fields, dimension)) {
    error(section, "dimension", unknown(dimension, known, 'write a dimension, or "dataset" for the whole'));
  }
  return {
    name,
    label: filledTextAt(section, "label") ?? name,
    entity: filledTextAt(section, "entity") ?? (dimension === "dataset" ? "dataset" : "dimension"),
    dimension,
    drilldown: readDrilldown(section, fields),
    cuts: readCuts(section, fields),
    filters: readFilters(section),
  };
}

/** Read `drilldown`, called `breakdown` in older models; `null` if it is missing. */
function readDrilldown(section: Section, fields: Fields): string | null {
  const key =
    given(section, "drilldown") === undefined && given(section, "breakdown") !== undefined ? "breakdown" : "drilldown";
  const drilldown = filledTextAt(section, key) ?? null;
  if (drilldown !== null) checkReference(section, key, drilldown, fields);
  return drilldown;
}

/** Read `cuts`, called `view_filters` in older models: from reference to one value or a list of values. */
function readCuts(section: Section, fields: Fields): ReadonlyMap<string, readonly string[]> {
  const cuts = new Map<string, readonly string[]>();
  const key = given(section, "cuts") === undefined ? "view_filters" : "cuts";
  const written = sectionAt(section, key);
  for (const [reference, value] of Object.entries(written?.json ?? {})) {
    if (!written || value === null) continue;
    checkReference(section, `${key}.${reference}`, reference, fields);
    const values = (Array.isArray(value) ? value : [value]).filter((item) => item !== null).map(scalarText);
    if (values.includes(undefined)) error(written, reference, errorText("not_values"));
    else cuts.set(reference, values as string[]);
  }
  return cuts;
}

function readFilters(section: Section): ReadonlyMap<string, string> {
  const filters = new Map<string, string>();
  const written = sectionAt(section, "filters");
  for (const [key, value] of Object.entries(written?.json ?? {})) {
    if (!written || value === null) continue;
    const text = scalarText(value);
    if (text === undefined) error(written, key, errorText("not_one_value", { value: quoted(value) }));
    else filters.set(key, text);
  }
  return filters;
}

/** Report a reference that names nothing, unless it names a field with errors of its own. */
export function checkReference(section: Section, key: string, reference: string, fields: Fields): void {
  if (findReference(fields, reference) || isBroken(fields, reference.split(".", 1)[0] ?? "")) return;
  error(section, key, unknown(reference, referenceNames(fields), "write a dimension, or dimension.attribute"));
}

/** True if a field is in the mapping but has errors of its own, so that references to it cannot be checked. */
function isBroken(fields: Fields, name: string): boolean {
  const base =
    fields.names.has("time") && !fields.names.has(name) && (name === "year" || name === "month") ? "time" : name;
  return fields.names.has(base) && !fields.fields.some((field) => field.name === base);
}

function unknown(name: string, known: readonly string[], remedy: string): string {
  return `${quoted(name)} is not a dimension or attribute${didYouMean(name, known) || `; ${remedy}`}`;
}
