import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import type { Cancellation } from "../../../core/engine/cancellation.js";
import { withReader } from "../../../core/engine/with-reader.js";
import { InvalidQuery, OverCapacity } from "../../../core/errors/errors.js";
import { type DimensionKind, DIMENSION_ROLES } from "../../../core/model/cube.js";
import { CATEGORIES } from "../../../core/model/parse/dataset.js";
import { type Edits, readTexts } from "../../../core/model/edit/edits.js";
import { rowModel } from "../../../core/model/row-model.js";
import { asTyped, listPlaces, type TextPlace } from "../../../core/model/edit/editable-texts.js";
import type { Dataset } from "../../../store/dataset.js";
import { type Context, queryBounds } from "../../context.js";
import { warnOfHierarchies } from "../../reading/lookup/warn-of-hierarchies.js";
import { type DatasetDescription, describeDataset } from "../../reading/describe/describe-dataset.js";
import { findFitting, namesOfFitting } from "../../reading/adjust/fitting-series.js";
import type { Typed } from "./edit-model.js";
import { findManaged } from "./editor.js";

/** The text at each place of a model, by the place's name. */
export type Texts = Edits;

/** A form to edit the texts of a dataset's model. */
export interface ModelEditForm {
  readonly dataset: DatasetDescription;
  /** The places of the dataset, of each field in mapping order, of all derived dimensions, of the views, hierarchies, notes, formulas and references. */
  readonly places: readonly FormPlace[];
  /** All fields but derived dimensions, which have one place together. */
  readonly fields: readonly EditField[];
  readonly categories: readonly string[];
  readonly roles: readonly string[];
  /** Readable series that fit the amounts, as `references` has them; `null` if none does. */
  readonly fitting: Readonly<Record<string, unknown>> | null;
  /** Sentences about the entries that may not fit the model. */
  readonly warnings: readonly string[];
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
    fields: rowModel(dataset.model).fields.map((field) => {
      const attributes = field.kind === "compound" ? field.attributes.map((each) => each.name) : [];
      return { name: field.name, kind: field.kind, attributes };
    }),
    categories: CATEGORIES,
    roles: DIMENSION_ROLES,
    fitting: namesOfFitting(findFitting(context, actor, dataset)),
    warnings: [],
  };
}

/** Check whether the members of a dataset fit its hierarchies; those of large levels only a load checks. */
export async function checkModel(
  context: Context,
  actor: Actor,
  dataset: Dataset,
  signal: Cancellation,
): Promise<readonly string[]> {
  if (dataset.model.hierarchies.length === 0) return [];
  const bounds = queryBounds(context, actor, signal);
  const check = () =>
    withReader(dataset, bounds, (reader) =>
      warnOfHierarchies(dataset.model, (levels) =>
        context.parents.find({ ...dataset, reader }, levels, bounds, async () => []),
      ),
    );
  try {
    return await context.queue.run(check, signal);
  } catch (error) {
    // The form can be used without.
    if (error instanceof OverCapacity) return [];
    throw error;
  }
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
  if (before.size === 0) throw new InvalidQuery(errorText("form_without_texts"));
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
