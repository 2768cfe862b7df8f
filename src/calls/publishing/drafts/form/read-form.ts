import { FILE_DATE, ROW_NUMBER } from "../../../../core/model/generated-columns.js";
import { labelOf } from "../../../../core/model/values/readable-name.js";
import { fieldNameOf } from "../../../../sources/analysis/name-fields.js";
import { listSuggestions } from "../../../../sources/analysis/list-suggestions.js";
import { isAccepted, type Suggestion, suggestionId } from "../../../../sources/analysis/suggestion.js";
import type { ColumnAnalysis, TableAnalysis } from "../../../../sources/analysis/table-analysis.js";
import type { NumberFormat } from "../../../../core/model/values/value.js";
import { isObject, scalarText } from "../../../../core/model/parse/section.js";
import { type FormatCode, fittingFormat, formatInDoubt, formatOf } from "./cell-format.js";
import { labelLanguage } from "../../../../core/model/member-labels.js";
import { languageCode } from "../../../../core/model/parse/codes.js";
import { type ColumnChoice, isPart, type Role, tidyChoices } from "./column-choice.js";
import { type ColumnUse, columnUses, type Definition } from "../../../../sources/analysis/column-uses.js";
import { readDatasetFields } from "./dataset-fields.js";
import type { ModelForm } from "./model-form.js";
import { readPageChoice } from "./page-choice.js";

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
  const found = new Map(analysis?.columns.map((column) => [column.heading, column]));
  const numbers = readNumbers(dataset);
  const choices = uses.map((use) => chooseUse(use, found.get(use.column), numbers));
  const used = new Set(uses.map(({ column }) => column));
  const headings = headingsOf(analysis);
  const left = headings.filter((heading) => !used.has(heading)).slice(0, MAX_OFFERED);
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
    suggestions: suggestionsFor(document, analysis, date).map((each) => ({
      id: suggestionId(each),
      isAccepted: isAccepted(isObject(document) ? document : {}, each),
    })),
    pages: readPageChoice(isObject(document) ? document : {}),
    date,
  };
}

/** List the suggestions for a table whose model is a form. */
export function suggestionsFor(document: unknown, analysis: TableAnalysis | null, date: string): readonly Suggestion[] {
  return analysis ? listSuggestions(analysis, document, date) : [];
}

/** Return the dataset and the mapping of a document; an empty object if one is missing. */
export function partsOf(document: unknown): { readonly dataset: Definition; readonly mapping: Definition } {
  const part = (key: string): Definition =>
    isObject(document) && isObject(document[key]) ? (document[key] as Definition) : {};
  return { dataset: part("dataset"), mapping: part("mapping") };
}

/** Return the notation of numbers in the whole dataset; `null` if the model does not state it. */
export function readNumbers({ decimal, thousands }: Definition): NumberFormat | null {
  return decimal === "." || decimal === "," ? { decimal, thousands: String(thousands ?? "") } : null;
}

/** Names of generated columns: their headings are no names. */
const GENERATED: Readonly<Record<string, Pick<ColumnChoice, "name" | "label">>> = {
  [FILE_DATE]: { name: "date", label: "Date" },
  [ROW_NUMBER]: { name: "row", label: "Row" },
};

const NOTHING = { role: "none", empty: "", isFacet: false, isKey: false } as const;

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

function chooseUse(
  { column, field, attribute, kind, definition, fieldDefinition }: ColumnUse,
  analysis: ColumnAnalysis | undefined,
  numbers: NumberFormat | null,
): ColumnChoice {
  const role = roleOf(kind, field, attribute);
  const isOwn = isPart(role);
  const part = role === "translation" ? labelLanguage(attribute!) : attribute;
  return {
    column,
    role,
    name: isOwn ? `${field}.${part}` : field,
    label: typeof fieldDefinition.label === "string" ? fieldDefinition.label : "",
    format: formatInDoubt(formatIn(kind, definition), analysis, numbers),
    empty: scalarText(definition.default_value) ?? "",
    isFacet: (isOwn ? definition : fieldDefinition).facet === true && role !== "translation",
    isKey: !isOwn && fieldDefinition.key === true,
  };
}

function roleOf(kind: ColumnUse["kind"], field: string, attribute: string | null): Role {
  if (kind === "measure") return field === "amount" ? "amount" : "measure";
  if (kind === "date") return field === "time" ? "time" : "date";
  if (kind === "attribute") return "dimension";
  if (attribute === "name") return "code";
  if (attribute === "label") return "label";
  return attribute !== null && isSpoken(attribute) ? "translation" : "attribute";
}

/** True for an attribute with labels in a language. */
function isSpoken(attribute: string): boolean {
  const language = labelLanguage(attribute);
  return language !== null && "code" in languageCode(language);
}

function formatIn(kind: ColumnUse["kind"], definition: Definition): FormatCode {
  return formatOf(definition, kind === "measure" ? "float" : kind === "date" ? "date" : "string");
}
