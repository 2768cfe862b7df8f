import type { Actor } from "../../access/actor.js";
import { InvalidQuery } from "../../errors/errors.js";
import type { DimensionKind } from "../../model/cube.js";
import { CATEGORIES } from "../../model/parse/dataset.js";
import { type Edits, readTexts } from "../../model/edit/edits.js";
import { asTyped, listPlaces, type TextPlace } from "../../model/edit/editable-texts.js";
import type { Context } from "../context.js";
import { type DatasetDescription, describeDataset } from "../describe/describe-dataset.js";
import type { Typed } from "./edit-model.js";
import { findManaged } from "./editor.js";

/** The text at each place of a model, by the place's name. */
export type Texts = Edits;

/** A form to edit the texts of a dataset's model. */
export interface ModelEditForm {
  readonly dataset: DatasetDescription;
  /** The places of the dataset, of each field in mapping order, and of the views. */
  readonly places: readonly FormPlace[];
  readonly fields: readonly EditField[];
  readonly categories: readonly string[];
}

export interface FormPlace extends Pick<TextPlace, "name" | "kind" | "text"> {
  /** The text in the model file. */
  readonly asLoaded: string;
}

export interface EditField {
  readonly name: string;
  readonly kind: DimensionKind | "measure";
  /** Names of its attributes; empty unless it is a compound dimension. */
  readonly attributes: readonly string[];
}

/** @throws NotFound, Unauthenticated, Forbidden */
export function readModelEdits(context: Context, actor: Actor, name: string, origin: string): ModelEditForm {
  const dataset = findManaged(context, actor, name);
  const loaded = readTexts(dataset.asLoaded);
  return {
    dataset: describeDataset(dataset, origin),
    places: listPlaces(dataset.model).map((place) => ({
      name: place.name,
      kind: place.kind,
      text: place.text,
      asLoaded: loaded.get(place.name) ?? "",
    })),
    fields: dataset.model.fields.map((field) => {
      const attributes = field.kind === "compound" ? field.attributes.map((each) => each.name) : [];
      return { name: field.name, kind: field.kind, attributes };
    }),
    categories: CATEGORIES,
  };
}

/**
 * Read the edits that a form sent.
 * @param shown the texts that the form was shown with, as `printShown` writes them
 * @param find returns the text of a field, if it was sent; browsers do not send boxes that are not ticked
 * @throws InvalidQuery if `shown` holds no texts
 */
export function readTypedEdits(
  { places }: Pick<ModelEditForm, "places">,
  shown: string,
  find: (name: string) => string | undefined,
): Typed {
  const before = parseShown(shown);
  if (before.size === 0)
    throw new InvalidQuery("The form was sent without the texts that it had shown: open it again and send it");
  const kinds = new Map(places.map(({ name, kind }) => [name, kind]));
  const texts = [...before].map(([name, text]) => {
    const kind = kinds.get(name) ?? "text";
    return [name, asTyped(kind, find(name) ?? (kind === "flag" ? "" : text))] as const;
  });
  return { shown: before, texts: new Map(texts) };
}

export function printShown(texts: Texts): string {
  return JSON.stringify(Object.fromEntries(texts));
}

/** Parse the output of `printShown`. Anything else that a client sends is ignored. */
function parseShown(text: string): Texts {
  try {
    const json: unknown = JSON.parse(text);
    const entries = typeof json === "object" && json !== null ? Object.entries(json) : [];
    return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  } catch {
    return new Map();
  }
}
