import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import type { Attribute, Source } from "../cube.js";
import type { NumberFormat } from "../values/value.js";
import { DATE_ATTRIBUTES, FISCAL_ATTRIBUTES, UNLISTED_ATTRIBUTES } from "../cube.js";
import { misspelledType } from "./keys-of-parts.js";
import { attributeNameError } from "./names.js";
import { asSection, error, filledTextAt, flagAt, given, isObject, pathOf, quoted, type Section } from "./section.js";
import { readSource } from "./source.js";

/** Maximum number of attributes: far above all published models; each one is a column in memory. */
const MAX_ATTRIBUTES = 500;

/**
 * Read the attributes of a compound dimension, in the order of the model. A missing `label` or `name` is derived from
 * the other one and comes last. `null` if there is an error, which is reported.
 * @param key true if the dimension is part of the key: its `name` may then be empty only with a default
 */
export function readAttributes(section: Section, numbers: NumberFormat, key: boolean): readonly Attribute[] | null {
  const before = section.errors.length;
  const definitions = definitionsOf(section);
  if (section.errors.length > before) return null;
  addMissing(section, definitions);

  const attributes: Attribute[] = [];
  for (const [name, definition] of definitions) {
    const reason = attributeNameError(name);
    if (reason !== null) error(definition, null, `${quoted(name)} ${reason}`);
    const required = key && name === "name";
    const source = readSource(definition, { datatype: "string", fixed: false, constants: true, required, numbers });
    const facet = flagAt(definition, "facet");
    if (source) attributes.push(attributeOf(definition, name, attributes.length, source, facet));
  }
  return section.errors.length > before ? null : attributes;
}

/** Build an attribute with a name and a source. */
export function attributeOf(section: Section, name: string, index: number, source: Source, facet: boolean): Attribute {
  const endColumn = filledTextAt(section, "end_column")?.trim() ?? null;
  return { name, index, source, type: source.datatype === "float" ? "number" : "text", facet, endColumn };
}

/** Build the attributes of a date dimension; only `name` is read from the source. */
export function dateAttributesOf(section: Section, source: Source, facet: boolean): readonly Attribute[] {
  return DATE_ATTRIBUTES.map((name, index) =>
    index === 0
      ? attributeOf(section, name, index, source, facet)
      : { name, index, source: null, type: "text", facet: false, endColumn: null },
  );
}

/** Build the attributes that a fiscal year adds to a date dimension. @param first position of the first one */
export function fiscalAttributes(first: number): readonly Attribute[] {
  return computedAttributes(FISCAL_ATTRIBUTES, first);
}

/** Build the unlisted attributes of a date dimension. @param first position of the first one */
export function unlistedAttributes(first: number): readonly Attribute[] {
  return computedAttributes(UNLISTED_ATTRIBUTES, first);
}

function computedAttributes(names: readonly string[], first: number): readonly Attribute[] {
  return names.map((name, at) => {
    return { name, index: first + at, source: null, type: "text", facet: false, endColumn: null };
  });
}

function definitionsOf(section: Section): Map<string, Section> {
  const definitions = new Map<string, Section>();
  const { errors } = section;
  const attributes = given(section, "attributes");
  const fields = given(section, "fields");
  const list = attributes === undefined ? fields : attributes;
  if (attributes === undefined ? Array.isArray(fields) : isObject(attributes)) {
    if (Object.keys(list as object).length > MAX_ATTRIBUTES) {
      error(section, null, errorText("too_many_attributes", { maximum: MAX_ATTRIBUTES }));
    } else if (attributes === undefined) {
      (fields as unknown[]).forEach((item, i) => addListed(section, `fields[${i}]`, item, definitions));
    } else {
      for (const [name, item] of Object.entries(attributes as object)) {
        const definition = item === null ? undefined : asSection(item, pathOf(section, `attributes.${name}`), errors);
        if (definition) definitions.set(name, definition);
      }
    }
  } else if (list !== undefined) {
    const key = attributes === undefined ? "fields" : "attributes";
    error(
      section,
      key,
      errorText("not_attribute_definitions", {
        value: quoted(list),
        detail: key === "fields" ? "a list" : "an object",
      }),
    );
  }
  return definitions;
}

/** Read an item of the older form: a list of definitions that contain their names. */
function addListed(section: Section, key: string, item: unknown, definitions: Map<string, Section>): void {
  const definition = item === null ? undefined : asSection(item, pathOf(section, key), section.errors);
  if (!definition) return;
  const name = given(definition, "name");
  if (typeof name !== "string") error(definition, "name", errorText("attribute_name_missing"));
  else if (definitions.has(name)) error(definition, "name", errorText("appears_twice", { name: quoted(name) }));
  else definitions.set(name, definition);
}

/** Derive a missing `label` or `name`: a label is a copy of the name, a name is a slug of the label. */
function addMissing(section: Section, definitions: Map<string, Section>): void {
  const name = definitions.get("name");
  const label = definitions.get("label");
  if (name && !label) definitions.set("label", name);
  else if (label && !name) {
    const column = given(label, "datatype") === "constant" ? null : given(label, "column");
    definitions.set("name", { ...label, json: { ...label.json, column, datatype: "id" } });
  } else if (!name) {
    const type = given(section, "type");
    const meant = typeof type === "string" ? misspelledType(type) : null;
    const wanted =
      meant === null || meant === "compound"
        ? phraseText("another_type")
        : phraseText("type_instead", { value: quoted(meant), given: quoted(type) });
    const remedy = phraseText("write_attributes", { wanted });
    error(section, "attributes", errorText("compound_without_name_and_label", { remedy }));
  }
}
