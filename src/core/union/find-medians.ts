import type { ListedAmounts } from "../engine/engine.js";
import { partitionBy } from "../figures/partition.js";
import { type DecimalColumn, packBigIntegers } from "../model/values/decimal-column.js";
import type { Decimal } from "../model/values/decimal.js";
import { joinNumbered, type UnitedGroups } from "./unite-cells.js";

/** The amounts of one dataset of a union. */
export interface PartAmounts {
  readonly listed: Pick<ListedAmounts, "ends" | "amounts">;
  /** For each key of the union's query, the number of each group's member or value. */
  readonly numbers: readonly Int32Array[];
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
  parts: readonly PartAmounts[],
  cells: Pick<UnitedGroups, "length" | "numbers">,
): UnitedMedians {
  const groups = parts.reduce((sum, { listed }) => sum + listed.ends.length, 0);
  const numbers = cells.numbers.map((_, at) => joinNumbered(parts.map((part) => part.numbers[at]!)));
  const cellOf = matchGroups(cells, { length: groups, numbers });
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

/** Return the cell of each of some groups, whose keys have the same numbers. @param cells that all differ */
export function matchGroups(
  cells: Pick<UnitedGroups, "length" | "numbers">,
  groups: Pick<UnitedGroups, "length" | "numbers">,
): Int32Array {
  const reads = cells.numbers.map((own, at) => {
    const others = groups.numbers[at]!;
    return (row: number) => (row < cells.length ? own[row]! : others[row - cells.length]!);
  });
  // Cells all differ, so that their groups are numbered as they are.
  return partitionBy(cells.length + groups.length, reads).groupOf.subarray(cells.length);
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
