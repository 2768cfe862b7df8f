import { errorText } from "../../errors/error-text.js";
import { attributeOf, dateAttributesOf, fiscalAttributes, readAttributes, unlistedAttributes } from "./attributes.js";
import { readCorrections } from "./corrections.js";
import { readCalendar } from "./calendar.js";
import { readMeaning } from "./meaning.js";
import { readMemberLabels } from "./member-labels.js";
import { type DerivedSection, readDerivedDimensions } from "./derived.js";
import type { Attribute, DatasetMetadata, Dimension, DimensionKind, Field, Measure, TableKind } from "../cube.js";
import { fileDateOf } from "../generated-columns.js";
import { makeLabelAttributes } from "../member-labels.js";
import type { NumberFormat } from "../values/value.js";
import { fieldNameError } from "./names.js";
import { readNumberFormat } from "./number-format.js";
import { asSection, error, filledTextAt, flagAt, given, pathOf, quoted, textAt, type Section } from "./section.js";
import { readSource } from "./source.js";

/** Kind of a field's definition in a model file. */
export type FieldKind = DimensionKind | "measure" | "derived";

/** The valid fields of a model, in mapping order; derived dimensions are the last ones of `dimensions`. */
export interface Fields {
  readonly fields: readonly Field[];
  readonly dimensions: readonly Dimension[];
  readonly measures: readonly Measure[];
  /** All names in the mapping, including those of invalid fields. */
  readonly names: ReadonlySet<string>;
  /** True if any field, valid or not, is part of the key. */
  readonly keyed: boolean;
}

/**
 * Read the mapping.
 * @param numbers number format of the dataset
 * @param entryKey the dataset's `entry_key`: names of the fields that form an entry's id
 * @param dataset the dataset; undefined if it is missing
 */
export function readFields(
  mapping: Section,
  numbers: NumberFormat,
  entryKey: readonly string[] | undefined,
  dataset?: DatasetMetadata,
): Fields {
  const dimensions: Dimension[] = [];
  const measures: Measure[] = [];
  const derived: DerivedSection[] = [];
  const found = new Map<string, Field>();
  const names = new Set<string>();
  let keyed = false;
  for (const [name, json] of Object.entries(mapping.json)) {
    if (json === null) continue;
    names.add(name);
    const section = asSection(json, pathOf(mapping, name), mapping.errors);
    if (!section) continue;
    const key = flagAt(section, "key") || (entryKey?.includes(name) ?? false);
    const kind = kindOf(section, name);
    const reason = fieldNameError(kind === "measure" ? "measure" : "dimension", name);
    if (reason !== null) error(section, null, `${quoted(name)} ${reason}`);
    if (kind === "derived") {
      if (key) error(section, "key", errorText("derived_dimension_in_key"));
      derived.push({ name, section, described: readDescription(section, name) });
      continue;
    }
    keyed ||= key;
    const field =
      kind === "measure"
        ? readMeasure(section, name, measures.length, key, numbers)
        : readDimension(section, name, kind, dimensions.length, key, numbers);
    if (!field) continue;
    found.set(name, field);
    if (field.kind === "measure") measures.push(field);
    else dimensions.push(field);
  }
  for (const dimension of readDerivedDimensions(
    derived,
    { dimensions, fields: [...found.values()] },
    names,
    dataset?.name,
  )) {
    found.set(dimension.name, dimension);
    dimensions.push(dimension);
  }
  checkNames(mapping, names);
  if (dataset?.kind) refuseMeasures(mapping, names, dataset.kind);
  else checkRequired(mapping, names);
  const fields = [...names].flatMap((name) => found.get(name) ?? []);
  return { fields, dimensions, measures, names, keyed };
}

/** Return the kind of a field: the first of the five kinds that fits its definition. */
export function kindOf(section: Section, name: string): FieldKind {
  const type = textAt(section, "type");
  if (type === "measure" || name === "amount") return "measure";
  if (type === "derived") return "derived";
  if (type === "date" || (name === "time" && given(section, "datatype") === "date")) return "date";
  return type === "attribute" || type === "value" ? "attribute" : "compound";
}

