import { slug } from "../../core/model/values/slug.js";
import { type ColumnUse, columnUses, type Definition } from "./column-uses.js";
import { fieldNameOf } from "./name-fields.js";
import type { ColumnAnalysis, TableAnalysis } from "./table-analysis.js";

/** A column of an analysed table that a model reads. */
export interface ModelColumn extends ColumnUse {
  readonly analysis: ColumnAnalysis;
  /** Reference to its values: `dimension`, or `dimension.attribute`. */
  readonly reference: string;
  readonly label: string;
}

/** The columns that a model reads, and what else the model has. */
export interface ModelColumns {
  readonly analysis: TableAnalysis;
  readonly mapping: Definition;
  readonly columns: readonly ModelColumn[];
}

export function modelColumns(analysis: TableAnalysis, mapping: Definition): ModelColumns {
  const found = new Map(analysis.columns.map((column) => [column.heading, column]));
  const columns = columnUses(mapping).flatMap((use): readonly ModelColumn[] => {
    const { column, field, attribute, fieldDefinition } = use;
    const seen = found.get(column);
    const label = typeof fieldDefinition.label === "string" ? fieldDefinition.label : field;
    const reference = attribute === null ? field : `${field}.${attribute}`;
    return seen ? [{ ...use, analysis: seen, reference, label }] : [];
  });
  return { analysis, mapping, columns };
}

/** Return what the cells of a column become in the model; `null` for other values than texts. */
export function textReader({ kind, definition: { datatype } }: ModelColumn): ((cell: string) => string) | null {
  if (kind === "measure" || kind === "date") return null;
  if (datatype === undefined || datatype === "string") return (cell) => cell;
  return datatype === "id" ? slug : null;
}

/**
 * Name a derived dimension that a model may have already.
 * @param isSame true for the definition of the same dimension
 */
export function nameDerived(mapping: Definition, wanted: string, isSame: (definition: Definition) => boolean): string {
  const known = Object.entries(mapping).find(([, each]) => {
    const definition = each as Definition | null;
    return definition?.type === "derived" && isSame(definition);
  });
  return known ? known[0] : fieldNameOf(wanted, (name) => !(name in mapping));
}
