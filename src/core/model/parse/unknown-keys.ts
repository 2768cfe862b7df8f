import { errorText } from "../../errors/error-text.js";
import { phraseText } from "../../errors/phrase-text.js";
import { didYouMean } from "../nearest.js";
import { kindOf } from "./fields.js";
import { isKeptKey, KNOWN_KEYS, MISTAKEN_TYPES, misspelledType, type ModelPart } from "./keys-of-parts.js";
import { given, isObject, pathOf, quoted } from "./section.js";

const MAX_WARNINGS = 100;
/** Maximum number of keys that are compared with the known ones. */
const MAX_COMPARED = 1000;
/** Maximum number of keys in one warning. */
const MAX_LISTED = 10;

type Json = Readonly<Record<string, unknown>>;

/**
 * Warn of keys and types that a model has and nothing reads: misspelled ones, those in a wrong place, and others.
 * @param model a model file, valid or not
 * @returns one sentence each; at most 100 and the number of the others
 * Cost: linear in the size of the model.
 */
export function warnOfUnknown(model: Json): readonly string[] {
  const found = new Findings();
  checkKeys(found, "model", "", model);
  const { dataset, mapping, views, hierarchies, notes, formulas, references } = copyOf(model);
  if (isObject(dataset)) {
    checkKeys(found, "dataset", "dataset", dataset);
    for (const part of ["licence", "publisher", "contact", "series"] as const) {
      const section = given({ path: "", json: dataset, errors: [] }, part);
      if (isObject(section)) checkKeys(found, part, `dataset.${part}`, section);
    }
    const table = given({ path: "", json: dataset, errors: [] }, "table");
    if (isObject(table)) checkTable(found, table);
  }
  if (isObject(mapping)) {
    for (const [name, field] of Object.entries(mapping)) {
      if (isObject(field)) checkField(found, name, join("mapping", name), field);
    }
  }
  if (Array.isArray(views)) {
    views.forEach((view, at) => {
      if (isObject(view)) checkKeys(found, "view", `views[${at}]`, view);
    });
  }
  if (isObject(hierarchies)) {
    for (const [name, hierarchy] of Object.entries(hierarchies)) {
      if (isObject(hierarchy)) checkKeys(found, "hierarchy", join("hierarchies", name), hierarchy);
    }
  }
  if (Array.isArray(notes)) {
    notes.forEach((note, at) => {
      if (isObject(note)) checkKeys(found, "note", `notes[${at}]`, note);
    });
  }
  if (isObject(formulas)) {
    for (const [name, formula] of Object.entries(formulas)) {
      if (isObject(formula)) checkKeys(found, "formula", join("formulas", name), formula);
    }
  }
  if (isObject(references)) checkKeys(found, "references", "references", references);
  return found.list();
}

function checkTable(found: Findings, table: Json): void {
  checkKeys(found, "table", "dataset.table", table);
  const { unpivot, sheets, currency, leave_out: rules } = copyOf(table);
  if (isObject(sheets)) checkKeys(found, "sheets", "dataset.table.sheets", sheets);
  if (isObject(currency)) checkKeys(found, "split currency", "dataset.table.currency", currency);
  if (isObject(unpivot)) checkKeys(found, "unpivot", "dataset.table.unpivot", unpivot);
  if (!Array.isArray(rules)) return;
  rules.forEach((rule, at) => {
    if (isObject(rule)) checkKeys(found, "left out rule", `dataset.table.leave_out[${at}]`, rule);
  });
}

function checkField(found: Findings, name: string, path: string, field: Json): void {
  const kind = kindOf({ path, json: field, errors: [] }, name);
  const part = kind === "attribute" ? "value" : kind;
  if (kind === "compound") checkType(found, name, path, field);
  checkKeys(found, part, path, field);
  const { fiscal_year: fiscalYear } = copyOf(field);
  if (kind === "date" && isObject(fiscalYear)) checkKeys(found, "fiscal year", `${path}.fiscal_year`, fiscalYear);
  if (kind !== "compound") return;
  const { attributes, fields } = copyOf(field);
  if (isObject(attributes)) {
    for (const [attribute, definition] of Object.entries(attributes)) {
      if (isObject(definition)) checkKeys(found, "attribute", join(`${path}.attributes`, attribute), definition, path);
    }
  } else if (Array.isArray(fields)) {
    fields.forEach((definition, at) => {
      if (isObject(definition)) checkKeys(found, "listed attribute", `${path}.fields[${at}]`, definition, path);
    });
  }
}

