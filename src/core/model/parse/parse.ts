import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { InvalidModel } from "../../errors/errors.js";
import type { DatasetMetadata, Field, Model, ModelDocument } from "../cube.js";
import { readDataset } from "./dataset.js";
import { readFields, type Fields } from "./fields.js";
import { readHierarchies } from "./hierarchies.js";
import { type LayoutColumn, PLAIN_LAYOUT, type SourceLayout } from "../layout.js";
import { isKnownEncoding } from "../encodings.js";
import { levelsExceed, MAX_LEVELS } from "./json-depth.js";
import { didYouMean } from "../nearest.js";
import { readFormulas } from "./formulas.js";
import { readNotes } from "./notes.js";
import { readSeriesReferences } from "./series.js";
import { readNumberFormat } from "./number-format.js";
import { PLAIN_NUMBERS } from "../values/numbers.js";
import {
  error,
  filledTextAt,
  given,
  isObject,
  quoted,
  scalarText,
  sectionAt,
  textsAt,
  type Section,
} from "./section.js";
import { warnOfUnknown } from "./unknown-keys.js";
import { readTableRules } from "./table-rules.js";
import { checkRepeated } from "./unpivot.js";
import { turnedRows } from "../table-rules.js";
import { readViews } from "./views.js";
import { wellFormed } from "../well-formed.js";

const MAX_FIELDS = 500;
const MAX_ERRORS = 1000;

