import type { Attribute, Dimension, Field, Model, ModelDocument } from "../../../core/model/cube.js";
import { isObject } from "../../../core/model/parse/section.js";
import { withoutVersion } from "../../../store/version-name.js";

/** Keys of a dataset that describe the file that was loaded, not the one that is exported. */
const OF_THE_FILE: ReadonlySet<string> = new Set(["encoding", "table"]);

/** The same of fields and attributes. */
const OF_THE_CELLS: ReadonlySet<string> = new Set([
  "column",
  "datatype",
  "default_value",
  "constant",
  "format",
  "decimal",
  "thousands",
  "end_column",
  "attributes",
  "fields",
]);

/**
 * Write the model by which an export as CSV is loaded again, with the same ids: every field is read from the column that
 * `planEntryColumns` gives it. Values are read as they are; ids are slugs already.
 */
export function exportedModel({ dataset, document, fields }: Model): ModelDocument {
  const known = new Map(fields.map((field) => [field.name, field]));
  const mapping = Object.entries(document.mapping).flatMap(([name, definition]): [string, unknown][] => {
    const field = known.get(name);
    return field && isObject(definition) ? [[name, exportedField(field, definition)]] : [];
  });
  return {
    ...document,
    dataset: {
      ...leaveOut(document.dataset, OF_THE_FILE),
      name: withoutVersion(dataset.name),
      label: document.dataset["label"] ?? dataset.label,
      decimal: ".",
      thousands: ",",
    },
    mapping: Object.fromEntries(mapping),
  };
}

function exportedField(field: Field, definition: Readonly<Record<string, unknown>>): unknown {
  if (field.kind !== "measure" && field.derivation) return definition;
  const rest = leaveOut(definition, OF_THE_CELLS);
  if (field.kind === "measure") return { ...rest, type: "measure", column: field.name, datatype: "float" };
  if (field.kind === "date") return { ...rest, type: "date", column: `${field.name}.name`, datatype: "date" };
  if (field.kind === "attribute") return { ...rest, column: field.name, ...cellOf(field.identity) };
  return { ...rest, attributes: exportedAttributes(field) };
}

function exportedAttributes({ name, attributes }: Dimension): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    attributes
      .filter(({ source }) => source !== null)
      .map((attribute) => [
        attribute.name,
        { column: `${name}.${attribute.name}`, ...cellOf(attribute), ...(attribute.facet && { facet: true }) },
      ]),
  );
}

/** Return how the cells of an attribute are read. An empty one is the empty text, also in a key. */
function cellOf({ type, source }: Attribute): Readonly<Record<string, unknown>> {
  if (type === "number") return { datatype: "float" };
  return source?.datatype === "date" ? { datatype: "date" } : { datatype: "string", default_value: "" };
}

function leaveOut(
  object: Readonly<Record<string, unknown>>,
  keys: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.has(key)));
}
