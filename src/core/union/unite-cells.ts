import type { AggregateResult, Cells } from "../engine/engine.js";
import type { Member } from "../engine/entry.js";
import { joinOf } from "../figures/groups.js";
import { partitionBy, type ValueAt } from "../figures/partition.js";
import { TooManyCells } from "../errors/errors.js";
import type { UnitedModels, UnitedPart } from "../model/cube.js";
import { addDecimals, type Decimal } from "../model/values/decimal.js";
import { type DecimalColumn, packBigIntegers } from "../model/values/decimal-column.js";
import { addIntegers, type Integer } from "../model/values/fraction.js";
import type { Value } from "../model/values/value.js";
import type { AggregateQuery, Key, Statistic } from "../query/aggregate/query.js";
import { datasetAsMember, planConversion } from "./unite-members.js";

/** True for a statistic that those of the datasets give; others are found apart. */
export function isJoined({ is }: Statistic): boolean {
  return joinOf(is) !== null;
}

/** The cells of one dataset of a union. */
export interface PartCells {
  readonly part: UnitedPart;
  readonly cells: Cells;
  /** For each key of the union's query, that of the cells; -1 for the dataset itself. */
  readonly keyOf: readonly number[];
}

/** Cells of several datasets put together, and members that they call by different labels. */
export interface UnitedCells {
  readonly cells: Cells;
  readonly renamed: readonly string[];
}

/**
 * Put the cells of several datasets together: those whose keys have the same values, members the same identity. A
 * member has the values of the first dataset that has it.
 * @throws TooManyCells
 */
export function uniteCells(
  united: UnitedModels,
  parts: readonly PartCells[],
  query: AggregateQuery,
  maxCells: number,
): UnitedCells {
  const renamed = new Set<string>();
  const columns = query.keys.map((_, at) => joinColumns(united, parts, query.keys, at, renamed));
  const total = parts.reduce((sum, { cells }) => sum + cells.length, 0);
  const reads = columns.map((column, at) => numbersOf(column, query.keys[at]!));
  const groups = partitionBy(total, reads);
  const length = query.keys.length > 0 && total === 0 ? 0 : groups.length;
  if (length > maxCells) throw new TooManyCells(maxCells);
  const like = new Int32Array(length).fill(-1);
  const { groupOf } = groups;
  for (let row = 0; row < total; row++) if (like[groupOf[row]!]! < 0) like[groupOf[row]!] = row;
  const numEntries = new Float64Array(length);
  let first = 0;
  for (const { cells } of parts) {
    for (let row = 0; row < cells.length; row++) numEntries[groupOf[first + row]!]! += cells.numEntries[row]!;
    first += cells.length;
  }
  const { statistics = [] } = query;
  const amounts = statistics.filter(isJoined);
  const keys = columns.map((column) => Array.from(like, (row) => (row < 0 ? null : column[row]))) as unknown;
  return {
    cells: {
      length,
      keys: keys as Cells["keys"],
      sums: query.measures.map((_, at) =>
        joinSums(
          parts.map(({ cells }) => cells.sums[at]!),
          groupOf,
          length,
          addIntegers,
        ),
      ),
      statistics: amounts.map(({ is }, at) =>
        joinSums(
          parts.map(({ cells }) => skipEmpty(cells.statistics![at]!, cells)),
          groupOf,
          length,
          joinOf(is)!,
        ),
      ),
      numEntries,
    },
    renamed: [...renamed],
  };
}

/** Read what tells the members of a union apart: their numbers, which is faster than their names, or values. */
function numbersOf(column: readonly (Member | Value)[], { dimension }: Key): ValueAt {
  return (row) => {
    const item = column[row]!;
    if (typeof item !== "object" || item === null) return item;
    // A member without a name is one with a missing value.
    return item.values[dimension.identity.index] === null ? null : item.id;
  };
}

/** A column, and the rows of cells without entries, whose statistics are arbitrary. */
interface SumColumn extends DecimalColumn {
  readonly isEmpty?: (row: number) => boolean;
}

function skipEmpty(column: DecimalColumn, { numEntries }: Cells): SumColumn {
  return { ...column, isEmpty: (row) => numEntries[row] === 0 };
}

/** Join the integers of each group, in the largest scale. */
function joinSums(
  columns: readonly SumColumn[],
  groupOf: Int32Array,
  length: number,
  join: (a: Integer, b: Integer) => Integer,
): DecimalColumn {
  const scale = columns.reduce((most, column) => Math.max(most, column.scale), 0);
  const joined: (Integer | null)[] = Array.from({ length }, () => null);
  let first = 0;
  for (const { unscaled, isEmpty, ...column } of columns) {
    const factor = column.scale === scale ? null : 10n ** BigInt(scale - column.scale);
    for (let row = 0; row < unscaled.length; row++) {
      const group = groupOf[first + row]!;
      const before = joined[group]!;
      if (isEmpty?.(row)) continue;
      const own: Integer = factor === null ? unscaled[row]! : BigInt(unscaled[row]!) * factor;
      joined[group] = before === null ? own : join(before, own);
    }
    first += unscaled.length;
  }
  return packBigIntegers(
    joined.map((each) => BigInt(each ?? 0)),
    scale,
  );
}

/** Put the keys of the cells of several datasets one after the other, members converted to those of the union. */
export function joinColumns(
  united: UnitedModels,
  parts: readonly (Omit<PartCells, "cells"> & { readonly cells: Pick<Cells, "length" | "keys"> })[],
  keys: readonly Key[],
  at: number,
  renamed: Set<string>,
): readonly (Member | Value)[] {
  const key = keys[at]!;
  const members = new Map<Value, Member>();
  const joined: (Member | Value)[] = [];
  for (const { part, cells, keyOf } of parts) {
    const from = keyOf[at]!;
    if (key.dimension === united.datasets) {
      const item = datasetAsMember(united.parts.indexOf(part), part, key);
      for (let row = 0; row < cells.length; row++) joined.push(item);
      continue;
    }
    const convert = planConversion(part, key, members, renamed, keys.length > 1);
    for (const item of cells.keys[from]!) joined.push(convert(item));
  }
  return joined;
}

/** Add up the totals of several datasets. */
export function uniteTotals(
  results: readonly Pick<AggregateResult, "totals" | "statistics" | "numEntries">[],
  query: AggregateQuery,
): Pick<AggregateResult, "totals" | "statistics" | "numEntries"> {
  const zero: Decimal = { unscaled: 0n, scale: 0 };
  const amounts = (query.statistics ?? []).filter(isJoined);
  return {
    totals: query.measures.map((_, at) => results.reduce((sum, { totals }) => addDecimals(sum, totals[at]!), zero)),
    statistics: amounts.map(({ is }, at) =>
      joinTotals(
        is,
        results.map(({ statistics }) => statistics![at]!),
      ),
    ),
    numEntries: results.reduce((sum, { numEntries }) => sum + numEntries, 0),
  };
}

function joinTotals(is: Statistic["is"], totals: readonly (Decimal | null)[]): Decimal | null {
  const found = totals.filter((each) => each !== null);
  const scale = found.reduce((most, each) => Math.max(most, each.scale), 0);
  const unscaled = found.map((each) => each.unscaled * 10n ** BigInt(scale - each.scale));
  if (unscaled.length === 0) return null;
  return { unscaled: BigInt(unscaled.reduce((a, b) => BigInt(joinOf(is)!(a, b)))), scale };
}
