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

/** Return a dataset as a member of a union's dimension of datasets, or an attribute of it. @param id place among the datasets, from 0 */
export function datasetAsMember(id: number, { name, model }: UnitedPart, { attribute }: Key): Member | Value {
  const values = [name, model.dataset.label];
  if (attribute) return values[attribute.index]!;
  return { id: id + 1, values, home: { dataset: name, dimension: null } };
}

/** Reads the values or members of a dataset as those of a union. */
export interface ReadItem {
  /** Return what equal ones of all datasets share: their identity, or the value. */
  readonly identity: (item: Member | Value) => Value;
  /** Return the label of a member; `null` for values, and dimensions without labels. */
  readonly label: ((item: Member | Value) => Value) | null;
  /** Return it as one of the union. @param id of the member */
  readonly convert: (item: Member | Value, id: number) => Member | Value;
}

/** Plan how the values or members of a dataset are read as those of a union. */
export function planReading(part: UnitedPart, { dimension, attribute }: Key): ReadItem {
  const own = part.dimensionOf.get(dimension)!;
  const asText = (value: Value, { type }: Attribute): Value =>
    type === "text" && typeof value === "number" ? String(value) : value;
  if (attribute) {
    const read = (item: Member | Value): Value => asText(item as Value, attribute);
    return { identity: read, label: null, convert: read };
  }
  const sources = dimension.attributes.map((each) => findPartAttribute(dimension, each, own)!);
  const label = dimension.attributes.find(({ name }) => name === "label");
  const readAt = (item: Member | Value, at: number): Value => {
    const value = typeof item === "object" && item !== null ? readShown(item, own, sources[at]!) : item;
    return asText(value, dimension.attributes[at]!);
  };
  return {
    identity: (item) => readAt(item, dimension.identity.index),
    label: label ? (item) => readAt(item, label.index) : null,
    convert(item, id) {
      if (item === null) return null;
      return { id, values: sources.map((_, at) => readAt(item, at)), home: { dataset: part.name, dimension: own } };
    },
  };
}

/** Read an attribute of a member; its label in the language of the dataset's model, if there is one. */
function readShown({ values }: Member, dimension: Dimension, { name, index }: Attribute): Value {
  const { spoken } = dimension;
  const said = spoken && name === "label" ? readAttribute(values, dimension, spoken) : null;
  return said || (values[index] ?? null);
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
    const { identity, convert } = planReading(part, { dimension: query.dimension, attribute: null });
    for (const member of members) {
      const name = identity(member);
      if (!found.has(name)) found.set(name, convert(member, found.size + 1) as Member);
    }
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
