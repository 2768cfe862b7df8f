import type { DatasetMetadata, Dimension, Field, Model } from "./cube.js";
import { lookUpAttribute } from "./references.js";

/** Texts by ISO 639-1 code of their language. */
export type TextsByLanguage = Readonly<Record<string, string>>;

const translated = new WeakMap<Model, Map<string, Model>>();

/**
 * Return a model with its labels, descriptions and notes in a language, where the model file gives them; members then
 * have their `label_xx` as label. Names stay. The same object for the same model and language, and the model itself if it
 * gives nothing in the language: engines keep what they find for a model.
 * @param language ISO 639-1 code
 */
export function translateModel(model: Model, language: string): Model {
  const known = translated.get(model) ?? new Map<string, Model>();
  translated.set(model, known);
  let found = known.get(language);
  if (!found) known.set(language, (found = translate(model, language)));
  return found;
}

/** Return metadata with the label and the description of a language, where it has them. */
export function translateMetadata(metadata: DatasetMetadata, language: string): DatasetMetadata {
  const label = metadata.labels?.[language];
  const description = metadata.descriptions?.[language];
  if (label === undefined && description === undefined) return metadata;
  return { ...metadata, label: label ?? metadata.label, description: description ?? metadata.description };
}

function translate(model: Model, language: string): Model {
  const { document } = model;
  const dataset = translateMetadata(model.dataset, language);
  const fields = new Map<Field, Field>(
    model.fields.map((field) => [field, translateField(field, ownValue(document.mapping, field.name), language)]),
  );
  const views = model.views.map((view) => ({
    ...view,
    ...textIn(
      document.views?.find((each) => ownValue(each, "name") === view.name),
      "label",
      language,
    ),
  }));
  const hierarchies = model.hierarchies.map((each) => ({
    ...each,
    ...textIn(ownValue(document.hierarchies, each.name), "label", language),
  }));
  const formulas = model.formulas.map((each) => ({
    ...each,
    ...textIn(ownValue(document.formulas, each.name), "label", language),
  }));
  const notes = model.notes.map((note) => ({ ...note, ...textIn(document.notes?.[note.id], "text", language) }));
  // Dimensions refer to one another as the objects that they are.
  for (const [field, own] of fields) {
    if (own.kind === "measure" || !own.derivation) continue;
    const { from } = own.derivation;
    const source = (fields.get(from.dimension) as Dimension | undefined) ?? from.dimension;
    fields.set(field, { ...own, derivation: { ...own.derivation, from: { ...from, dimension: source } } });
  }
  const here = <F extends Field>(field: F): F => (fields.get(field) ?? field) as F;
  return {
    ...model,
    original: model,
    dataset,
    dimensions: model.dimensions.map(here),
    measures: model.measures.map(here),
    fields: model.fields.map(here),
    key: model.key.map(here),
    views,
    hierarchies,
    notes,
    formulas,
  };
}

function translateField(field: Field, definition: unknown, language: string): Field {
  const texts = { ...textIn(definition, "label", language), ...textIn(definition, "description", language) };
  if (field.kind === "measure") return { ...field, ...texts };
  const spoken = lookUpAttribute(field, `label_${language}`);
  return { ...field, ...texts, ...(spoken && { spoken }) };
}

/** Return the text of a part of a model file in a language, under its key; nothing if it has none. */
function textIn<Key extends "label" | "description" | "text">(
  part: unknown,
  key: Key,
  language: string,
): Partial<Record<Key, string>> {
  // The `labels` of a derived dimension are those of its members.
  const list = key === "label" && ownValue(part, "type") === "derived" ? undefined : ownValue(part, `${key}s`);
  const text = ownValue(list, language) ?? ownValue(part, `${key}_${language}`);
  return typeof text === "string" && text.trim() !== "" ? ({ [key]: text.trim() } as Record<Key, string>) : {};
}

function ownValue(part: unknown, key: string): unknown {
  return typeof part === "object" && part !== null && Object.hasOwn(part, key)
    ? (part as Readonly<Record<string, unknown>>)[key]
    : undefined;
}
