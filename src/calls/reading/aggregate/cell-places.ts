import { readAttribute } from "../../../core/model/calendar-rules.js";
import type { Cells } from "../../../core/engine/engine.js";
import type { Member } from "../../../core/engine/entry.js";
import type { Attribute, Dimension } from "../../../core/model/cube.js";
import type { Value } from "../../../core/model/values/value.js";
import type { BoundAggregate } from "../../../core/query/aggregate/bind.js";
import type { AggregateQuery } from "../../../core/query/aggregate/query.js";
import { isOwnAttribute } from "../../../core/query/aggregate/parent-levels.js";
import type { ReferencePlace } from "../../../core/query/reference.js";
import type { FilledLevel } from "../../../core/engine/parent-maps.js";

/** Cells of which only the keys are read. */
export type KeyedCells = Pick<Cells, "keys">;

/** The member in a key's column, or a parent of it. */
interface MemberSource {
  readonly from: "member";
  /** Index of the key that it depends on. */
  readonly of: number;
  readonly dimension: Dimension;
  readonly read: (cells: KeyedCells, row: number) => Member | null;
}

/** The values of a cut, the same in every cell. */
interface CutSource {
  readonly from: "cut";
  readonly values: readonly Value[];
}

/** The source of a value: a key's column, one attribute of the member there, a parent of it, or a cut. */
export type ValueSource =
  | {
      readonly from: "value";
      readonly of: number;
      readonly type: Attribute["type"];
      readonly read: (cells: KeyedCells, row: number) => Value;
    }
  | CutSource;

/** The source of the value at a place. */
export type PlaceSource = MemberSource | ValueSource;

export interface FilledPlace extends ReferencePlace {
  readonly source: PlaceSource;
}

/**
 * Plan the places of a cell: first those of drilldowns, then those that cuts add, then parents. An attribute that is
 * drilled down shows the cell's own value at each of its places. Attributes that a whole member shows already are left
 * out, and so are parents whose place is taken.
 */
export function planPlaces(
  { query, drilldowns, cuts }: BoundAggregate,
  levels: readonly FilledLevel[] = [],
): readonly FilledPlace[] {
  const places: FilledPlace[] = [];
  const add = ({ key, within }: ReferencePlace, source: PlaceSource): void => {
    const isShown = places.some(
      (each) => each.key === key && (each.source.from === "member" || each.within === within),
    );
    if (!isShown) places.push({ source, key, within });
  };
  const members = drilldowns.filter(({ attribute }) => attribute === null);
  for (const { attribute, key, place } of drilldowns) {
    if (attribute === null) add(place, planMember(query, key));
    else if (members.some((each) => each.place.key === place.key)) continue;
    else add(place, planValue(query, key, attribute));
  }
  for (const { dimension, attribute, values, places: shownAt } of cuts) {
    const key = query.keys.findIndex(
      (each) => each.dimension === dimension && (each.attribute === null || each.attribute === attribute),
    );
    const source: PlaceSource = key < 0 ? { from: "cut", values } : planValue(query, key, attribute);
    for (const place of shownAt) add(place, source);
  }
  for (const level of levels) {
    const { key, within } = level.parent.place;
    // A whole member would hide what is there.
    if (within !== null || !places.some((each) => each.key === key)) add(level.parent.place, planParent(query, level));
  }
  return places;
}

function planMember({ keys }: AggregateQuery, key: number): MemberSource {
  const { dimension } = keys[key]!;
  return { from: "member", of: key, dimension, read: (cells, row) => memberOf(cells, key, row) };
}

/** Plan an attribute of a key: the key's own, or one of the members there. */
export function planValue({ keys }: AggregateQuery, key: number, attribute: Attribute): ValueSource {
  const { type } = attribute;
  const { dimension, attribute: own } = keys[key]!;
  if (own) return { from: "value", of: key, type, read: (cells, row) => cells.keys[key]![row] as Value };
  return {
    from: "value",
    of: key,
    type,
    read(cells, row) {
      const member = memberOf(cells, key, row);
      return member && readAttribute(member.values, dimension, attribute);
    },
  };
}

function planParent(query: AggregateQuery, level: FilledLevel): PlaceSource {
  const { key, child, parent, parents } = level;
  if (isOwnAttribute(level)) return planValue(query, key, child.attribute);
  const read = readCellPlace(planValue(query, key, child.attribute));
  const find = (cells: KeyedCells, row: number) => parents.unique.get(read(cells, row) as string | number) ?? null;
  const { dimension, attribute } = parent;
  return attribute === null
    ? { from: "member", of: key, dimension, read: find as MemberSource["read"] }
    : { from: "value", of: key, type: attribute.type, read: find as (cells: KeyedCells, row: number) => Value };
}

/** Return a function that reads the value at a place: one value, or all values of a cut that is not drilled down. */
export function readCellPlace(source: ValueSource): (cells: KeyedCells, row: number) => Value | readonly Value[] {
  if (source.from === "value") return source.read;
  const value = cutValue(source);
  return () => value;
}

export function cutValue({ values }: CutSource): Value | readonly Value[] {
  return values.length === 1 ? values[0]! : values;
}

/** Return the member at a key that is a whole dimension. */
export function memberOf(cells: KeyedCells, key: number, row: number): Member | null {
  return cells.keys[key]![row] as Member | null;
}
