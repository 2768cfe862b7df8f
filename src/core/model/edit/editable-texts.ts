import { errorText } from "../../errors/error-text.js";
import { InvalidModel } from "../../errors/errors.js";
import type { Dimension, Field, Model } from "../cube.js";
import { mayCorrect } from "../corrections.js";
import { languageCode } from "../parse/codes.js";
import { readJson } from "../parse/read-json.js";
import { isDerivedDimension } from "../row-model.js";
import { isObject, quoted } from "../parse/section.js";

/**
 * A part of a model that can be edited without loading again, because it only affects how data is shown. It is read and
 * written as text, as in a form.
 */
export interface TextPlace {
  /** Path in the model file, as in error messages: `mapping.cofog1.label`. */
  readonly name: string;
  /** Form of the text. `flag`: `true`, or empty for false. `codes`: separated by commas. `json`: JSON or empty. */
  readonly kind: "line" | "text" | "flag" | "codes" | "json";
  /** The model's text; empty if it has none. */
  readonly text: string;
  /** Write a new text to a copy of the model file. @throws InvalidModel if it must be JSON and is not */
  readonly write: (file: OpenDocument, text: string) => void;
}

/** A modifiable copy of a model file. */
export interface OpenDocument {
  readonly dataset: OpenSection;
  readonly mapping: OpenSection;
  views?: unknown;
  hierarchies?: unknown;
  notes?: unknown;
  formulas?: unknown;
  references?: unknown;
}

type OpenSection = Record<string, unknown>;

/** Name of the place of all derived dimensions. */
const DERIVED = "mapping";

/** List the editable places of a model: those of the dataset, of each field, all derived dimensions, the views, hierarchies, notes, formulas and references. */
export function listPlaces(model: Model): readonly TextPlace[] {
  const fields = model.fields.filter((field) => !isDerivedDimension(field));
  const places = [...placesOfDataset(model), ...fields.flatMap((field) => placesOfField(model, field))];
  const parts = ["views", "hierarchies", "notes", "formulas", "references"] as const;
  return [...places, placeOfDerived(model), ...parts.map((name) => placeOfPart(model, name))].map((place) => ({
    ...place,
    text: asTyped(place.kind, place.text),
  }));
}

/** Return a text in the form in which an HTML form field sends it back. */
export function asTyped(kind: TextPlace["kind"], text: string): string {
  // oxlint-disable-next-line no-control-regex
  const sendable = text.replace(/\r\n?/g, "\n").replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "\ufffd");
  return kind === "text" || kind === "json" ? sendable : sendable.replaceAll("\n", "");
}

function placesOfDataset({ dataset: metadata }: Model): readonly TextPlace[] {
  const place = (key: string, kind: TextPlace["kind"], text: string | null): TextPlace => ({
    name: `dataset.${key}`,
    kind,
    text: text ?? "",
    write: ({ dataset }, written) => put(dataset, key, kind === "codes" ? written.match(/[^\s,;]+/g) : written),
  });
  return [
    place("label", "line", metadata.label),
    place("description", "text", metadata.description),
    place("currency", "line", metadata.currency),
    place("category", "line", metadata.category),
    place("default_time", "line", metadata.defaultTime),
    place("languages", "codes", metadata.languages.join(", ")),
    place("territories", "codes", metadata.territories.join(", ")),
    placeOfLicence("name", metadata),
    placeOfLicence("url", metadata),
    place("doi", "line", metadata.doi),
    place("serp_title", "line", metadata.serpTitle),
    place("serp_teaser", "text", metadata.serpTeaser),
  ];
}

/** Return a place of the licence, which is a text or an object in the file. */
function placeOfLicence(key: "name" | "url", { licence }: Model["dataset"]): TextPlace {
  return {
    name: `dataset.licence.${key}`,
    kind: "line",
    text: licence?.[key] ?? "",
    write: ({ dataset }, text) => {
      const before = Object.hasOwn(dataset, "licence") ? dataset["licence"] : null;
      const section = isObject(before) ? before : { ...licence };
      put(section, key, text);
      put(dataset, "licence", section);
    },
  };
}

