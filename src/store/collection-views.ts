import { addThrough, findTranslated } from "../core/model/parse/add-through.js";
import type { Model } from "../core/model/cube.js";
import { type Dataset, nameModel } from "./dataset.js";
import type { CollectionCrosswalk, CollectionRecord } from "./disk/manifest.js";

/** Name of a dataset as a collection sees it. No dataset may have such a name. */
export function viewName(collection: string, dataset: string): string {
  return `${collection}:${dataset}`;
}

/** A dataset as a collection sees it; `null` if it is as it is stored. It depends on the models of the crosswalks. */
interface BuiltView {
  readonly crosswalks: readonly (Model | undefined)[];
  readonly view: Dataset | null;
}

/**
 * Datasets as collections see them: with the dimensions that go through the crosswalks that a collection names. Each is
 * built once for a version.
 */
export class CollectionViews {
  readonly #built = new WeakMap<Dataset, Map<CollectionRecord, BuiltView>>();

  /** List the datasets of collections with crosswalks, under the names that `viewName` gives. */
  list(stored: ReadonlyMap<string, Dataset>, collections: readonly CollectionRecord[]): readonly Dataset[] {
    return collections.flatMap((collection) => {
      const names = new Set(collection.crosswalks?.map(({ dataset }) => dataset));
      return [...names].flatMap((name) => {
        const dataset = stored.get(name);
        return dataset ? (this.#view(stored, dataset, collection) ?? []) : [];
      });
    });
  }

  #view(stored: ReadonlyMap<string, Dataset>, dataset: Dataset, collection: CollectionRecord): Dataset | null {
    let views = this.#built.get(dataset);
    if (!views) this.#built.set(dataset, (views = new Map()));
    const crosswalks = (collection.crosswalks ?? []).map(({ through }) => stored.get(through)?.model);
    let built = views.get(collection);
    if (!built?.crosswalks.every((model, at) => model === crosswalks[at])) {
      views.set(collection, (built = { crosswalks, view: makeView(stored, dataset, collection) }));
    }
    return built!.view;
  }
}

function makeView(
  stored: ReadonlyMap<string, Dataset>,
  dataset: Dataset,
  collection: CollectionRecord,
): Dataset | null {
  const { name } = dataset.model.dataset;
  const own = (collection.crosswalks ?? []).filter((each) => each.dataset === name);
  const model = own.reduce((before, each) => addCrosswalk(stored, before, each), dataset.model);
  if (model === dataset.model) return null;
  const viewed = nameModel(model, viewName(collection.name, name));
  return {
    ...dataset,
    model: viewed,
    asLoaded: viewed,
    summary: undefined,
    viewOf: { collection: collection.name, dataset: name },
  };
}

function addCrosswalk(
  stored: ReadonlyMap<string, Dataset>,
  model: Model,
  { from, through, to }: CollectionCrosswalk,
): Model {
  const crosswalk = stored.get(through)?.model;
  const source = from ?? (crosswalk && findTranslated(model, crosswalk, to)?.name);
  return (source && addThrough(model, { from: source, dataset: through, to })) || model;
}

const named = new WeakMap<Dataset, Dataset>();

/** Return a dataset as a collection sees it under its own name: the same object each time. */
export function nameView(view: Dataset): Dataset {
  let found = named.get(view);
  if (!found) {
    const model = nameModel(view.model, view.viewOf!.dataset);
    found = { ...view, model, asLoaded: model, summary: view.summary && { ...view.summary, metadata: model.dataset } };
    named.set(view, found);
  }
  return found;
}
