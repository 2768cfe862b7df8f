import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { auditedUser } from "../../../access/audit-log.js";
import { Forbidden, InvalidQuery } from "../../../core/errors/errors.js";
import { parseList } from "../../../core/query/clauses.js";
import { datasetNameError } from "../../../core/model/parse/names.js";
import type { Catalog } from "../../../store/catalog.js";
import type { CollectionMembers, CollectionRecord } from "../../../store/disk/manifest.js";
import { CATEGORY } from "../../reading/describe/dataset-facets.js";
import { requireRecord } from "../../reading/lookup/require-dataset.js";
import type { ChangeServices } from "./change-dataset.js";
import { readCrosswalks } from "./read-crosswalks.js";

/** A collection to add: either datasets by name, joined by pipes, or a rule that they meet. */
export interface NewCollection {
  readonly name: string;
  readonly label: string | undefined;
  readonly description: string | undefined;
  readonly datasets: string | undefined;
  /** Crosswalks of datasets, joined by pipes: `town.program=town-to-cofog.cofog`; absent: none. */
  readonly crosswalks?: string | undefined;
  readonly rule: Readonly<Record<"territory" | "category" | "taxonomy" | "tag", string | undefined>>;
}

export type CollectionServices = Pick<ChangeServices, "catalog" | "audit">;

/** A part of a collection that may be wrong. */
export type CollectionField = "name" | "label" | "description" | "datasets" | "crosswalks" | RuleField;

type RuleField = keyof NewCollection["rule"];

interface CollectionError {
  readonly field: CollectionField;
  readonly error: string;
}

/** A collection with errors, each with the part that has it. */
export class InvalidCollection extends InvalidQuery {
  readonly errorsOfFields: readonly CollectionError[];

  constructor(errors: readonly CollectionError[]) {
    super(errors.map(({ error }) => error));
    this.errorsOfFields = errors;
  }
}

/** Maximum characters of a label and of a description. */
const MAX_LABEL = 200;
const MAX_DESCRIPTION = 5000;

/**
 * Add a collection. Only administrators may.
 * @returns the number of datasets that it names; `null` for a rule, which every reader applies to what she may read
 * @throws Forbidden, InvalidCollection with every error, Conflict if the name is taken, Unwritable
 */
export async function addCollection(
  { catalog, audit }: CollectionServices,
  collection: NewCollection,
  by: Actor,
): Promise<{ readonly numMembers: number | null }> {
  refuseOthers(by);
  const record = readCollection(catalog, collection);
  await catalog.addCollection({ ...record, created: new Date().toISOString() });
  await audit.record({ action: "collection.add", collection: record.name, ...auditedUser(by) });
  return { numMembers: "datasets" in record.members ? record.members.datasets.length : null };
}

/**
 * Change a collection. Only administrators may. A former name is that of a missing dataset.
 * @param before as it was shown to the user
 * @throws Forbidden, InvalidCollection with every error, Conflict if another has changed it meanwhile, Unwritable
 */
export async function changeCollection(
  { catalog, audit }: CollectionServices,
  before: CollectionRecord,
  collection: NewCollection,
  by: Actor,
): Promise<void> {
  refuseOthers(by);
  const after = readCollection(catalog, collection);
  await catalog.changeCollection(before, { ...after, created: before.created });
  const renamed = after.name === before.name ? null : { renamed: after.name };
  await audit.record({ action: "collection.change", collection: before.name, ...renamed, ...auditedUser(by) });
}

/** Remove a collection; its datasets stay. Only administrators may. @throws Forbidden, NotFound, Unwritable */
export async function dropCollection({ catalog, audit }: CollectionServices, name: string, by: Actor): Promise<void> {
  refuseOthers(by);
  await catalog.dropCollection(name);
  await audit.record({ action: "collection.drop", collection: name, ...auditedUser(by) });
}

/** Let only administrators go on. @throws Forbidden */
export function refuseOthers({ admin }: Actor): void {
  if (!admin) throw new Forbidden(errorText("collections_for_administrators"));
}

function readCollection(
  catalog: Catalog,
  { name, label, description = "", datasets, crosswalks: written = "", rule }: NewCollection,
): Omit<CollectionRecord, "created"> {
  const found: CollectionError[] = [];
  const add = (field: CollectionField, ...errors: readonly string[]): void => {
    found.push(...errors.map((error) => ({ field, error })));
  };
  const invalid = datasetNameError(name);
  if (invalid !== null) add("name", errorText("name_refused", { name, reason: invalid }));
  const title = label?.trim() ?? "";
  if (title === "") add("label", errorText("collection_without_label"));
  if (title.length > MAX_LABEL) add("label", errorText("label_too_long", { maximum: MAX_LABEL }));
  if (description.length > MAX_DESCRIPTION)
    add("description", errorText("description_too_long", { maximum: MAX_DESCRIPTION }));
  const members = readMembers(datasets, rule, add);
  const wrong: string[] = [];
  const crosswalks = readCrosswalks(written, wrong);
  add("crosswalks", ...wrong);
  const known = new Set<string>();
  const checkNamed = (field: CollectionField, names: readonly string[]): void => {
    for (const each of names.filter((one) => !known.has(one))) {
      known.add(each);
      add(field, ...missing(catalog, each));
    }
  };
  checkNamed("datasets", "datasets" in members ? members.datasets : []);
  checkNamed(
    "crosswalks",
    crosswalks.flatMap(({ dataset, through }) => [dataset, through]),
  );
  if (found.length > 0) throw new InvalidCollection(found);
  return {
    name,
    label: title,
    description: description.trim() || null,
    members,
    ...(crosswalks.length > 0 && { crosswalks }),
  };
}

/** Say that a dataset is missing; nothing if it is there. */
function missing(catalog: Catalog, dataset: string): readonly string[] {
  try {
    requireRecord(catalog, dataset);
    return [];
  } catch (error) {
    if (error instanceof InvalidQuery) return error.errors;
    throw error;
  }
}

function readMembers(
  datasets: string | undefined,
  { territory, category, taxonomy, tag }: NewCollection["rule"],
  add: (field: CollectionField, error: string) => void,
): CollectionMembers {
  const named = [...new Set(parseList(datasets ?? ""))];
  const code = category?.trim().toLowerCase();
  if (code && !CATEGORY.isKnown(code))
    add("category", errorText("wrong_value", { value: category!, wanted: CATEGORY.wanted }));
  const written = {
    territory: territory?.trim().toUpperCase(),
    category: code === CATEGORY.every ? undefined : code,
    taxonomy: taxonomy?.trim(),
    tag: tag?.trim(),
  };
  const rule = Object.fromEntries(Object.entries(written).filter(([, text]) => text));
  const hasRule = Object.keys(rule).length > 0;
  if (named.length > 0 && hasRule) add("datasets", errorText("collection_with_both"));
  if (named.length === 0 && !hasRule) add("datasets", errorText("collection_with_neither"));
  return hasRule ? rule : { datasets: named };
}
