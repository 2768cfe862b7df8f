import { labelLanguage } from "../../../../core/model/member-labels.js";
import { languageCode } from "../../../../core/model/parse/codes.js";
import { type ColumnChoice, columnPlaceOf } from "./column-choice.js";
import type { ModelForm } from "./model-form.js";
import { DATASET_FIELDS, type DatasetFields } from "./dataset-fields.js";

/** The errors of a form, by the part of the form that they are about. */
export interface DraftErrors {
  /** Errors of the form as a whole. */
  readonly general: readonly string[];
  readonly dataset: ReadonlyMap<keyof DatasetFields, readonly string[]>;
  /** Errors by position of the column. */
  readonly columns: ReadonlyMap<number, readonly string[]>;
  readonly date: readonly string[];
}

export const NO_DRAFT_ERRORS: DraftErrors = { general: [], dataset: new Map(), columns: new Map(), date: [] };

/**
 * Find the errors that prevent a form from being written as a model: missing names, and places with several columns.
 */
export function findErrors(columns: readonly ColumnChoice[]): DraftErrors {
  const errors = new Map<number, readonly string[]>();
  columns.forEach((choice, at) => {
    const error = errorOf(choice, at, columns);
    if (error !== null) errors.set(at, [error]);
  });
  return { ...NO_DRAFT_ERRORS, columns: errors };
}

function errorOf(choice: ColumnChoice, at: number, columns: readonly ColumnChoice[]): string | null {
  const place = columnPlaceOf(choice);
  if (!place) return null;
  const { field, attribute } = place;
  if (field.trim() === "") return "Write a name, or leave the column out";
  if (choice.role === "translation") {
    const language = labelLanguage(attribute ?? "");
    if (language === null || !("code" in languageCode(language)))
      return `Write the dimension and the ISO 639-1 code of the language, for example ${field}.fr`;
  }
  if (choice.role === "attribute" && attribute === "") {
    return `Write the dimension and the name of the attribute, for example ${field}.${choice.column === "" ? "color" : "other"}`;
  }
  const others = columns.filter((_, other) => other !== at);
  const isTaken = others.some((other) => {
    const its = columnPlaceOf(other);
    return its?.field === field && (its.attribute === attribute || (its.attribute === null) !== (attribute === null));
  });
  if (!isTaken) return null;
  if (choice.role === "amount") return "Another column is the amount already: choose “another amount” for one of them";
  if (choice.role === "time")
    return "Another column is the date of the row already: choose “another date” for one of them";
  return `Another column has the name ${choice.name} already: write a different one`;
}

/** The keys that an error says to write, which the form has no place for. */
const KEYS_TO_WRITE = / \("(?:format|decimal)": [^)]*\)/g;

/**
 * Sort the errors of a model by the part of the form that they are about.
 * @param errors as `readModel` reports them
 */
export function placeErrors(errors: readonly string[], { columns }: Pick<ModelForm, "columns">): DraftErrors {
  const general: string[] = [];
  const dataset = new Map<keyof DatasetFields, readonly string[]>();
  const byColumn = new Map<number, readonly string[]>();
  const date: string[] = [];
  const add = <K>(map: Map<K, readonly string[]>, key: K, error: string): unknown =>
    map.set(key, [...(map.get(key) ?? []), error]);
  for (const error of errors) {
    const [, part, path = "", sentence = ""] = /^(mapping|dataset|date)\.?(.*?): ([^]*)$/.exec(error) ?? [];
    const shown = sentence.replace(KEYS_TO_WRITE, "");
    const plain = shown.charAt(0).toUpperCase() + shown.slice(1);
    const field = part === "dataset" ? datasetField(path) : undefined;
    const column = part === "mapping" ? columnAt(path, columns) : undefined;
    if (field) add(dataset, field, plain);
    else if (column !== undefined) add(byColumn, column, plain);
    else if (part === "date") date.push(plain);
    else general.push(rewordMissing(error));
  }
  return { general, dataset, columns: byColumn, date };
}

function datasetField(path: string): keyof DatasetFields | undefined {
  if (path === "decimal" || path === "thousands") return "numbers";
  if (path.startsWith("licence")) return path === "licence.url" ? "licence_url" : "licence_name";
  return DATASET_FIELDS.find((field) => path === field || path.startsWith(`${field}[`));
}

/** Find the column that a path of a mapping is about; the most specific match wins. */
function columnAt(path: string, columns: readonly ColumnChoice[]): number | undefined {
  const scores = columns.map((choice): number => {
    const place = columnPlaceOf(choice);
    if (!place || !isWithin(path, place.field)) return 0;
    return place.attribute !== null && isWithin(path, `${place.field}.attributes.${place.attribute}`) ? 2 : 1;
  });
  const best = Math.max(0, ...scores);
  return best === 0 ? undefined : scores.indexOf(best);
}

function isWithin(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}.`);
}

/** Rewrite errors about missing parts of a model for users who see the form and no JSON. */
function rewordMissing(error: string): string {
  if (error.startsWith("mapping.amount: is missing")) {
    return "No column is the amount: choose the one with the numbers to add up";
  }
  if (error.startsWith("mapping.time: is missing")) {
    return "No column is the date of the row: choose one, or the date of the file";
  }
  if (error.startsWith("mapping: no field is part of the key")) {
    return "No column is part of the key: tick “Key” for the columns that together identify a row, or for the row number";
  }
  return error;
}
