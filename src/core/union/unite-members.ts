import { beginsWith, compareFolded } from "../engine/fold-case.js";
import { compareValues } from "../engine/compare.js";
import type { DistinctResult } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import type { Attribute, Dimension, UnitedModels, UnitedPart } from "../model/cube.js";
import { readAttribute } from "../model/calendar-rules.js";
import { findPartAttribute } from "../model/unite-models.js";
import type { Value } from "../model/values/value.js";
import type { Key } from "../query/aggregate/query.js";
import type { DistinctQuery } from "../query/distinct/query.js";
import { foldText } from "../query/text/fold-text.js";

/** Maximum number of members with different labels that are told. */
const MAX_RENAMED = 10;

/** Return a dataset as a member of a union's dimension of datasets, or an attribute of it. @param id place among the datasets, from 0 */
export function datasetAsMember(id: number, { name, model }: UnitedPart, { attribute }: Key): Member | Value {
  const values = [name, model.dataset.label];
  if (attribute) return values[attribute.index]!;
  return { id: id + 1, values, home: { dataset: name, dimension: null } };
}

/**
 * Plan how a value or a member of a dataset becomes one of the union.
 * @param members those of the datasets before, by their identity
 * @param renamed sentences about members with different labels
 * @param isRepeated true if a member may be converted several times
 */
export function planConversion(
  part: UnitedPart,
  { dimension, attribute }: Key,
  members: Map<Value, Member>,
  renamed: Set<string>,
  isRepeated: boolean,
): (item: Member | Value) => Member | Value {
  const own = part.dimensionOf.get(dimension)!;
  const asText = (value: Value, { type }: Attribute): Value =>
    type === "text" && typeof value === "number" ? String(value) : value;
  if (attribute) return (item) => asText(item as Value, attribute);
  const sources = dimension.attributes.map((each) => findPartAttribute(dimension, each, own)!);
  // Keys are numbers: to find objects again would take longer than all the rest.
  const seen = isRepeated ? new Map<number, Member>() : null;
  const label = dimension.attributes.find(({ name }) => name === "label");
  const readAt = (item: Member | Value, at: number): Value => {
    const value = typeof item === "object" && item !== null ? readShown(item, own, sources[at]!) : item;
    return asText(value, dimension.attributes[at]!);
  };
  return (item) => {
    if (item === null) return null;
    const id = typeof item === "object" ? item.id : null;
    const before = id === null ? undefined : seen?.get(id);
    if (before) return before;
    const identity = readAt(item, dimension.identity.index);
    let member = members.get(identity);
    if (!member) {
      const values = sources.map((_, at) => readAt(item, at));
      member = { id: members.size + 1, values, home: { dataset: part.name, dimension: own } };
      members.set(identity, member);
    } else if (label && renamed.size < MAX_RENAMED) {
      tellRenamed(dimension, part, member, identity, member.values[label.index]!, readAt(item, label.index), renamed);
    }
    if (id !== null) seen?.set(id, member);
    return member;
  };
}

/** Read an attribute of a member; its label in the language of the dataset's model, if there is one. */
function readShown({ values }: Member, dimension: Dimension, { name, index }: Attribute): Value {
  const { spoken } = dimension;
  const said = spoken && name === "label" ? readAttribute(values, dimension, spoken) : null;
  return said || (values[index] ?? null);
}

function tellRenamed(
  { name }: Dimension,
  part: UnitedPart,
  { home }: Member,
  identity: Value,
  first: Value,
  other: Value,
  renamed: Set<string>,
): void {
  if (first === other || renamed.size >= MAX_RENAMED) return;
  renamed.add(`${name} "${identity}" is "${first}" in "${home!.dataset}" and "${other}" in "${part.name}"`);
}

/** Members of one dataset of a union. */
export interface PartMembers {
  readonly part: UnitedPart;
  readonly members: readonly Member[];
}

/** Translate a query of a union's members to one of its datasets: of all members. @param filters translated already */
export function translateDistinct(
  part: UnitedPart,
  query: DistinctQuery,
  filters: DistinctQuery["filters"],
): DistinctQuery {
  const dimension = part.dimensionOf.get(query.dimension)!;
  const attributes = query.attributes.map((each) => findPartAttribute(query.dimension, each, dimension)!);
  const { spoken } = dimension;
  const searched = spoken && attributes.some(({ name }) => name === "label") ? [...attributes, spoken] : attributes;
  return { ...query, dimension, attributes: searched, filters, first: 0, limit: Number.MAX_SAFE_INTEGER };
}

/** Put the members of several datasets together, each once, in the order of the query, and take its page of them. */
export function unitePartMembers(parts: readonly PartMembers[], query: DistinctQuery): DistinctResult {
  const found = new Map<Value, Member>();
  for (const { part, members } of parts) {
    const convert = planConversion(part, { dimension: query.dimension, attribute: null }, found, new Set(), false);
    for (const member of members) convert(member);
  }
  return pageOfMembers([...found.values()], query);
}

/** List the datasets of a union that have entries, as members. @param parts those with entries that meet the query's filters */
export function listUnitedDatasets(
  united: UnitedModels,
  parts: readonly UnitedPart[],
  query: DistinctQuery,
): DistinctResult {
  const { dimension, attributes, prefix } = query;
  const folded = foldText(prefix);
  const members = parts
    .map((part) => datasetAsMember(united.parts.indexOf(part), part, { dimension, attribute: null }) as Member)
    .filter(({ values }) => attributes.some(({ index }) => beginsWith(values[index]!, folded)));
  return pageOfMembers(members, query);
}

function pageOfMembers(
  members: readonly Member[],
  { dimension, attributes, first, limit }: DistinctQuery,
): DistinctResult {
  const [by, identity] = [attributes[0]!.index, dimension.identity.index];
  const sorted = members.toSorted(
    (a, b) => compareFolded(a.values[by]!, b.values[by]!) || compareValues(a.values[identity]!, b.values[identity]!),
  );
  return { members: sorted.slice(first, first + limit), count: members.length };
}