function placesOfField(model: Model, field: Field): readonly TextPlace[] {
  const { name, kind, label, description } = field;
  const place = (key: string, how: TextPlace["kind"], text: string): TextPlace => ({
    name: `mapping.${name}.${key}`,
    kind: how,
    text,
    write: ({ mapping }, written) => put(mapping[name] as OpenSection, key, how === "flag" ? isSet(written) : written),
  });
  const described = [
    place("label", "line", label),
    place("description", "text", description),
    placeOfLabels(model, name),
  ];
  if (kind === "measure")
    return [...described, place("phase", "line", field.phase ?? ""), place("unit", "line", field.unit ?? "")];
  const facets = [place("facet", "flag", flagText(field.facet)), ...facetsOf(model, field)];
  const corrected = mayCorrect(field) ? [placeOfCorrections(model, name)] : [];
  const shown = [...described, ...facets, ...placesOfMeaning(model, field), ...corrected];
  return kind === "date"
    ? [...shown, placeOfFiscalYear(field), place("precision", "line", field.calendar?.precision ?? "")]
    : shown;
}

function placesOfMeaning({ document }: Model, { name, meaning }: Dimension): readonly TextPlace[] {
  const definition = document.mapping[name] as OpenSection;
  // Additive says more than the file: a role may imply that it is false.
  const additive = Object.hasOwn(definition, "additive") ? definition["additive"] : null;
  const place = (
    key: string,
    kind: TextPlace["kind"],
    text: string,
    read: (text: string) => unknown = (written) => written,
  ): TextPlace => ({
    name: `mapping.${name}.${key}`,
    kind,
    text,
    write: ({ mapping }, written) => put(mapping[name] as OpenSection, key, read(written)),
  });
  return [
    place("role", "line", meaning?.role ?? ""),
    place("order", "text", meaning?.order.join("\n") ?? "", (text) => text.match(/\S.*/g)),
    place("additive", "line", additive === null ? "" : String(additive), readFlagText),
    place("default", "line", meaning?.default ?? ""),
  ];
}

/** Read a flag that may be left out; another text is left for the parser to refuse. */
function readFlagText(text: string): unknown {
  return text === "true" || text === "false" ? text === "true" : text.trim();
}

/** Return the place of a field's labels in languages, one in each line. */
function placeOfLabels({ document }: Model, name: string): TextPlace {
  const path = `mapping.${name}.labels`;
  const definition = document.mapping[name] as OpenSection;
  const written = Object.hasOwn(definition, "labels") ? definition["labels"] : null;
  const labels = isObject(written) ? Object.entries(written) : [];
  return {
    name: path,
    kind: "text",
    text: labels.flatMap(([language, label]) => (typeof label === "string" ? `${language}: ${label}` : [])).join("\n"),
    write: ({ mapping }, text) => put(mapping[name] as OpenSection, "labels", readLabels(text, path)),
  };
}

/** Read labels in languages, one in each line. @throws InvalidModel */
function readLabels(text: string, path: string): OpenSection {
  const errors: string[] = [];
  const labels = (text.match(/\S.*/g) ?? []).flatMap((line) => {
    const [, language, label] = /^([a-z]{2})\s*:\s*(\S.*)$/.exec(line.trim()) ?? [];
    if (language !== undefined && label !== undefined && "code" in languageCode(language)) return [[language, label]];
    errors.push(`${path}: ${errorText("not_a_label_in_a_language", { line: quoted(line) })}`);
    return [];
  });
  if (errors.length > 0) throw new InvalidModel(errors);
  return Object.fromEntries(labels) as OpenSection;
}

/** Return the name of the place with the corrections of a dimension's members. */
export function correctionsPlace(dimension: string): string {
  return `mapping.${dimension}.corrections`;
}

function placeOfCorrections({ document }: Model, name: string): TextPlace {
  const path = correctionsPlace(name);
  const definition = document.mapping[name] as OpenSection;
  const written = Object.hasOwn(definition, "corrections") ? definition["corrections"] : null;
  return {
    name: path,
    kind: "json",
    text: isObject(written) && Object.keys(written).length > 0 ? JSON.stringify(written, null, 2) : "",
    write: ({ mapping }, text) =>
      put(mapping[name] as OpenSection, "corrections", text.trim() === "" ? "" : readJson(text, `${path}:`)),
  };
}

