import type { Dimension, Model } from "../../../core/model/cube.js";
import { type AttributeColumn, type EntryColumn, planEntryColumns } from "./entry-columns.js";

/** A field of a Table Schema, with its column type if the package is a Fiscal Data Package. */
export interface SchemaField {
  readonly name: string;
  readonly type: "string" | "number" | "date" | "year";
  readonly title: string;
  readonly description?: string;
  readonly columnType?: string;
  readonly constraints?: { readonly required: true; readonly unique?: true };
}

/** Table Schema of entries as CSV (https://specs.frictionlessdata.io/table-schema/). */
export interface TableSchema {
  readonly fields: readonly SchemaField[];
  readonly primaryKey: readonly string[];
  readonly missingValues: readonly string[];
}

/** Taxonomies that are beginnings of column types already. */
const CLASSIFICATION = /^(?:administrative|functional|economic)-classification(?::[a-z0-9-]+)*$/;

/** Describe the columns of the entries of a dataset. */
export function tableSchema(model: Model): TableSchema {
  const id: SchemaField = {
    name: "id",
    type: "string",
    title: "Entry",
    description: "Identifies the entry",
    constraints: { required: true, unique: true },
  };
  return {
    fields: [id, ...planEntryColumns(model).map((column) => describeColumn(model, column))],
    primaryKey: ["id"],
    missingValues: [""],
  };
}

function describeColumn(model: Model, column: EntryColumn): SchemaField {
  const { name } = column;
  if (column.type === "amount") {
    const measure = model.measures[column.measure]!;
    const described = describe(measure.label, measure.description);
    return { name, type: "number", ...described, columnType: "value", constraints: { required: true } };
  }
  const { dimension, attribute } = column;
  const isIdentity = attribute === dimension.identity;
  const title = isIdentity || attribute.name === "label" ? dimension.label : `${dimension.label}: ${attribute.name}`;
  const columnType = columnTypeOf(column);
  return {
    name,
    type: typeOf(column),
    ...describe(title, isIdentity ? dimension.description : ""),
    ...(columnType !== null && { columnType }),
  };
}

function describe(title: string, description: string): Pick<SchemaField, "title" | "description"> {
  return { title, ...(description !== "" && { description }) };
}

function typeOf({ type, dimension, attribute }: AttributeColumn): SchemaField["type"] {
  if (type === "number") return "number";
  if (dimension.kind === "date" && attribute === dimension.identity) return "date";
  if (dimension.kind === "date" && attribute.name === "year") return "year";
  return attribute.source?.datatype === "date" ? "date" : "string";
}

/** Return the column type of the Fiscal Data Package for an attribute; `null` if its role and its taxonomy say none. */
function columnTypeOf({ dimension, attribute }: AttributeColumn): string | null {
  if (dimension.kind === "date") return dateType(dimension, attribute.name);
  const part = attribute === dimension.identity ? "id" : attribute.name === "label" ? "label" : null;
  if (part === null) return null;
  const role = dimension.meaning?.role;
  if (role === "direction") return part === "id" ? "direction" : null;
  if (role === "phase") return `phase:${part}`;
  const base = /^cofog/i.test(dimension.taxonomy) ? "functional-classification:cofog" : dimension.taxonomy;
  return CLASSIFICATION.test(base) ? `${base}:${part === "id" ? "code" : part}` : null;
}

function dateType({ name, calendar }: Dimension, attribute: string): string | null {
  if (name !== "time") return null;
  if (attribute === "fiscal_year") return "date:fiscal-year";
  return attribute === "name" && !calendar?.fiscalYear ? "date:generic" : null;
}
