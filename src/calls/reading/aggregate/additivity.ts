import type { Bounds } from "../../../core/engine/bounds.js";
import { type FirstMembers, readFirstMembers } from "../../../core/engine/first-members.js";
import type { Reader } from "../../../core/engine/engine.js";
import type { Dimension } from "../../../core/model/cube.js";
import { joinAnd } from "../../../core/model/nearest.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import type { AggregateQuery, Key } from "../../../core/query/aggregate/query.js";

/** Maximum number of members that a warning names, and of those that are sorted for it. */
const MAX_NAMED = 4;
const MAX_SORTED = 100;
/** Maximum length of a member's name in a warning. */
const MAX_NAME = 80;

/** Members that a figure adds up although sums of them have no meaning. */
export interface AddedMembers {
  readonly dimension: Dimension;
  /** Their names, joined for a sentence; empty if there are too many to read. */
  readonly names: string;
  /** The names that it has, `null` for entries without a value, and the number of members that it does not name. */
  readonly named: { readonly names: readonly (string | null)[]; readonly more: number };
  /** Reason why they must not be added up: the end of "executed and approved, which …". */
  readonly reason: string;
  /** True if cells add them up, false if only their total does. */
  readonly isInCells: boolean;
}

/**
 * Write a warning for each dimension of which the cells of an aggregation add up members that must not be added up.
 * @param sumsOf keys of sums that figures add up beside the cells
 * Cost: nothing if the model has no such dimension; else a second aggregation, by its members.
 */
export async function warnOfAddedMembers(
  reader: Reader,
  bound: Pick<BoundAggregate, "query" | "cuts">,
  dimensions: readonly Dimension[],
  bounds: Bounds,
  sumsOf: readonly (readonly Key[])[] = [],
): Promise<readonly string[]> {
  const added = new Map<Dimension, AddedMembers>();
  for (const keys of [bound.query.keys, ...sumsOf]) {
    const left = dimensions.filter((dimension) => !added.has(dimension));
    const grouped = { cuts: bound.cuts, query: { ...bound.query, keys } };
    for (const each of await findAddedMembers(reader, grouped, left, bounds, "cells")) added.set(each.dimension, each);
  }
  return dimensions.flatMap((dimension) => {
    const found = added.get(dimension);
    return found ? [printWarning(bound.query, found)] : [];
  });
}

/**
 * Find the dimensions of which an aggregation adds up members that must not be added up. It does if the selected
 * entries have several members, and the dimension is neither cut to one nor, as far as cells go, drilled down.
 * @param of `cells` to leave out dimensions of which only the total adds up members
 */
export async function findAddedMembers(
  reader: Reader,
  { query, cuts }: Pick<BoundAggregate, "query" | "cuts">,
  dimensions: readonly Dimension[],
  bounds: Bounds,
  of: "cells" | "total",
): Promise<readonly AddedMembers[]> {
  const found: AddedMembers[] = [];
  for (const dimension of dimensions) {
    const isCut = cuts.some(({ attribute, values }) => attribute === dimension.identity && values.length === 1);
    if (dimension.meaning?.additive !== false || isCut) continue;
    const isKey = isDrilledDown(dimension, query.keys);
    if (isKey && of === "cells") continue;
    const members = await readMembers(reader, query, dimension, bounds);
    if (members === null) continue;
    const isInCells = !isKey && !(await isDetermined(reader, query, dimension, members));
    if (!isInCells && of === "cells") continue;
    const { role, order } = dimension.meaning;
    const reason = role === "phase" ? "contain one another" : "are not parts of one whole";
    const named = chooseNames(members, order);
    found.push({ dimension, names: printNames(named), named, reason, isInCells });
  }
  return found;
}

/** True if each cell has one member of a dimension: it is a key, or one that determines it is. */
function isDrilledDown({ derivation, ...dimension }: Dimension, keys: readonly Key[]): boolean {
  const isKey = ({ name }: Pick<Dimension, "name">, attribute: string): boolean =>
    keys.some((key) => key.dimension.name === name && (key.attribute === null || key.attribute.name === attribute));
  if (isKey(dimension, dimension.identity.name)) return true;
  if (!derivation) return false;
  const { from } = derivation;
  if (isKey(from.dimension, from.attribute.name)) return true;
  return from.attribute.name === from.dimension.identity.name && isDrilledDown(from.dimension, keys);
}

/** Read the members of a dimension among the selected entries; `null` if there is at most one. */
async function readMembers(
  reader: Reader,
  { filters }: AggregateQuery,
  dimension: Dimension,
  bounds: Bounds,
): Promise<FirstMembers | null> {
  const count = await reader.countMembers(dimension);
  // Too many to group by.
  if (count >= bounds.maxCells) return { names: [], count };
  const members = await readFirstMembers(reader, filters, dimension, MAX_SORTED);
  return members.count <= 1 ? null : members;
}

/** True if attributes of the dimension that cells are grouped by tell its members apart. */
async function isDetermined(
  reader: Reader,
  { filters, keys }: AggregateQuery,
  dimension: Dimension,
  { names, count }: FirstMembers,
): Promise<boolean> {
  const own = keys.filter((key) => key.dimension === dimension);
  if (own.length === 0 || names.length === 0) return false;
  const groups = await reader.aggregate({ filters, measures: [], keys: own, order: [], first: 0, limit: 0 });
  return groups.numCells >= count;
}

function printWarning({ measures }: AggregateQuery, { dimension, names, reason }: AddedMembers): string {
  const sums = measures.length === 0 ? ["num_entries"] : measures.map(({ name }) => name);
  const subject = `${joinAnd(sums)} ${sums.length === 1 ? "adds" : "add"} up`;
  return `${subject} ${names || "members"} of "${dimension.label}", which ${reason}: cut or drill down by ${dimension.name}`;
}

/** Choose the members that a sentence names, in the order of the model first. */
function chooseNames({ names, count }: FirstMembers, order: readonly string[]): AddedMembers["named"] {
  if (names.length === 0) return { names: [], more: 0 };
  const texts = names.map((name) => (name === null ? null : String(name)));
  const first = order.filter((name) => texts.includes(name));
  const sorted = [...first, ...texts.filter((name) => name === null || !order.includes(name))];
  const shown = sorted
    .slice(0, count > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED)
    .map((name) => (name !== null && name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1)}…` : name));
  return { names: shown, more: count - shown.length };
}

function printNames({ names, more }: AddedMembers["named"]): string {
  const texts = names.map((name) => name ?? "(no value)");
  return joinAnd(more > 0 ? [...texts, `${more} more`] : texts);
}
