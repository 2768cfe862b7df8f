import { FILE_DATE, ROW_NUMBER } from "../../../analysis/generated-columns.js";
import { fieldNameOf, labelOf } from "../../../analysis/name-fields.js";
import type { TableAnalysis } from "../../../analysis/table-analysis.js";
import { isObject } from "../../../model/parse/section.js";
import { type FormatCode, fittingFormat, formatOf } from "./cell-format.js";
import { type ColumnChoice, type Role, tidyChoices } from "./column-choice.js";
import { type ColumnUse, columnUses, type Definition } from "./column-uses.js";
import { readDatasetFields } from "./dataset-fields.js";
import type { ModelForm } from "./model-form.js";

/** Maximum number of unused columns in a form: a longer list is of no use. */
const MAX_OFFERED = 200;

/**
 * Read a model as a form: a choice for each place where it reads a column, and for each column that it does not use.
 * @param document JSON; anything but an object counts as an empty model
 * @param analysis analysis of the table; `null` if there is none
 */
export function readForm(document: unknown, analysis: TableAnalysis | null, date: string): ModelForm {
  const { dataset, mapping } = partsOf(document);
  const uses = columnUses(mapping);
  const choices = uses.map(chooseUse);
  const used = new Set(uses.map(({ column }) => column));
  const headings = headingsOf(analysis);
  const left = headings.filter((heading) => !used.has(heading)).slice(0, MAX_OFFERED);
  const found = new Map(analysis?.columns.map((column) => [column.heading, column]));
  const offers = left.map((column): ColumnChoice => {
    const type = found.get(column)?.type.kind;
    const role = type === "number" ? "measure" : type === "date" || column === FILE_DATE ? "date" : "dimension";
    const format = fittingFormat(role, "text", false, found.get(column), null);
    const known = GENERATED[column] ?? { name: fieldNameOf(column), label: labelOf(column) };
    return { ...NOTHING, column, ...known, format };
  });
  const order = new Map(headings.map((heading, at) => [heading, at]));
  const place = ({ column }: ColumnChoice): number => order.get(column) ?? headings.length;
  return {
    dataset: readDatasetFields(dataset),
    columns: tidyChoices([...choices, ...offers].toSorted((a, b) => place(a) - place(b))),
    date,
  };
}

/** Return the dataset and the mapping of a document; an empty object if one is missing. */
export function partsOf(document: unknown): { readonly dataset: Definition; readonly mapping: Definition } {
  const part = (key: string): Definition =>
    isObject(document) && isObject(document[key]) ? (document[key] as Definition) : {};
  return { dataset: part("dataset"), mapping: part("mapping") };
}

/** Names of generated columns: their headings are no names. */
const GENERATED: Readonly<Record<string, Pick<ColumnChoice, "name" | "label">>> = {
  [FILE_DATE]: { name: "date", label: "Date" },
  [ROW_NUMBER]: { name: "row", label: "Row" },
};

const NOTHING = { role: "none", isFacet: false, isKey: false } as const;

/**
 * List headings in the order of the table, then generated columns. Skips headings that occur twice: they are ambiguous.
 */
function headingsOf(analysis: TableAnalysis | null): readonly string[] {
  if (!analysis) return [];
  const headings = analysis.columns.map(({ heading }) => heading);
  const own = headings.filter((heading, at) => heading !== "" && headings.indexOf(heading) === at);
  const unique = own.filter((heading) => headings.lastIndexOf(heading) === headings.indexOf(heading));
  return [...new Set([...unique, FILE_DATE, ROW_NUMBER])];
}

function chooseUse({ column, field, attribute, kind, definition, fieldDefinition }: ColumnUse): ColumnChoice {
  const role = roleOf(kind, field, attribute);
  const isOwn = role === "attribute";
  return {
    column,
    role,
    name: isOwn ? `${field}.${attribute}` : field,
    label: typeof fieldDefinition.label === "string" ? fieldDefinition.label : "",
    format: formatIn(kind, definition),
    isFacet: (isOwn ? definition : fieldDefinition).facet === true,
    isKey: !isOwn && fieldDefinition.key === true,
  };
}

function roleOf(kind: ColumnUse["kind"], field: string, attribute: string | null): Role {
  if (kind === "measure") return field === "amount" ? "amount" : "measure";
  if (kind === "date") return field === "time" ? "time" : "date";
  if (kind === "attribute") return "dimension";
  return attribute === "name" ? "code" : attribute === "label" ? "label" : "attribute";
}

function formatIn(kind: ColumnUse["kind"], definition: Definition): FormatCode {
  return formatOf(definition, kind === "measure" ? "float" : kind === "date" ? "date" : "string");
}
