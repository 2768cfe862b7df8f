import { type ColumnChoice, ROLES } from "../../api/drafts/form/column-choice.js";
import { DATASET_FIELDS, type DatasetFields } from "../../api/drafts/form/dataset-fields.js";
import type { ModelForm, SuggestionChoice } from "../../api/drafts/form/model-form.js";

// Names of the inputs in the form of a model.

export function datasetField(key: keyof DatasetFields): string {
  return `dataset-${key}`;
}

export function columnField(
  at: number,
  key: "column" | "role" | "name" | "label" | "format" | "empty" | "facet" | "key",
): string {
  return `c${at}-${key}`;
}

export function suggestionField(at: number, key: "id" | "accept"): string {
  return `s${at}-${key}`;
}

/** Read a submitted form. @param field returns the value of a field, empty if it is missing */
export function readModelForm(field: (name: string) => string): ModelForm {
  const text = (name: string): string => field(name).replaceAll("\r\n", "\n");
  const dataset = Object.fromEntries(DATASET_FIELDS.map((key) => [key, text(datasetField(key))]));
  const columns: ColumnChoice[] = [];
  for (let at = 0; field(columnField(at, "column")) !== ""; at++) {
    columns.push({
      column: field(columnField(at, "column")),
      role: ROLES.find((role) => role === field(columnField(at, "role"))) ?? "none",
      name: field(columnField(at, "name")).trim(),
      label: field(columnField(at, "label")).trim(),
      format: field(columnField(at, "format")),
      empty: field(columnField(at, "empty")).trim(),
      isFacet: field(columnField(at, "facet")) === "yes",
      isKey: field(columnField(at, "key")) === "yes",
    });
  }
  const suggestions: SuggestionChoice[] = [];
  for (let at = 0; field(suggestionField(at, "id")) !== ""; at++) {
    const isAccepted = field(suggestionField(at, "accept")) === "yes";
    suggestions.push({ id: field(suggestionField(at, "id")), isAccepted });
  }
  return { dataset: dataset as unknown as DatasetFields, columns, suggestions, date: field("date").trim() };
}
