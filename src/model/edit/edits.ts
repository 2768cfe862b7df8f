import { InvalidModel } from "../../errors/errors.js";
import type { Model } from "../cube.js";
import { parseModel } from "../parse/parse.js";
import { asTyped, listPlaces, type OpenDocument, type TextPlace } from "./editable-texts.js";

/** What somebody wrote over a model file: from the name of a place to its text. */
export type Edits = ReadonlyMap<string, string>;

export const NO_EDITS: Edits = new Map();

/** What a model says at every place that can be edited. */
export function readTexts(model: Model): Edits {
  return new Map(listPlaces(model).map(({ name, text }) => [name, text]));
}

/** The edits that make a model of the one that was loaded. Both have the same places. */
export function findEdits(asLoaded: Model, edited: Model): Edits {
  if (edited === asLoaded) return NO_EDITS;
  const loaded = readTexts(asLoaded);
  return new Map([...readTexts(edited)].filter(([name, text]) => loaded.get(name) !== text));
}

/**
 * The edits that outlive another model file: where it says what the one before said, the edit stays; where it says
 * something new, that counts.
 */
export function keepEdits(edits: Edits, before: Model, given: Model): Edits {
  if (edits.size === 0) return edits;
  const [said, says] = [readTexts(before), readTexts(given)];
  return new Map([...edits].filter(([name]) => says.has(name) && says.get(name) === said.get(name)));
}

/**
 * A model file under edits. Edits of places that it does not have are passed over.
 * @throws InvalidModel with every fault
 */
export function editModel(asLoaded: Model, edits: Edits): Model {
  if (edits.size === 0) return asLoaded;
  const document = structuredClone(asLoaded.document) as OpenDocument;
  const errors = listPlaces(asLoaded).flatMap((place) => write(place, edits.get(place.name), document));
  try {
    const { model } = parseModel(document);
    if (errors.length === 0) return { ...model, layout: asLoaded.layout };
  } catch (error) {
    errors.push(...errorsOf(error));
  }
  throw new InvalidModel(errors);
}

/** As they are kept. */
export function printEdits(edits: Edits): string {
  return JSON.stringify([...edits]);
}

export function parseEdits(text: string): Edits {
  return new Map(JSON.parse(text) as [string, string][]);
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
