import type { Model, ModelDocument } from "../../core/model/cube.js";
import { FILE_DATE } from "../../core/model/generated-columns.js";
import { isObject } from "../../core/model/parse/section.js";
import { tableOf } from "./repair.js";
import { mappedColumns } from "../ingest/csv/columns.js";

/** True if a model reads a generated column, and does not say itself what the column holds. */
export function reads(model: Model, column: string): boolean {
  return mappedColumns(model).has(column) && !model.layout?.columns.some(({ name }) => name === column);
}

/**
 * Write the date of all rows of a file into a model that reads it as a column: as the constant of `time`, from which
 * other fields may read it, or of every field that reads it.
 */
export function withFileDate(document: ModelDocument, date: string): ModelDocument {
  const { time } = document.mapping;
  const filled = fill(time, date);
  const isTime = JSON.stringify(filled) !== JSON.stringify(time);
  const mapping = isTime ? { ...document.mapping, time: filled } : fill(document.mapping, date);
  return { ...document, mapping: mapping as ModelDocument["mapping"] };
}

function fill(json: unknown, date: string): unknown {
  if (Array.isArray(json)) return json.map((each) => fill(each, date));
  if (!isObject(json)) return json;
  const isDate = (key: string, value: unknown): boolean =>
    key === "column" && typeof value === "string" && value.trim() === FILE_DATE;
  const entries = Object.entries(json);
  return Object.fromEntries(
    entries.map(([key, value]) => (isDate(key, value) ? ["constant", date] : [key, fill(value, date)])),
  );
}

/**
 * Write the year of a file's name into a model that turns columns such as `Jan` into rows of months of one year, which no
 * heading names.
 */
export function withTurnedYear(document: ModelDocument, year: string): ModelDocument {
  const table = tableOf(document);
  const { unpivot } = table ?? {};
  if (!/^\d{4}$/.test(year) || !isObject(unpivot) || !isObject(unpivot.columns)) return document;
  const texts = Object.entries(unpivot.columns);
  const years = new Set(texts.map(([, text]) => /^(\d{4})-(?:Q\d|\d\d)$/.exec(String(text))?.[1] ?? ""));
  const [known = ""] = years;
  if (years.size !== 1 || known === "" || texts.some(([heading]) => heading.includes(known))) return document;
  const columns = Object.fromEntries(texts.map(([heading, text]) => [heading, `${year}${String(text).slice(4)}`]));
  const dataset = { ...document.dataset, table: { ...table, unpivot: { ...unpivot, columns } } };
  return { ...document, dataset } as ModelDocument;
}
