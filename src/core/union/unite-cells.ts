import type { AggregateResult, Cells } from "../engine/engine.js";
import type { Pace } from "../engine/pace.js";
import { joinOf } from "../figures/groups.js";
import { partitionNumbered } from "../figures/partition.js";
import { TooManyCells } from "../errors/errors.js";
import { addDecimals, type Decimal } from "../model/values/decimal.js";
import { type DecimalColumn, packBigIntegers } from "../model/values/decimal-column.js";
import { addIntegers, type Integer } from "../model/values/fraction.js";
import type { AggregateQuery, Statistic } from "../query/aggregate/query.js";

/** True for a statistic that those of the datasets give; others are found apart. */
export function isJoined({ is }: Statistic): boolean {
  return joinOf(is) !== null;
}

/** The cells of one dataset of a union. */
export interface PartCells {
  /** Position of the dataset. */
  readonly part: number;
  readonly cells: Omit<Cells, "keys">;
  /** For each key of the union's query, the number of each cell's member or value. */
  readonly numbers: readonly Int32Array[];
  /** Read the members or values of a key of the union's query, as the dataset has them, of some cells. */
  readonly read: (key: number, rows: Uint32Array) => Promise<Cells["keys"][number]> | Cells["keys"][number];
}

/** Cells of several datasets put together, before their members are read. */
export interface UnitedGroups extends Omit<Cells, "keys"> {
  /** For each key of the query, the number of each cell's member or value. */
  readonly numbers: readonly Int32Array[];
  /** The cells of the datasets one after the other: for each key of the query, the number of each. */
  readonly joined: readonly Int32Array[];
}

/**
 * Put the cells of several datasets together: those whose keys have the same numbers.
 * @param ends for each key of the query, the number that all are less than
 * @throws TooManyCells, and as the pace does
 */
export async function uniteCells(
  parts: readonly PartCells[],
  ends: readonly number[],
  query: AggregateQuery,
  pace: Pace,
): Promise<UnitedGroups> {
  const joined = query.keys.map((_, at) => joinNumbered(parts.map(({ numbers }) => numbers[at]!)));
  const total = parts.reduce((sum, { cells }) => sum + cells.length, 0);
  const groups = partitionNumbered(
    total,
    joined.map((numbers, at) => ({ numbers, end: ends[at]! })),
  );
  await pace.step();
  const length = query.keys.length > 0 && total === 0 ? 0 : groups.length;
  if (length > pace.maxCells) throw new TooManyCells(pace.maxCells);
  const { groupOf } = groups;
  const numEntries = new Float64Array(length);
  let first = 0;
  for (const { cells } of parts) {
    for (let row = 0; row < cells.length; row++) numEntries[groupOf[first + row]!]! += cells.numEntries[row]!;
    first += cells.length;
  }
  await pace.step();
  const { statistics = [] } = query;
  const join = (columns: readonly SumColumn[], by: (a: Integer, b: Integer) => Integer): DecimalColumn =>
    (by === addIntegers ? addColumns(columns, groupOf, length) : null) ?? joinSums(columns, groupOf, length, by);
  const sums = await pace.map(query.measures, (_, at) =>
    join(
      parts.map(({ cells }) => cells.sums[at]!),
      addIntegers,
    ),
  );
  return {
    length,
    joined,
    numbers: joined.map((numbers) => pickFirst(numbers, groupOf, length)),
    sums,
    statistics: await pace.map(statistics.filter(isJoined), ({ is }, at) =>
      join(
        parts.map(({ cells }) => skipEmpty(cells.statistics![at]!, cells)),
        joinOf(is)!,
      ),
    ),
    numEntries,
  };
}

/** Put numbers one after the other. */
export function joinNumbered(parts: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let first = 0;
  for (const part of parts) {
    joined.set(part, first);
    first += part.length;
  }
  return joined;
}

/** Return the number of each group: its rows all have the same. */
function pickFirst(numbers: Int32Array, groupOf: Int32Array, length: number): Int32Array {
  const picked = new Int32Array(length);
  let found = 0;
  // Groups are numbered in the order in which they come.
  for (let row = 0; found < length; row++) if (groupOf[row] === found) picked[found++] = numbers[row]!;
  return picked;
}

/** A column, and the rows of cells without entries, whose statistics are arbitrary. */
interface SumColumn extends DecimalColumn {
  readonly isEmpty?: (row: number) => boolean;
}

function skipEmpty(column: DecimalColumn, { numEntries }: Pick<Cells, "numEntries">): SumColumn {
  return { ...column, isEmpty: (row) => numEntries[row] === 0 };
}

/** Add the integers of each group as doubles, in the largest scale; `null` if one is too large to be exact. */
function addColumns(columns: readonly SumColumn[], groupOf: Int32Array, length: number): DecimalColumn | null {
  const scale = columns.reduce((most, column) => Math.max(most, column.scale), 0);
  const sums = new Float64Array(length);
  let first = 0;
  for (const { unscaled, isEmpty, scale: own } of columns) {
    const factor = 10 ** (scale - own);
    if (!(unscaled instanceof Float64Array) || isEmpty || factor > MAX_FACTOR) return null;
    const most = Number.MAX_SAFE_INTEGER / factor;
    for (let row = 0; row < unscaled.length; row++) {
      const group = groupOf[first + row]!;
      const amount = unscaled[row]!;
      const sum = sums[group]! + amount * factor;
      if (amount > most || amount < -most || sum > Number.MAX_SAFE_INTEGER || sum < -Number.MAX_SAFE_INTEGER)
        return null;
      sums[group] = sum;
    }
    first += unscaled.length;
  }
  return { unscaled: sums, scale };
}

/** Largest power of ten by which doubles are multiplied. */
const MAX_FACTOR = 1e15;

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
