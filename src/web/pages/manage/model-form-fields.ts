import { fieldNameOf } from "../../../sources/analysis/name-fields.js";
import { type ColumnChoice, type Role, ROLES } from "../../../calls/publishing/drafts/form/column-choice.js";
import { DATASET_FIELDS, type DatasetFields } from "../../../calls/publishing/drafts/form/dataset-fields.js";
import type { HierarchyChoice, PageChoice } from "../../../calls/publishing/drafts/form/page-choice.js";
import type { ModelForm, SuggestionChoice } from "../../../calls/publishing/drafts/form/model-form.js";

// Names of the inputs in the form of a model.

export function datasetField(key: keyof DatasetFields): string {
  return `dataset-${key}`;
}

export function columnField(
  at: number,
  key: "column" | "role" | "name" | "label" | "format" | "empty" | "facet" | "key" | "keep" | "kept",
): string {
  return `c${at}-${key}`;
}

/** Asks which of several columns of years is that of the amounts. */
export const TIME_FIELD = "time-column";
export const TIME_BEFORE_FIELD = "time-before";

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
      role: readRole(at, field),
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
  const times = withTime(columns, field(TIME_FIELD), field(TIME_BEFORE_FIELD));
  return {
    dataset: dataset as unknown as DatasetFields,
    columns: times,
    suggestions,
    ...pages,
    date: field("date").trim(),
  };
}

/** Read the role of a column. One with data of persons has a tick, which keeps it or leaves it out if it has changed. */
function readRole(at: number, field: (name: string) => string): Role {
  const role = ROLES.find((each) => each === field(columnField(at, "role"))) ?? "none";
  const [isKept, wasKept] = [field(columnField(at, "keep")) === "yes", field(columnField(at, "kept"))];
  if (wasKept === "no" && isKept && role === "none") return "dimension";
  return wasKept === "yes" && !isKept ? "none" : role;
}

/** Make a column the date of the rows, and the one that is so another value. */
function withTime(columns: readonly ColumnChoice[], chosen: string, before: string): readonly ColumnChoice[] {
  // A column that was chosen by its role is not changed back.
  if (chosen === before) return columns;
  const now = columns.find(({ role }) => role === "time");
  const next = columns.find(({ column, role }) => column === chosen && role !== "time");
  if (!now || !next) return columns;
  return columns.map((choice) => {
    if (choice === next) return { ...choice, role: "time", name: "time", format: "date", isKey: now.isKey };
    if (choice !== now) return choice;
    return { ...choice, role: "dimension", name: fieldNameOf(choice.column), format: "text", isKey: next.isKey };
  });
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