export interface ParsedModel {
  readonly model: Model;
  /** Recommendations, and keys that nothing reads: one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Check a model file and convert it to a `Model`. Lone surrogates in texts are replaced by U+FFFD.
 * @param file the file, parsed
 * @param isLoaded true for a model that an earlier version may have loaded
 * @throws InvalidModel with every error; each names its path, the value and the remedy
 */
export function parseModel(file: unknown, isLoaded = false): ParsedModel {
  checkBounds(file);
  const json = wellFormed(file) as Record<string, unknown>;
  const document: Section = { path: "", json, errors: [] };
  const warnings: string[] = [];
  const unknown = warnOfUnknown(json);
  const dataset = partOf(document, "dataset");
  const mapping = partOf(document, "mapping");
  if (dataset === undefined || mapping === undefined) {
    // Check the other part, too, to report all errors at once.
    if (dataset) readDataset(dataset, warnings);
    if (mapping) readFields(mapping, PLAIN_NUMBERS, undefined);
    throw invalid(document.errors, unknown);
  }

  const metadata = readDataset(dataset, warnings);
  const entryKey = textsAt(dataset, "entry_key");
  const fields = readFields(mapping, readNumberFormat(dataset, PLAIN_NUMBERS), entryKey, metadata);
  warnOfCurrency(metadata, fields, warnings);
  const key = readKey(dataset, entryKey, fields, warnings);
  const views = readViews(document, fields);
  const hierarchies = readHierarchies(document, fields);
  const notes = readNotes(document, fields, isLoaded);
  const formulas = readFormulas(document, fields);
  const references = readSeriesReferences(document);
  const encoding = readEncoding(dataset);
  const table = readTableRules(dataset);
  if (table?.unpivot)
    checkRepeated(document.errors, columnsOf(fields), table.unpivot, turnedRows(table.unpivot).length);
  if (document.errors.length > 0) throw invalid(document.errors, unknown);
  const { dimensions, measures } = fields;
  const written = json as Record<string, unknown> & ModelDocument;
  return {
    model: {
      dataset: metadata,
      dimensions,
      measures,
      fields: fields.fields,
      key,
      views,
      hierarchies,
      notes,
      formulas,
      references,
      encoding,
      table,
      layout: readLayout(mapping, fields),
      document: written,
    },
    warnings: [...warnings, ...unknown],
  };
}

/** Return the columns of the measures, by their path. */
function columnsOf({ measures }: Fields): readonly (readonly [path: string, column: string])[] {
  return measures.flatMap(({ name, source: { column } }) =>
    column === null ? [] : [[`mapping.${name}`, column] as const],
  );
}

/** Warn of a dataset without a currency, and of one with a currency whose entries have currencies of their own. */
function warnOfCurrency({ currency, kind, series }: DatasetMetadata, { dimensions }: Fields, warnings: string[]): void {
  if (kind || (series && series.kind !== "flow")) return;
  const own = dimensions.find(({ meaning }) => meaning?.role === "currency");
  if (currency === null && !own) warnings.push(`dataset.currency: ${errorText("currency_missing")}`);
  if (currency !== null && own)
    warnings.push(`dataset.currency: ${errorText("currency_beside_currencies", { dimension: own.name })}`);
}

function checkBounds(json: unknown): asserts json is Record<string, unknown> {
  if (!isObject(json)) throw new InvalidModel(errorText("model_not_an_object", { json: quoted(json) }));
  if (levelsExceed(json, MAX_LEVELS)) throw new InvalidModel(errorText("model_too_deep", { maximum: MAX_LEVELS }));
  const mapping = Object.hasOwn(json, "mapping") ? json.mapping : undefined;
  const count = isObject(mapping) ? Object.keys(mapping).length : 0;
  if (count > MAX_FIELDS)
    throw new InvalidModel(`mapping: ${errorText("too_many_fields", { count, maximum: MAX_FIELDS })}`);
}

function partOf(document: Section, key: "dataset" | "mapping"): Section | undefined {
  if (given(document, key) === undefined) error(document, key, errorText("section_missing"));
  return sectionAt(document, key);
}

/** Return the key's fields in the order of `entry_key`; without it, dimensions then measures, each in mapping order. */
function readKey(
  dataset: Section,
  entryKey: readonly string[] | undefined,
  fields: Fields,
  warnings: string[],
): readonly Field[] {
  const flagged = [...fields.dimensions, ...fields.measures].filter((field) => field.key);
  if (entryKey === undefined || entryKey.length === 0) {
    if (!fields.keyed) {
      dataset.errors.push(`mapping: ${errorText("no_key")}`);
    }
    return flagged;
  }
  for (const [i, name] of entryKey.entries()) {
    if (!fields.names.has(name)) {
      const remedy = didYouMean(name, fields.names) || phraseText("write_names_of_mapping");
      error(dataset, `entry_key[${i}]`, errorText("not_field", { name: quoted(name), remedy }));
    } else if (entryKey.indexOf(name) < i) {
      error(dataset, `entry_key[${i}]`, errorText("listed_twice", { name: quoted(name) }));
    }
  }
  for (const field of flagged) {
    if (entryKey.includes(field.name)) continue;
    warnings.push(`mapping.${field.name}: ${errorText("key_not_in_entry_key")}`);
  }
  return entryKey.flatMap((name) => fields.fields.find((field) => field.name === name) ?? []);
}

/** Return the layout with the dates that the model gives for all rows of a file; `null` if it gives none. */
function readLayout(mapping: Section, { dimensions }: Fields): SourceLayout | null {
  const columns = dimensions.flatMap(({ kind, name, identity: { source } }): readonly LayoutColumn[] => {
    const definition = kind === "date" ? sectionAt(mapping, name) : undefined;
    if (!definition || filledTextAt(definition, "column") !== undefined) return [];
    return [{ name: source!.column!, kind: "constant", value: scalarText(given(definition, "constant"))!.trim() }];
  });
  return columns.length === 0 ? null : { ...PLAIN_LAYOUT, columns };
}

function readEncoding(dataset: Section): string | null {
  const encoding = filledTextAt(dataset, "encoding")?.trim();
  if (encoding === undefined) return null;
  if (!isKnownEncoding(encoding)) {
    error(dataset, "encoding", errorText("not_known_encoding", { encoding: quoted(encoding) }));
  }
  return encoding;
}

function invalid(errors: readonly string[], warnings: readonly string[]): InvalidModel {
  // A derived attribute repeats the errors of the definition that it is derived from.
  const distinct = [...new Set(errors)];
  if (distinct.length <= MAX_ERRORS) return new InvalidModel(distinct, { warnings });
  const more = errorText("more_errors", { count: distinct.length - MAX_ERRORS });
  return new InvalidModel([...distinct.slice(0, MAX_ERRORS), more], { warnings });
}
