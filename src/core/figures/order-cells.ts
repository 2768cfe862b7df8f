import { readAttribute } from "../model/calendar-rules.js";
import { compareValues } from "../engine/compare.js";
import type { Cells } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import type { Attribute } from "../model/cube.js";
import type { Value } from "../model/values/value.js";
import { compareFractions } from "../model/values/fraction.js";
import type { Criterion, Key } from "../query/aggregate/query.js";
import type { ValueAt } from "./partition.js";
import { type FractionColumn, figureAt, nearestFigures } from "./column.js";

/** Compares two cells by their rows. */
export type CompareCells = (a: number, b: number) => number;

/** Number of comparisons between two checks of the deadline: a few milliseconds. */
const CHECKED = 2 ** 14;

/**
 * Plan how to compare cells by an order.
 * @param check called now and then, as sorting many cells takes long
 * @param valuesOf reads an attribute of a key of each cell; by default from the cells
 */
export function planOrder(
  order: readonly Criterion[],
  keys: readonly Key[],
  cells: Pick<Cells, "length" | "keys" | "numEntries">,
  terms: readonly FractionColumn[],
  check: () => void,
  valuesOf: (key: number, attribute: Attribute) => ValueAt = (key, attribute) =>
    readKeyColumn(cells.keys[key]!, keys[key]!, attribute),
): CompareCells {
  let compared = 0;
  const criteria = order.map((criterion): CompareCells => {
    const { descending } = criterion;
    if (criterion.by === "entries") {
      const { numEntries } = cells;
      return (a, b) => (descending ? numEntries[b]! - numEntries[a]! : numEntries[a]! - numEntries[b]!);
    }
    if (criterion.by === "measure") return compareFigures(terms[criterion.index]!, cells.length, descending);
    const valueAt = valuesOf(criterion.key, criterion.attribute);
    return (a, b) => compareValues(valueAt(a), valueAt(b), descending);
  });
  const [first] = order;
  // Most cells differ in their figures of the first criterion, which this compares without another call.
  const nearest = first?.by === "measure" ? nearestFigures(terms[first.index]!, cells.length) : null;
  const above = first?.descending ? -1 : 1;
  return (a, b) => {
    if (++compared % CHECKED === 0) check();
    if (nearest) {
      const x = nearest[a]!;
      const y = nearest[b]!;
      if (x > y) return above;
      if (x < y) return 0 - above;
    }
    for (let at = 0; at < criteria.length; at++) {
      const order = criteria[at]!(a, b);
      if (order !== 0) return order;
    }
    return a - b;
  };
}

/** Read an attribute of each item of a column. @param attribute of the key's dimension; that of the key itself if it has one */
export function readKeyColumn(column: Cells["keys"][number], key: Key, attribute: Attribute): ValueAt {
  if (key.attribute) return (row) => column[row] as Value;
  return (row) => {
    const member = column[row] as Member | null;
    return member && readAttribute(member.values, key.dimension, attribute);
  };
}

/**
 * Return the first rows of an order, in order.
 * Cost: a comparison for each row, and some more for those that were among the first for a while.
 */
export function firstInOrder(length: number, compare: CompareCells, end: number): Uint32Array {
  const rows = Uint32Array.from({ length: Math.min(end, length) }, (_, row) => row);
  if (end >= length) return sortRows(rows, compare);
  if (end === 0) return rows;
  // A heap, whose top is the last of the first.
  const sink = (row: number, from: number): void => {
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= end) break;
      if (below + 1 < end && compare(rows[below + 1]!, rows[below]!) > 0) below++;
      if (compare(rows[below]!, row) <= 0) break;
      rows[at] = rows[below]!;
      at = below;
    }
    rows[at] = row;
  };
  for (let at = (end >> 1) - 1; at >= 0; at--) sink(rows[at]!, at);
  for (let row = end; row < length; row++) if (compare(row, rows[0]!) < 0) sink(row, 0);
  return sortRows(rows, compare);
}

/** Sort rows. Engines give most cells in order, which this sort takes in one pass. */
export function sortRows(rows: Uint32Array, compare: CompareCells): Uint32Array {
  return Uint32Array.from(Array.from(rows).toSorted(compare));
}

/** Compare exact figures; missing ones come last in both directions. */
export function compareFigures(column: FractionColumn, length: number, descending: boolean): CompareCells {
  const nearest = nearestFigures(column, length);
  return (a, b) => {
    const x = nearest[a]!;
    const y = nearest[b]!;
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    // Rounding keeps the order, except that different figures may have the same double.
    const order = x < y ? -1 : x > y ? 1 : compareFractions(figureAt(column, a)!, figureAt(column, b)!);
    return descending ? 0 - order : order;
  };
}
