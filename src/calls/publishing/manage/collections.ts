import { errorText } from "../../../core/errors/error-text.js";
import type { Actor } from "../../../access/actor.js";
import { auditedUser } from "../../../access/audit-log.js";
import { Forbidden, InvalidQuery } from "../../../core/errors/errors.js";
import { parseList } from "../../../core/query/clauses.js";
import type { CollectionMembers } from "../../../store/disk/manifest.js";
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

type CollectionServices = Pick<ChangeServices, "catalog" | "audit">;

/** Maximum characters of a label and of a description. */
const MAX_LABEL = 200;
const MAX_DESCRIPTION = 5000;

/**
 * Add a collection. Only administrators may.
 * @returns the number of datasets that it names; `null` for a rule, which every reader applies to what she may read
 * @throws Forbidden, InvalidQuery with every error, Conflict if the name is taken, Unwritable
 */
export async function addCollection(
  { catalog, audit }: CollectionServices,
  { name, label, description = "", datasets, crosswalks: written = "", rule }: NewCollection,
  by: Actor,
): Promise<{ readonly numMembers: number | null }> {
  refuseOthers(by);
  const errors: string[] = [];
  const title = label?.trim() ?? "";
  if (title === "") errors.push(errorText("collection_without_label"));
  if (title.length > MAX_LABEL) errors.push(errorText("label_too_long", { maximum: MAX_LABEL }));
  if (description.length > MAX_DESCRIPTION)
    errors.push(errorText("description_too_long", { maximum: MAX_DESCRIPTION }));
  const members = readMembers(datasets, rule, errors);
  const crosswalks = readCrosswalks(written, errors);
  const named = [
    ...("datasets" in members ? members.datasets : []),
    ...crosswalks.flatMap(({ dataset, through }) => [dataset, through]),
  ];
  for (const each of new Set(named)) {
    try {
      requireRecord(catalog, each);
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error;
      errors.push(...error.errors);
    }
  }
  if (errors.length > 0) throw new InvalidQuery(errors);
  await catalog.addCollection({
    name,
    label: title,
    description: description.trim() || null,
    members,
    ...(crosswalks.length > 0 && { crosswalks }),
    created: new Date().toISOString(),
  });
  await audit.record({ action: "collection.add", collection: name, ...auditedUser(by) });
  return { numMembers: "datasets" in members ? members.datasets.length : null };
}

/** Remove a collection; its datasets stay. Only administrators may. @throws Forbidden, NotFound, Unwritable */
export async function dropCollection({ catalog, audit }: CollectionServices, name: string, by: Actor): Promise<void> {
  refuseOthers(by);
  await catalog.dropCollection(name);
  await audit.record({ action: "collection.drop", collection: name, ...auditedUser(by) });
}

function refuseOthers({ admin }: Actor): void {
  if (!admin) throw new Forbidden(errorText("collections_for_administrators"));
}

function readMembers(
  datasets: string | undefined,
  { territory, category, taxonomy, tag }: NewCollection["rule"],
  errors: string[],
): CollectionMembers {
  const named = [...new Set(parseList(datasets ?? ""))];
  const code = category?.trim().toLowerCase();
  if (code && !CATEGORY.isKnown(code))
    errors.push(errorText("wrong_value", { value: category!, wanted: CATEGORY.wanted }));
  const rule = {
    ...(territory && { territory: territory.trim().toUpperCase() }),
    ...(code && { category: code }),
    ...(taxonomy && { taxonomy: taxonomy.trim() }),
    ...(tag && { tag: tag.trim() }),
  };
  const hasRule = Object.keys(rule).length > 0;
  if (named.length > 0 && hasRule) errors.push(errorText("collection_with_both"));
  if (named.length === 0 && !hasRule) errors.push(errorText("collection_with_neither"));
  return hasRule ? rule : { datasets: named };
}