function readMeasure(
  section: Section,
  name: string,
  index: number,
  key: boolean,
  numbers: NumberFormat,
): Measure | null {
  const source = readSource(section, { datatype: "float", fixed: true, constants: null, required: key, numbers });
  const described = readDescription(section, name);
  const phase = filledTextAt(section, "phase")?.trim();
  const unit = filledTextAt(section, "unit")?.trim();
  if (!source) return null;
  const meaning = { ...(phase !== undefined && { phase }), ...(unit !== undefined && { unit }) };
  return { kind: "measure", name, ...described, index, key, source, ...meaning };
}

function readDimension(
  section: Section,
  name: string,
  kind: Dimension["kind"],
  index: number,
  key: boolean,
  numbers: NumberFormat,
): Dimension | null {
  const described = readDescription(section, name);
  const facet = flagAt(section, "facet");
  const taxonomy = filledTextAt(section, "taxonomy") ?? name;
  const attributes =
    kind === "compound"
      ? readAttributes(section, readNumberFormat(section, numbers), key)
      : readValues(section, name, kind, key, facet, numbers);
  const identity = attributes?.find((attribute) => attribute.name === (kind === "attribute" ? name : "name"));
  const calendar = kind === "date" ? readCalendar(section) : undefined;
  const meaning = readMeaning(section);
  const labels = kind === "compound" ? readMemberLabels(section) : new Map<string, never>();
  if (!attributes || !identity) return null;
  const isText = kind !== "date" && identity.type === "text";
  const corrections = isText ? readCorrections(section, kind === "compound") : undefined;
  if (!isText && given(section, "corrections") !== undefined)
    error(section, "corrections", errorText("corrections_of_texts_only"));
  const all = calendar?.fiscalYear ? [...attributes, ...fiscalAttributes(attributes.length)] : attributes;
  const dimension = { kind, name, ...described, index, key, facet, taxonomy, attributes: all, identity };
  const unlisted = kind === "date" ? unlistedAttributes(all.length) : undefined;
  return {
    ...dimension,
    ...(unlisted ? { unlisted } : makeLabelAttributes(dimension, labels)),
    ...(calendar && { calendar }),
    ...(meaning && { meaning }),
    ...(corrections && { corrections }),
  };
}

/** Read the attributes of a date or attribute dimension. */
function readValues(
  section: Section,
  name: string,
  kind: "date" | "attribute",
  key: boolean,
  facet: boolean,
  numbers: NumberFormat,
): readonly Attribute[] | null {
  const date = kind === "date";
  const required = key || name === "time";
  const constants = date ? fileDateOf(name) : true;
  const source = readSource(section, { datatype: date ? "date" : "string", fixed: date, constants, required, numbers });
  if (!source) return null;
  return date ? dateAttributesOf(section, source, facet) : [attributeOf(section, name, 0, source, facet)];
}

function readDescription(section: Section, name: string): { label: string; description: string } {
  return { label: filledTextAt(section, "label") ?? name, description: textAt(section, "description") ?? "" };
}

function checkNames(mapping: Section, names: ReadonlySet<string>): void {
  for (const name of names) {
    if (names.has(`${name}_id`)) {
      error(mapping, name, errorText("fields_conflict", { name: quoted(name), detail: quoted(`${name}_id`) }));
    }
  }
}

/** Refuse the measures of a dataset that has dimensions alone. */
function refuseMeasures(mapping: Section, names: ReadonlySet<string>, kind: TableKind): void {
  for (const name of names) {
    const json = mapping.json[name];
    if (typeof json !== "object" || json === null || Array.isArray(json)) continue;
    if (kindOf({ ...mapping, json: { ...json }, errors: [] }, name) !== "measure") continue;
    const dataset = kind === "labels" ? "a table of labels" : "a crosswalk";
    error(mapping, name, errorText("kind_with_measures", { dataset }));
  }
}

/** Check the required fields, amount and time. A field `amount` is always a measure. */
function checkRequired(mapping: Section, names: ReadonlySet<string>): void {
  if (!names.has("amount")) {
    error(mapping, "amount", errorText("missing"));
  }
  const example = '{"type": "date", "datatype": "date", "column": …}';
  const time = Object.hasOwn(mapping.json, "time") ? mapping.json.time : null;
  if (time === null) error(mapping, "time", errorText("time_missing", { example }));
  else if (typeof time === "object" && kindOf({ ...mapping, json: { ...time }, errors: [] }, "time") !== "date") {
    error(mapping, "time", errorText("time_not_a_date", { example }));
  }
}
