import { createHash } from "node:crypto";
import type { Actor } from "../../../access/actor.js";
import { errorText } from "../../../core/errors/error-text.js";
import { Conflict, InvalidQuery } from "../../../core/errors/errors.js";
import { findRecord } from "../../../store/collections.js";
import type { CollectionRecord } from "../../../store/disk/manifest.js";
import { findCollection } from "../../reading/lookup/find-collection.js";
import type { LoadContext } from "../loads/load-context.js";
import {
  addCollection,
  changeCollection,
  type CollectionField,
  type CollectionServices,
  dropCollection,
  type NewCollection,
} from "./collections.js";

/** Path of the page of all collections for administrators. Each collection has one below it. */
export const COLLECTIONS_EDITOR = "/collections/editor";

/** The fields of the form of a collection, as typed; lists have a line for each item. */
export type TypedCollection = Readonly<Record<CollectionField, string>>;

/** Parts of a rule. */
const RULE = ["territory", "category", "taxonomy", "tag"] as const;

const FIELDS: readonly CollectionField[] = ["name", "label", "description", "datasets", ...RULE, "crosswalks"];

/** Read the form of a collection as it was sent. */
export function readTypedCollection(field: (name: string) => string): TypedCollection {
  return Object.fromEntries(FIELDS.map((name) => [name, field(name).replaceAll("\r\n", "\n")])) as TypedCollection;
}

/** Write a collection as its form shows it. */
export function typeCollection({
  name,
  label,
  description,
  members,
  crosswalks = [],
}: CollectionRecord): TypedCollection {
  const { territory = "", category = "", taxonomy = "", tag = "" } = "datasets" in members ? {} : members;
  return {
    name,
    label,
    description: description ?? "",
    datasets: "datasets" in members ? members.datasets.join("\n") : "",
    territory,
    category,
    taxonomy,
    tag,
    crosswalks: crosswalks
      .map(({ dataset, from, through, to }) => `${dataset}${from === null ? "" : `.${from}`}=${through}.${to}`)
      .join("\n"),
  };
}

/** A collection as its form shows it. */
export interface EditedCollection {
  readonly name: string;
  readonly label: string;
  readonly shown: TypedCollection;
  /** A hash of the collection, by which a change finds out that another came between. */
  readonly seen: string;
  /** Number of datasets that the caller sees in it. */
  readonly numMembers: number;
}

/** List all collections, also those without datasets. */
export function listEdited({ loads }: LoadContext): readonly { readonly name: string; readonly label: string }[] {
  return loads.services.catalog.collections.map(({ name, label }) => ({ name, label }));
}

/** Read a collection as its form shows it. @throws NotFound */
export function readEditedCollection(context: LoadContext, actor: Actor, name: string): EditedCollection {
  const record = findEdited(context, name);
  const numMembers = findCollection(context, actor, name)?.members.length ?? 0;
  return { name, label: record.label, shown: typeCollection(record), seen: hashOf(record), numMembers };
}

/** Add the collection that a form says. @returns its name @throws as `addCollection` */
export async function addTypedCollection(context: LoadContext, typed: TypedCollection, by: Actor): Promise<string> {
  const name = typed.name.trim();
  await addCollection(context.loads.services, { ...settingsOf(typed), name }, by);
  return name;
}

/**
 * Change a collection to what a form says. Without a name it keeps its own.
 * @param seen hash of the collection that the form showed
 * @returns its name from now on
 * @throws NotFound, Conflict if the collection has changed since, and as `changeCollection`
 */
export async function changeTypedCollection(
  context: LoadContext,
  name: string,
  seen: string,
  typed: TypedCollection,
  by: Actor,
): Promise<string> {
  const record = findEdited(context, name);
  if (seen !== hashOf(record)) throw new Conflict(errorText("collection_changed_meanwhile", { name }));
  const after = typed.name.trim() || name;
  await changeCollection(context.loads.services, record, { ...settingsOf(typed), name: after }, by);
  return after;
}

/**
 * Change parts of a collection. Datasets replace a rule, and a rule replaces datasets.
 * @throws NotFound, and as `changeCollection`
 */
export async function changePartsOfCollection(
  services: CollectionServices,
  name: string,
  given: Partial<TypedCollection>,
  by: Actor,
): Promise<void> {
  const record = findRecord(services.catalog.collections, name);
  const kept = typeCollection(record);
  const hasRule = RULE.some((field) => given[field]?.trim());
  const replaced = {
    ...(hasRule && { datasets: "" }),
    ...(given.datasets?.trim() && Object.fromEntries(RULE.map((field) => [field, ""]))),
  };
  const typed = { ...kept, ...replaced, ...given };
  await changeCollection(services, record, { ...settingsOf(typed), name: typed.name }, by);
}

/** Drop a collection whose name was typed. @throws InvalidQuery if another was, and as `dropCollection` */
export async function dropConfirmed(
  context: LoadContext,
  name: string,
  confirmation: string,
  by: Actor,
): Promise<void> {
  findEdited(context, name);
  if (confirmation.trim() !== name) throw new InvalidQuery(errorText("collection_not_confirmed", { name }));
  await dropCollection(context.loads.services, name, by);
}

/** Return what a form says of a collection. Items of lists stand in lines, or between pipes as elsewhere. */
function settingsOf({ label, description, datasets, crosswalks, territory, category, taxonomy, tag }: TypedCollection) {
  const join = (text: string): string =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join("|");
  return {
    label,
    description,
    datasets: join(datasets),
    crosswalks: join(crosswalks),
    rule: { territory, category, taxonomy, tag },
  } satisfies Omit<NewCollection, "name">;
}

/** @throws NotFound */
function findEdited({ loads }: LoadContext, name: string): CollectionRecord {
  const above = { label: "Collections", path: COLLECTIONS_EDITOR };
  return findRecord(loads.services.catalog.collections, name, { above });
}

function hashOf(record: CollectionRecord): string {
  return createHash("sha256").update(JSON.stringify(record)).digest("hex");
}