function placeOfFiscalYear({ name, calendar }: Dimension): TextPlace {
  const path = `mapping.${name}.fiscal_year`;
  const fiscalYear = calendar?.fiscalYear;
  return {
    name: path,
    kind: "json",
    text: fiscalYear ? JSON.stringify(fiscalYear, null, 2) : "",
    write: ({ mapping }, text) =>
      put(mapping[name] as OpenSection, "fiscal_year", text.trim() === "" ? "" : readJson(text, `${path}:`)),
  };
}

/** Return the facet flags of the attributes that the file defines. A derived attribute has the flag of its source. */
function facetsOf({ document }: Model, { kind, name, attributes }: Dimension): readonly TextPlace[] {
  const defined = kind === "compound" ? definitionsOf(document.mapping[name] as OpenSection) : new Map();
  const places = attributes.filter((attribute) => defined.has(attribute.name));
  return places.map((attribute) => ({
    name: `mapping.${name}.attributes.${attribute.name}.facet`,
    kind: "flag",
    text: flagText(attribute.facet),
    write: ({ mapping }, text) => {
      put(definitionsOf(mapping[name] as OpenSection).get(attribute.name)!, "facet", isSet(text));
    },
  }));
}

/** Return the attribute definitions by name: from `attributes`, or from the older list `fields`. */
function definitionsOf({ attributes, fields }: OpenSection): ReadonlyMap<unknown, OpenSection> {
  const named = isObject(attributes)
    ? Object.entries(attributes)
    : (Array.isArray(fields) ? fields.filter(isObject) : []).map((each) => [each["name"], each] as const);
  return new Map(named.filter((each): each is [unknown, OpenSection] => isObject(each[1])));
}

/** Return the place of all derived dimensions, as the part of the mapping that defines them. */
function placeOfDerived({ document: { mapping } }: Model): TextPlace {
  const derived = Object.entries(mapping).filter(([, definition]) => isDerivedDefinition(definition));
  return {
    name: DERIVED,
    kind: "json",
    text: derived.length === 0 ? "" : JSON.stringify(Object.fromEntries(derived), null, 2),
    write: (file, text) => writeDerived(file.mapping, text.trim() === "" ? {} : readJson(text, `${DERIVED}:`)),
  };
}

/** Replace the derived dimensions of a mapping; those that stay keep their places. @throws InvalidModel */
function writeDerived(mapping: OpenSection, derived: unknown): void {
  if (!isObject(derived))
    throw new InvalidModel(errorText("not_an_object_of_dimensions", { derived: DERIVED, derived_b: quoted(derived) }));
  const errors = Object.entries(derived).flatMap(([name, definition]) => {
    if (!isDerivedDefinition(definition))
      return [`${DERIVED}.${name}: only dimensions of "type": "derived" can be edited here`];
    const isTaken = Object.hasOwn(mapping, name) && mapping[name] !== null && !isDerivedDefinition(mapping[name]);
    return isTaken ? [`${DERIVED}.${name}: the file has a field of this name; write another name`] : [];
  });
  if (errors.length > 0) throw new InvalidModel(errors);
  for (const [name, definition] of Object.entries(mapping)) {
    if (isDerivedDefinition(definition) && !Object.hasOwn(derived, name)) delete mapping[name];
  }
  for (const [name, definition] of Object.entries(derived)) mapping[name] = definition as OpenSection;
}

/** True if the definition of a field is that of a derived dimension, as the parser sees it. */
function isDerivedDefinition(definition: unknown): boolean {
  return isObject(definition) && Object.hasOwn(definition, "type") && definition["type"] === "derived";
}

/** Return the place of a list or an object at the top level of the file. */
function placeOfPart(
  { document }: Model,
  name: "views" | "hierarchies" | "notes" | "formulas" | "references",
): TextPlace {
  const part = (Object.hasOwn(document, name) ? document[name] : null) ?? {};
  return {
    name,
    kind: "json",
    text: Object.keys(part).length > 0 ? JSON.stringify(part, null, 2) : "",
    write: (file, text) => {
      if (text.trim() === "") delete file[name];
      else file[name] = readJson(text, `${name}:`);
    },
  };
}

function isSet(text: string): boolean {
  return text === "true";
}

function flagText(flag: boolean): string {
  return flag ? "true" : "";
}

/** Set a value, or delete it if it is empty. */
function put(section: OpenSection, key: string, value: unknown): void {
  const isNothing = value === null || value === "" || (isObject(value) && Object.keys(value).length === 0);
  if (isNothing) delete section[key];
  else section[key] = value;
}
