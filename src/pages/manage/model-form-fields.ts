import { type ColumnChoice, ROLES } from "../../api/drafts/form/column-choice.js";
import { DATASET_FIELDS, type DatasetFields } from "../../api/drafts/form/dataset-fields.js";
import type { HierarchyChoice, PageChoice } from "../../api/drafts/form/page-choice.js";
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

export function viewField(at: number): string {
  return `v${at}-split`;
}

/** @param key position of a level, or another part */
export function hierarchyField(at: number, key: "is" | "name" | number): string {
  return `h${at}-${key}`;
}

/** Maximum number of splits and of levels of a form that are read. */
const MAX_CHOICES = 100;

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
  const pages = field(hierarchyField(0, "is")) === "" ? {} : { pages: readPages(field) };
  return { dataset: dataset as unknown as DatasetFields, columns, suggestions, ...pages, date: field("date").trim() };
}

function readPages(field: (name: string) => string): PageChoice {
  const hierarchies: HierarchyChoice[] = [];
  for (let at = 0; field(hierarchyField(at, "is")) !== ""; at++) {
    const name = field(hierarchyField(at, "name"));
    const levels = list((level) => field(hierarchyField(at, level)));
    if (name !== "" || levels.length > 0) hierarchies.push({ name, levels });
  }
  return { views: list((at) => field(viewField(at))), hierarchies };
}

/** List the fields of a row that are filled. */
function list(read: (at: number) => string): readonly string[] {
  return Array.from({ length: MAX_CHOICES }, (_, at) => read(at)).filter((each) => each !== "");
}
