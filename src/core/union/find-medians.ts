import type { Cells, ListedAmounts } from "../engine/engine.js";
import { identitiesOf, partitionBy } from "../figures/partition.js";
import type { UnitedModels, UnitedPart } from "../model/cube.js";
import { type DecimalColumn, packBigIntegers } from "../model/values/decimal-column.js";
import type { Decimal } from "../model/values/decimal.js";
import type { Key } from "../query/aggregate/query.js";
import { joinColumns } from "./unite-cells.js";

/** The amounts of one dataset of a union. */
export interface PartAmounts {
  readonly part: UnitedPart;
  readonly listed: ListedAmounts;
  /** For each key of the union's query, that of the groups; -1 for the dataset itself. */
  readonly keyOf: readonly number[];
}

/** The median of each cell of a union, and of all its entries. */
export interface UnitedMedians {
  readonly cells: DecimalColumn;
  readonly total: Decimal | null;
}

/**
 * Find the medians of the cells of a union, and of all entries, from the amounts of each dataset. Exact over different
 * scales. Cost: the amounts are sorted twice, cell by cell and all together.
 */
export function findUnitedMedians(
  united: UnitedModels,
  parts: readonly PartAmounts[],
  keys: readonly Key[],
  cells: Cells,
): UnitedMedians {
  const cellOf = matchCells(united, parts, keys, cells);
  const scale = parts.reduce((most, { listed }) => Math.max(most, listed.amounts.scale), 0);
  const counts = new Float64Array(cells.length);
  eachGroup(parts, (group, { length }) => (counts[cellOf[group]!]! += length));
  const ends = Float64Array.from(counts);
  for (let cell = 1; cell < ends.length; cell++) ends[cell]! += ends[cell - 1]!;
  const total = ends.at(-1) ?? 0;
  const next = ends.map((end, cell) => end - counts[cell]!);
  const areSafe = parts.every(({ listed }) => isSafe(listed.amounts, scale));
  const amounts = areSafe ? new Float64Array(total) : Array.from({ length: total }, () => 0n);
  eachGroup(parts, (group, { first, length, amounts: { unscaled, scale: own } }) => {
    const cell = cellOf[group]!;
    const factor = 10n ** BigInt(scale - own);
    for (let at = first; at < first + length; at++) {
      const to = next[cell]!++;
      if (amounts instanceof Float64Array) amounts[to] = Number(unscaled[at]) * Number(factor);
      else amounts[to] = BigInt(unscaled[at]!) * factor;
    }
  });
  const medians = Array.from(counts, (count, cell) => middleOf(amounts, ends[cell]! - count, ends[cell]!));
  // The mean of two amounts has one more digit.
  return {
    cells: packBigIntegers(medians, scale + 1),
    total: total === 0 ? null : { unscaled: middleOf(amounts, 0, total), scale: scale + 1 },
  };
}

/** The amounts of one group of one dataset. */
interface GroupOfAmounts {
  readonly amounts: DecimalColumn;
  readonly first: number;
  readonly length: number;
}

/** Go through the groups of all datasets. @param visit is given the number of each, from 0 */
function eachGroup(parts: readonly PartAmounts[], visit: (group: number, of: GroupOfAmounts) => void): void {
  let group = 0;
  for (const { listed } of parts) {
    const { amounts, ends } = listed;
    for (let own = 0; own < ends.length; own++) {
      const first = own === 0 ? 0 : ends[own - 1]!;
      visit(group++, { amounts, first, length: ends[own]! - first });
    }
  }
}

/** Return the cell of each group of the datasets. */
function matchCells(
  united: UnitedModels,
  parts: readonly PartAmounts[],
  keys: readonly Key[],
  cells: Cells,
): Int32Array {
  const groups = parts.map(({ part, keyOf, listed }) => ({
    part,
    keyOf,
    cells: { length: listed.ends.length, keys: listed.keys },
  }));
  const total = groups.reduce((sum, { cells: { length } }) => sum + length, 0);
  const reads = keys.map((key, at) => {
    const joined = joinColumns(united, groups, keys, at, new Set()) as Cells["keys"][number];
    const [mine, theirs] = [identitiesOf(cells.keys[at]!, key), identitiesOf(joined, key)];
    return (row: number) => (row < cells.length ? mine(row) : theirs(row - cells.length));
  });
  // Cells all differ, so that their groups are numbered as they are.
  return partitionBy(cells.length + total, reads).groupOf.subarray(cells.length);
}

/** True if all amounts are exact doubles in a scale. */
function isSafe({ unscaled, scale: own }: DecimalColumn, scale: number): boolean {
  const factor = 10 ** (scale - own);
  return (
    unscaled instanceof Float64Array && unscaled.every((each) => Math.abs(each) * factor <= Number.MAX_SAFE_INTEGER)
  );
}

/** Return five times the sum of the two middle amounts of a range: their mean, with one more digit. The range is sorted. */
function middleOf(amounts: Float64Array | bigint[], from: number, to: number): bigint {
  const [lower, upper] = [from + ((to - from - 1) >> 1), from + ((to - from) >> 1)];
  if (from === to) return 0n;
  if (amounts instanceof Float64Array) {
    amounts.subarray(from, to).sort();
    return (BigInt(amounts[lower]!) + BigInt(amounts[upper]!)) * 5n;
  }
  const sorted = amounts.slice(from, to).toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  return (sorted[lower - from]! + sorted[upper - from]!) * 5n;
}
