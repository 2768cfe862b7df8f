import { isObject } from "../../../../core/model/parse/section.js";
import { formatKeys, numberFormat } from "./cell-format.js";
import type { Definition } from "../../../../sources/analysis/column-uses.js";

/** The core metadata as a form. */
export interface DatasetFields {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly currency: string;
  readonly category: string;
  /** Codes, separated by commas. */
  readonly languages: string;
  readonly territories: string;
  readonly licence_name: string;
  readonly licence_url: string;
  /** Notation of numbers in the whole table: `number`, or a format such as `number:,.`. */
  readonly numbers: string;
}

export const DATASET_FIELDS = [
  "name",
  "label",
  "description",
  "currency",
  "category",
  "languages",
  "territories",
  "licence_name",
  "licence_url",
  "numbers",
] as const satisfies readonly (keyof DatasetFields)[];

export function readDatasetFields(dataset: Definition): DatasetFields {
  const { licence, decimal, thousands } = dataset;
  const text = (value: unknown): string => (typeof value === "string" ? value : "");
  const codes = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(", ") : text(value));
  return {
    name: text(dataset.name),
    label: text(dataset.label),
    description: text(dataset.description),
    currency: text(dataset.currency),
    category: text(dataset.category),
    languages: codes(dataset.languages),
    territories: codes(dataset.territories),
    licence_name: isObject(licence) ? text(licence.name) : text(licence),
    licence_url: isObject(licence) ? text(licence.url) : "",
    numbers: typeof decimal === "string" ? numberFormat({ decimal, thousands: text(thousands) }) : "number",
  };
}

/**
 * Write the form's fields into a model's `dataset`. Keys that the form does not show or did not change stay as they
 * are.
 */
export function writeDatasetFields(dataset: Definition, next: DatasetFields): Definition {
  const before = readDatasetFields(dataset);
  const changed: Record<string, unknown> = { ...dataset };
  const set = (key: string, value: unknown): void => {
    if (value === undefined) delete changed[key];
    else changed[key] = value;
  };
  for (const key of ["name", "label", "description", "currency", "category"] as const) {
    if (next[key] !== before[key]) set(key, filled(next[key]));
  }
  for (const key of ["languages", "territories"] as const) {
    if (next[key] !== before[key]) set(key, next[key].split(/[\s,;]+/).filter(Boolean));
  }
  if (next.licence_name !== before.licence_name || next.licence_url !== before.licence_url) {
    const [name, url] = [filled(next.licence_name), filled(next.licence_url)];
    set("licence", name === undefined && url === undefined ? undefined : { name, url });
  }
  if (next.numbers !== before.numbers) {
    const { decimal, thousands } = formatKeys(next.numbers);
    set("decimal", decimal);
    set("thousands", thousands);
  }
  return changed;
}

function filled(text: string): string | undefined {
  return text.trim() === "" ? undefined : text.trim();
}
