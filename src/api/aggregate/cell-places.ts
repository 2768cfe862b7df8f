import type { Cells } from "../../engine/engine.js";
import type { Member } from "../../engine/entry.js";
import type { Value } from "../../model/values/value.js";
import type { BoundAggregate } from "../../query/aggregate/bind.js";
import type { ReferencePlace } from "../../query/reference.js";

/** The member in a key's column. */
interface MemberSource {
  readonly from: "member";
  readonly key: number;
}

/** The values of a cut, the same in every cell. */
interface CutSource {
  readonly from: "cut";
  readonly values: readonly Value[];
}

/** The source of a value: a key's column, one attribute of the member there, or a cut. */
export type ValueSource =
  { readonly from: "value"; readonly key: number; readonly attribute: number | null } | CutSource;

/** The source of the value at a place. */
export type PlaceSource = MemberSource | ValueSource;

export interface FilledPlace extends ReferencePlace {
  readonly source: PlaceSource;
}

/**
 * Plan the places of a cell: first those of drilldowns, then those that cuts add. An attribute that is drilled down
 * shows the cell's own value at each of its places. Attributes that a whole member shows already are left out.
 */
export function planPlaces({ query, drilldowns, cuts }: BoundAggregate): readonly FilledPlace[] {
  const places: FilledPlace[] = [];
  const add = (place: ReferencePlace, source: PlaceSource): void => {
    const isShown = places.some(
      (each) => each.key === place.key && (each.source.from === "member" || each.within === place.within),
    );
    if (!isShown) places.push({ source, ...place });
  };
  const members = drilldowns.filter(({ attribute }) => attribute === null);
  for (const { attribute, key, place } of drilldowns) {
    if (attribute === null) add(place, { from: "member", key });
    else if (members.some((each) => each.place.key === place.key)) continue;
    else add(place, { from: "value", key, attribute: query.keys[key]!.attribute ? null : attribute.index });
  }
  for (const { dimension, attribute, values, places: shownAt } of cuts) {
    const key = query.keys.findIndex(
      (each) => each.dimension === dimension && (each.attribute === null || each.attribute === attribute),
    );
    const source: PlaceSource =
      key < 0
        ? { from: "cut", values }
        : { from: "value", key, attribute: query.keys[key]!.attribute ? null : attribute.index };
    for (const place of shownAt) add(place, source);
  }
  return places;
}

/** Return a function that reads the value at a place: one value, or all values of a cut that is not drilled down. */
export function readCellPlace(source: ValueSource): (cells: Cells, row: number) => Value | readonly Value[] {
  if (source.from === "cut") {
    const value = cutValue(source);
    return () => value;
  }
  const { key, attribute } = source;
  if (attribute === null) return (cells, row) => cells.keys[key]![row] as Value;
  return (cells, row) => memberOf(cells, key, row)?.values[attribute] ?? null;
}

export function cutValue({ values }: CutSource): Value | readonly Value[] {
  return values.length === 1 ? values[0]! : values;
}

/** Return the member at a key that is a whole dimension. */
export function memberOf(cells: Cells, key: number, row: number): Member | null {
  return cells.keys[key]![row] as Member | null;
}
