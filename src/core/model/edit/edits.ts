import { InvalidModel } from "../../errors/errors.js";
import type { Model } from "../cube.js";
import { parseLoadedModel } from "../parse/parse-stored.js";
import type { MemberCorrections } from "../member-corrections.js";
import { readCorrections } from "../parse/corrections.js";
import { asTyped, correctionsPlace, listPlaces, type OpenDocument, type TextPlace } from "./editable-texts.js";

/** Edited texts of a model file, by the name of their place. */
export type Edits = ReadonlyMap<string, string>;

export const NO_EDITS: Edits = new Map();

/** Read the texts of all editable places of a model. */
export function readTexts(model: Model): Edits {
  return new Map(listPlaces(model).map(({ name, text }) => [name, text]));
}

/** Find the edits that turn the loaded model into the edited one. Both must have the same places. */
export function findEdits(asLoaded: Model, edited: Model): Edits {
  if (edited === asLoaded) return NO_EDITS;
  const loaded = readTexts(asLoaded);
  return new Map([...readTexts(edited)].filter(([name, text]) => loaded.get(name) !== text));
}

/**
 * Select the edits that survive a new model file: an edit stays if the new file has the same text there as the previous
 * file. If the new file changes the text, the file wins.
 */
export function keepEdits(edits: Edits, before: Model, given: Model): Edits {
  if (edits.size === 0) return edits;
  const [previous, next] = [readTexts(before), readTexts(given)];
  return new Map([...edits].filter(([name]) => next.has(name) && next.get(name) === previous.get(name)));
}

/**
 * Apply edits to a model. Edits of missing places are ignored.
 * @throws InvalidModel with every error
 */
export function editModel(asLoaded: Model, edits: Edits): Model {
  if (edits.size === 0) return asLoaded;
  const document = structuredClone(asLoaded.document) as OpenDocument;
  const errors = listPlaces(asLoaded).flatMap((place) => write(place, edits.get(place.name), document));
  try {
    const { model } = parseLoadedModel(document);
    if (errors.length === 0) return { ...model, layout: asLoaded.layout };
  } catch (error) {
    errors.push(...errorsOf(error));
  }
  throw new InvalidModel(errors);
}

/** Print edits as JSON, the form in which they are stored. */
export function printEdits(edits: Edits): string {
  return JSON.stringify([...edits]);
}

/** Parse stored edits. */
export function parseEdits(text: string): Edits {
  return new Map(JSON.parse(text) as [string, string][]);
}

/** Read the edited corrections of members, by dimension. */
export function editedCorrections(edits: Edits): ReadonlyMap<string, MemberCorrections> {
  return new Map(
    [...edits].flatMap(([place, text]) => {
      const [, dimension] = /^mapping\.(.+)\.corrections$/.exec(place) ?? [];
      if (dimension === undefined || correctionsPlace(dimension) !== place || text === "") return [];
      const json = { corrections: JSON.parse(text) as unknown };
      const corrections = readCorrections({ path: place, json, errors: [] }, true);
      return corrections ? [[dimension, corrections] as const] : [];
    }),
  );
}

function write(place: TextPlace, text: string | undefined, document: OpenDocument): readonly string[] {
  try {
    if (text !== undefined) place.write(document, asTyped(place.kind, text));
    return [];
  } catch (error) {
    return errorsOf(error);
  }
}

function errorsOf(error: unknown): readonly string[] {
  if (error instanceof InvalidModel) return error.errors;
  throw error;
}
