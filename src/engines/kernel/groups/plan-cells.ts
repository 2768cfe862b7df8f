import type { GroupKey } from "../query/query.js";

/** The numbering of cells: a key's table from code to rank is read either for every entry or only for every cell. */
export interface CellPlan {
  /** Per key: true if cells are numbered by codes, and folded to ranks after all entries were added. */
  readonly late: readonly boolean[];
  /** Per key the number of its values while entries are added: codes if late, else ranks. */
  readonly sizes: readonly number[];
  /** Number of cells while entries are added. */
  readonly cells: number;
  /** Number of cells after folding to ranks. */
  readonly ranks: number;
  /** Bytes of a composite key. */
  readonly keyBytes: 1 | 2 | 4;
}

/** Number of cells above which grouping by partitions is cheaper. */
export const MAX_CELLS = 2 ** 21;
/**
 * Number of table lookups that cost as much as one more cell, which must be cleared and folded into its rank's cell.
 */
const LOOKUPS_PER_CELL = 4;
/** Number of cells up to which more cells cost nothing. */
export const CHEAP_CELLS = 8_192;

/**
 * Plan the numbering of cells. Numbering by codes costs one table lookup per cell instead of one per entry, so it is
 * used unless it makes many more cells. `null` if there are too many cells even by ranks.
 * @param entries upper bound of the number of entries added up; for few entries, a lookup per entry is cheaper
 */
export function planCellStrides(keys: readonly GroupKey[], entries: number): CellPlan | null {
  const ranks = product(keys.map(({ cardinality }) => cardinality));
  if (ranks > MAX_CELLS) return null;
  const maxCells = Math.max(CHEAP_CELLS, Math.min(ranks * 2, MAX_CELLS));
  const cheapSize = Math.max(entries / LOOKUPS_PER_CELL, CHEAP_CELLS);
  const late = keys.map(({ column, group }) => !group || column.size <= cheapSize);
  const sizes = keys.map(({ column, cardinality }, index) => (late[index] ? column.size : cardinality));
  const gains = keys
    .map(({ column, group, cardinality }, index) => ({ index, gain: group ? column.size / cardinality : 1 }))
    .toSorted((a, b) => b.gain - a.gain);
  for (const { index } of gains) {
    if (product(sizes) <= maxCells) break;
    if (!keys[index]!.group || !late[index]) continue;
    late[index] = false;
    sizes[index] = keys[index]!.cardinality;
  }
  const cells = product(sizes);
  if (cells > MAX_CELLS) return null;
  return { late, sizes, cells, ranks, keyBytes: keyBytes(keys, late, cells) };
}

function keyBytes(keys: readonly GroupKey[], late: readonly boolean[], cells: number): 1 | 2 | 4 {
  const only = keys.length === 1 && late[0] ? keys[0]!.column.width : null;
  // The kernel reads a single column in place; it computes 16-bit keys with SIMD.
  return only ?? (cells <= 2 ** 16 ? 2 : 4);
}

export function product(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a * b, 1);
}
