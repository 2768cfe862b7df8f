import type { Namesake } from "../../calls/reading/members/find-namesakes.js";
import type { SharedName } from "../../calls/context.js";
import { hasOwnTaxonomy } from "../../calls/reading/members/find-namesakes.js";
import { foldText } from "../../core/query/text/fold-text.js";

/** A member of all datasets, as the service identifies it. */
export interface ReconciledEntity extends SharedName {
  readonly id: string;
  readonly label: string;
  readonly typeLabel: string;
  /** Folded names and labels under which it appears. */
  readonly names: ReadonlySet<string>;
  /** Names of its datasets. */
  readonly datasets: ReadonlySet<string>;
  readonly numEntries: number;
}

/** A type of entities: a taxonomy, with the label of a dimension of it. */
export interface ReconciledType {
  readonly id: string;
  readonly name: string;
}

/** Print the identifier of an entity: its taxonomy, a slash, its name. */
export function printEntityId({ taxonomy, name }: SharedName): string {
  return `${taxonomy.replaceAll("%", "%25").replaceAll("/", "%2F")}/${name}`;
}

/** Read an identifier; `null` if it is none. */
export function readEntityId(id: string): SharedName | null {
  const slash = id.indexOf("/");
  if (slash < 0) return null;
  const taxonomy = id.slice(0, slash).replaceAll(/%2F/gi, "/").replaceAll("%25", "%");
  return { taxonomy, name: id.slice(slash + 1) };
}

/**
 * Unite the members of one name to entities: of a taxonomy by the folded name, of dimensions without one by the folded
 * label. An entity is called as where it has most entries.
 */
export function uniteEntities(members: readonly Namesake[]): readonly ReconciledEntity[] {
  const groups = new Map<string, Namesake[]>();
  for (const each of members) {
    const { dimension, name, label } = each;
    const key = JSON.stringify([dimension.taxonomy, foldText(hasOwnTaxonomy(dimension) ? label : name)]);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()].map(uniteEntity);
}

function uniteEntity(members: readonly Namesake[]): ReconciledEntity {
  const [most] = members.toSorted(compareUse) as [Namesake];
  const { dimension, name, label } = most;
  const { taxonomy } = dimension;
  return {
    id: printEntityId({ taxonomy, name }),
    taxonomy,
    name,
    label,
    typeLabel: dimension.label,
    names: new Set(members.flatMap((each) => [foldText(each.name), foldText(each.label)])),
    datasets: new Set(members.map(({ dataset }) => dataset.model.dataset.name)),
    numEntries: members.reduce((sum, { numEntries }) => sum + numEntries, 0),
  };
}

/** Compare members: those with most entries come first, of equals by name. */
function compareUse(a: Namesake, b: Namesake): number {
  return b.numEntries - a.numEntries || (a.name < b.name ? -1 : Number(a.name > b.name));
}

/** Describe an entity in a few words. */
export function explainEntity({ typeLabel, datasets, numEntries, name, label }: ReconciledEntity): string {
  const entries = numEntries === 1 ? "1 entry" : `${numEntries} entries`;
  const places = datasets.size === 1 ? "1 dataset" : `${datasets.size} datasets`;
  return `${typeLabel}: ${entries} in ${places}${name === label ? "" : ` (${name})`}`;
}
