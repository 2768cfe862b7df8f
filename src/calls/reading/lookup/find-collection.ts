import type { Actor } from "../../../access/actor.js";
import { mayRead } from "../../../access/permissions.js";
import { holdsSpending } from "../../../core/model/spending.js";
import { type Dataset, summarizeVersion } from "../../../store/dataset.js";
import type { CollectionRecord } from "../../../store/disk/manifest.js";
import type { Context } from "../../context.js";
import { listSpending } from "./find-dataset.js";

/** A collection, and its datasets that a caller may read. */
export interface FoundCollection {
  readonly record: CollectionRecord;
  /** At least one. */
  readonly members: readonly Dataset[];
}

/** Find a collection by name; `null` if there is none, or none of its datasets that the caller may read. */
export function findCollection(context: Context, actor: Actor, name: string): FoundCollection | null {
  const record = context.catalog.collections?.find((each) => each.name === name);
  const members = record ? listMembers(context, actor, record).map((each) => viewMember(context, record, each)) : [];
  return record && members.length > 0 ? { record, members } : null;
}

/** List the collections of which the caller may read a dataset. */
export function listCollections(context: Context, actor: Actor): readonly FoundCollection[] {
  const { collections = [] } = context.catalog;
  return collections.flatMap(({ name }) => findCollection(context, actor, name) ?? []);
}

/** Leave out datasets that are there twice. One that a collection sees with more dimensions stands for itself. */
export function leaveOutRepeated(datasets: readonly Dataset[]): readonly Dataset[] {
  const found = new Map<string, Dataset>();
  for (const dataset of datasets) {
    const { name } = summarizeVersion(dataset).metadata;
    if (!found.has(name) || dataset.viewOf) found.set(name, dataset);
  }
  return [...found.values()];
}

/** Return a dataset as a collection sees it: with the dimensions that its crosswalks add. */
function viewMember({ catalog }: Context, { name, crosswalks = [] }: CollectionRecord, dataset: Dataset): Dataset {
  const own = summarizeVersion(dataset).metadata.name;
  const isViewed = crosswalks.some((each) => each.dataset === own);
  return (isViewed && catalog.viewIn?.(name, own)) || dataset;
}

function listMembers(context: Context, actor: Actor, { members }: CollectionRecord): readonly Dataset[] {
  if ("datasets" in members) {
    return members.datasets.flatMap((name) => {
      const dataset = context.catalog.get(name);
      return dataset && mayRead(actor, dataset) && holdsSpending(summarizeVersion(dataset).metadata) ? [dataset] : [];
    });
  }
  const { territory, category, taxonomy, tag } = members;
  const fits = (dataset: Dataset): boolean => {
    const { metadata } = summarizeVersion(dataset);
    return (
      (territory === undefined || metadata.territories.includes(territory)) &&
      (category === undefined || metadata.category === category) &&
      (tag === undefined || (metadata.catalogue?.keywords.includes(tag) ?? false)) &&
      (taxonomy === undefined || dataset.model.dimensions.some((each) => each.taxonomy === taxonomy))
    );
  };
  const nameOf = (dataset: Dataset): string => summarizeVersion(dataset).metadata.name;
  return listSpending(context, actor)
    .filter(fits)
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
