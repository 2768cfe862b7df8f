import { errorText } from "../core/errors/error-text.js";
import { Conflict, InvalidQuery, NotFound, TakenName } from "../core/errors/errors.js";
import { didYouMean } from "../core/model/nearest.js";
import { datasetNameError } from "../core/model/parse/names.js";
import type { CollectionRecord, State } from "./disk/manifest.js";

/** Add a collection. @throws InvalidQuery for a wrong name, TakenName if a dataset or a collection has it */
export function withCollection(state: State, collection: CollectionRecord): State {
  refuseName(state, collection.name);
  return { ...state, collections: [...(state.collections ?? []), collection] };
}

/**
 * Replace a collection by another, which may have another name.
 * @param before as it was when the change began
 * @throws Conflict if it was changed or removed since; as `withCollection` for another name
 */
export function withChangedCollection(state: State, before: CollectionRecord, after: CollectionRecord): State {
  const { collections = [] } = state;
  if (!collections.includes(before))
    throw new Conflict(errorText("collection_changed_meanwhile", { name: before.name }));
  if (after.name !== before.name) refuseName(state, after.name);
  return { ...state, collections: collections.map((each) => (each === before ? after : each)) };
}

function refuseName({ datasets, collections = [] }: State, name: string): void {
  const error = datasetNameError(name);
  if (error) throw new InvalidQuery(errorText("name_refused", { name, reason: error }));
  if (datasets.some((each) => each.name === name)) throw new TakenName(errorText("dataset_of_name", { name }));
  if (collections.some((each) => each.name === name)) throw new TakenName(errorText("collection_of_name", { name }));
}

/** Remove a collection; its datasets stay. @throws NotFound */
export function withoutCollection(state: State, name: string): State {
  const { collections = [] } = state;
  findRecord(collections, name);
  return { ...state, collections: collections.filter((each) => each.name !== name) };
}

/** Find a collection by its name. @throws NotFound, with the facts given */
export function findRecord(
  collections: readonly CollectionRecord[],
  name: string,
  facts?: ConstructorParameters<typeof NotFound>[1],
): CollectionRecord {
  const found = collections.find((each) => each.name === name);
  if (found) return found;
  const names = collections.map((each) => each.name);
  throw new NotFound(errorText("unknown_collection", { name, remedy: didYouMean(name, names) }), facts);
}