function checkType(found: Findings, name: string, path: string, field: Json): void {
  const { type } = copyOf(field);
  if (typeof type !== "string") return;
  const mistaken = MISTAKEN_TYPES.get(type.trim().toLowerCase());
  const near = mistaken === undefined ? misspelledType(type) : null;
  if (mistaken === undefined && !near) return;
  const remedy = mistaken
    ? phraseText("write_known", { known: phraseText(mistaken) })
    : phraseText("did_you_mean", { names: `"${near}"` });
  found.add(`${path}.type: ${errorText("type_unknown", { value: quoted(type), name: quoted(name), remedy })}`);
}

/** @param owner path of the dimension of an attribute */
function checkKeys(found: Findings, part: ModelPart, path: string, json: Json, owner = ""): void {
  const others: string[] = [];
  for (const [key, value] of Object.entries(json)) {
    if (value === null || KNOWN_KEYS[part].includes(key) || isKeptKey(key, part)) continue;
    if (found.isFull) {
      found.add("");
      continue;
    }
    const place = join(path, key);
    const reason = explainMisplaced(part, key, path, json, owner);
    const meant = reason === null && found.mayCompare() ? didYouMean(key, KNOWN_KEYS[part]) : "";
    if (reason !== null) found.add(errorText("key_misplaced", { path: place, reason }));
    else if (meant !== "") found.add(errorText("key_unknown", { path: place, remedy: meant }));
    else others.push(key);
  }
  if (others.length === 0) return;
  const listed = others.slice(0, MAX_LISTED).map(quoted).join(", ");
  const more = others.length - MAX_LISTED;
  const names = more > 0 ? phraseText("and_more", { known: listed, count: more }) : listed;
  const code = others.length === 1 ? "one_key_unknown" : "several_keys_unknown";
  found.add(`${path || "model"}: ${errorText(code, { names })}`);
}

/** Return where a known key belongs that is in the wrong part; `null` if it is known nowhere. */
function explainMisplaced(part: ModelPart, key: string, path: string, json: Json, owner: string): string | null {
  const isIn = (other: ModelPart): boolean => KNOWN_KEYS[other].includes(key);
  const toDataset = phraseText("belongs_to_dataset", { path: `dataset.${key}` });
  // The default of a missing value, rather than that of a dimension.
  if (key === "default" && KNOWN_KEYS[part].includes("default_value")) return null;
  const isOfDerived = isIn("derived") && !isIn("value") && !isIn("compound");
  if (isOfDerived && ["measure", "date", "value", "compound"].includes(part)) {
    return phraseText("only_derived_has_it");
  }
  switch (part) {
    case "model":
      return isIn("dataset") ? toDataset : null;
    case "dataset":
      return isIn("model") ? phraseText("belongs_to_top_level", { path: key }) : null;
    case "attribute":
    case "listed attribute":
      return isIn("compound") && key !== "attributes" && key !== "fields"
        ? phraseText("belongs_to_dimension", { path: `${owner}.${key}` })
        : null;
    case "compound":
      if (isIn("attribute")) {
        const place = Array.isArray(json.fields) ? `${path}.fields[0]` : `${path}.attributes.name`;
        return phraseText("belongs_to_attribute", { path: `${place}.${key}` });
      }
      break;
    case "derived":
      if (isIn("value") || isIn("compound")) return phraseText("derived_reads_no_column", { name: quoted(key) });
      break;
    case "measure":
    case "date":
    case "value":
      if (key === "attributes" || key === "fields") {
        return phraseText("only_compound_has_attributes");
      }
      if (isIn("value"))
        return phraseText(part === "measure" ? "measure_has_none" : "date_has_none", { name: quoted(key) });
      break;
    default:
      return null;
  }
  return isIn("dataset") && key !== "name" ? toDataset : null;
}

function join(path: string, key: string): string {
  return pathOf({ path, json: {}, errors: [] }, key);
}

/** Copy an object without its prototype: the copy has only the keys that the file has. */
function copyOf(json: Json): Json {
  return Object.assign(Object.create(null), json);
}

/** Warnings, of which the first are kept and the others counted. */
class Findings {
  readonly #warnings: string[] = [];
  #more = 0;
  #compared = 0;

  get isFull(): boolean {
    return this.#warnings.length >= MAX_WARNINGS;
  }

  add(warning: string): void {
    if (this.isFull) this.#more++;
    else this.#warnings.push(warning);
  }

  /** True if one more key may be compared with known ones. */
  mayCompare(): boolean {
    return ++this.#compared <= MAX_COMPARED;
  }

  list(): readonly string[] {
    if (this.#more === 0) return this.#warnings;
    return [...this.#warnings, errorText("more_keys_unknown", { count: this.#more })];
  }
}
