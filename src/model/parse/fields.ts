import { attributeOf, dateAttributesOf, readAttributes } from "./attributes.js";
import type { Attribute, Dimension, Field, Measure } from "../cube.js";
import type { NumberFormat } from "../values/value.js";
import { fieldNameError } from "./names.js";
import { readNumberFormat } from "./number-format.js";
import { asSection, error, filledTextAt, flagAt, given, pathOf, quoted, textAt, type Section } from "./section.js";
import { readSource } from "./source.js";

/** The valid fields of a model, in mapping order. */
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
 */
export function readFields(mapping: Section, numbers: NumberFormat, entryKey: readonly string[] | undefined): Fields {
  const dimensions: Dimension[] = [];
  const measures: Measure[] = [];
  const fields: Field[] = [];
  const names = new Set<string>();
  let keyed = false;
  for (const [name, json] of Object.entries(mapping.json)) {
    if (json === null) continue;
    names.add(name);
    const section = asSection(json, pathOf(mapping, name), mapping.errors);
    if (!section) continue;
    const key = flagAt(section, "key") || (entryKey?.includes(name) ?? false);
    keyed ||= key;
    const kind = kindOf(section, name);
    const reason = fieldNameError(kind === "measure" ? "measure" : "dimension", name);
    if (reason !== null) error(section, null, `${quoted(name)} ${reason}`);
    const field =
      kind === "measure"
        ? readMeasure(section, name, measures.length, key, numbers)
        : readDimension(section, name, kind, dimensions.length, key, numbers);
    if (!field) continue;
    fields.push(field);
    if (field.kind === "measure") measures.push(field);
    else dimensions.push(field);
  }
  checkNames(mapping, names);
  checkRequired(mapping, names);
  return { fields, dimensions, measures, names, keyed };
}

/** Return the kind of a field: the first of the four kinds that fits its definition. */
export function kindOf(section: Section, name: string): Field["kind"] {
  const type = textAt(section, "type");
  if (type === "measure" || name === "amount") return "measure";
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
  const source = readSource(section, { datatype: "float", fixed: true, required: key, numbers });
  const described = readDescription(section, name);
  return source && { kind: "measure", name, ...described, index, key, source };
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
  if (!attributes || !identity) return null;
  return { kind, name, ...described, index, key, facet, taxonomy, attributes, identity };
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
  const source = readSource(section, { datatype: date ? "date" : "string", fixed: date, required, numbers });
  if (!source) return null;
  return date ? dateAttributesOf(section, source, facet) : [attributeOf(section, name, 0, source, facet)];
}

function readDescription(section: Section, name: string): { label: string; description: string } {
  return { label: filledTextAt(section, "label") ?? name, description: textAt(section, "description") ?? "" };
}

function checkNames(mapping: Section, names: ReadonlySet<string>): void {
  for (const name of names) {
    if (names.has(`${name}_id`)) {
      error(mapping, name, `the fields ${quoted(name)} and ${quoted(`${name}_id`)} conflict; rename one of them`);
    }
  }
}

/** Check the required fields, amount and time. A field `amount` is always a measure. */
function checkRequired(mapping: Section, names: ReadonlySet<string>): void {
  if (!names.has("amount")) {
    error(mapping, "amount", 'is missing; write "amount": {"type": "measure", "datatype": "float", "column": …}');
  }
  const example = '{"type": "date", "datatype": "date", "column": …}';
  const time = Object.hasOwn(mapping.json, "time") ? mapping.json.time : null;
  if (time === null) error(mapping, "time", `is missing; write "time": ${example}`);
  else if (typeof time === "object" && kindOf({ ...mapping, json: { ...time }, errors: [] }, "time") !== "date") {
    error(mapping, "time", `must be a date dimension; write ${example}`);
  }
}
