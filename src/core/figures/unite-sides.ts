import type { Cells } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import { TooManyCells } from "../errors/errors.js";
import type { Dimension } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import type { Key } from "../query/aggregate/query.js";
import { addGroups, type CellGroups, pickStatistics } from "./groups.js";
import { identitiesOf, partitionBy } from "./partition.js";

/** All cells of a query, and what is known of them and of the other side. */
export interface WholeCells {
  readonly cells: Pick<Cells, "length" | "keys" | "numEntries">;
  readonly groups: CellGroups;
}

/** Ids of members that only the other dataset has; those of a dataset are small. */
const FIRST_ID = 2 ** 40;

/**
 * Unite the cells of both sides: every cell that one of them has; a side without entries is 0. Cells are the same if their keys have the same values; members, if they have the same
 * identity.
 * @throws TooManyCells
 */
export function uniteSides(
  { cells: own, groups: ownGroups }: WholeCells,
  { cells: other, groups: otherGroups }: WholeCells,
  keys: readonly Key[],
  otherKeys: readonly Key[],
  maxCells: number,
): WholeCells {
  const total = own.length + other.length;
  const groups = partitionBy(
    total,
    keys.map((key, at) => {
      const [mine, theirs] = [identitiesOf(own.keys[at]!, key), identitiesOf(other.keys[at]!, otherKeys[at]!)];
      return (row) => (row < own.length ? mine(row) : theirs(row - own.length));
    }),
  );
  const length = total === 0 ? 0 : groups.length;
  if (length > maxCells) throw new TooManyCells(maxCells);
  // Cells of one side differ, so that own ones keep their rows.
  const into = groups.groupOf;
  const added: number[] = [];
  for (let row = own.length; row < total; row++) if (into[row]! >= own.length) added.push(row - own.length);
  const columns = own.keys.map((column, at) => {
    const convert = planConversion(keys[at]!, otherKeys[at]!);
    const theirs = other.keys[at]!;
    return [...column, ...added.map((row) => convert(theirs[row] as Member | Value))];
  }) as unknown as Cells["keys"];
  const side = alignGroups(ownGroups, into.subarray(0, own.length), length);
  return {
    cells: { length, keys: columns, numEntries: side.numEntries },
    groups: { ...side, against: alignGroups(otherGroups, into.subarray(own.length), length) },
  };
}

/** Put the groups of one side in the rows of the united cells. @param into row of each */
function alignGroups(groups: CellGroups, into: Int32Array, length: number): CellGroups {
  const rows = new Int32Array(length).fill(-1);
  into.forEach((row, at) => (rows[row] = at));
  return { ...addGroups(groups, into, length), statistics: pickStatistics(groups.statistics, rows) };
}

/** Plan how to convert what a cell of the other dataset has at a key. */
function planConversion(own: Key, other: Key): (item: Member | Value) => Member | Value {
  if (own.dimension === other.dimension) return (item) => item;
  const identityOf = (item: Member | Value): Value =>
    typeof item === "object" && item !== null ? item.values[other.dimension.identity.index]! : item;
  if (own.attribute) return identityOf;
  const sources = own.dimension.attributes.map(({ name }) => sourceOf(other.dimension, name));
  const members = new Map<Value, Member>();
  return (item) => {
    const identity = identityOf(item);
    if (identity === null) return null;
    let member = members.get(identity);
    if (!member) {
      const values = own.dimension.attributes.map((attribute, at) => {
        if (attribute === own.dimension.identity) return identity;
        const source = sources[at]!;
        return typeof item === "object" && item !== null && source >= 0 ? item.values[source]! : null;
      });
      members.set(identity, (member = { id: FIRST_ID + members.size, values }));
    }
    return member;
  };
}

function sourceOf({ attributes }: Dimension, name: string): number {
  return attributes.findIndex((attribute) => attribute.name === name);
}
