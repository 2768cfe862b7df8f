import type { GroupKey } from "../query/query.js";

/** How keys become cells: which tables are looked up for every entry, which only for every cell. */
export interface CellPlan {
  /** For each key: cells are numbered by codes, and folded to ranks when all entries are in. */
  readonly late: readonly boolean[];
  /** Values of each key while entries are added. */
  readonly sizes: readonly number[];
  readonly cells: number;
  /** Number of cells by ranks. */
  readonly ranks: number;
  /** Bytes of a composite key. */
  readonly keyBytes: 1 | 2 | 4;
}

/** Cells beyond these are more than partitions cost. */
export const MOST_CELLS = 2 ** 21;
/** Looking up so many entries costs no more than the cell of a code: clearing it, and adding it to that of its rank. */
const PER_CODE = 4;
/** Up to these, a larger number of cells costs nothing. */
export const CHEAP_CELLS = 8_192;

/**
 * Number cells by codes as long as that does not make many more of them: a table then costs a step per cell instead of
 * one per entry. `null` where even the ranks are too many.
 * @param entries at most so many are added up: of few each is looked up
 */
export function planCellStrides(keys: readonly GroupKey[], entries: number): CellPlan | null {
  const ranks = product(keys.map(({ cardinality }) => cardinality));
  if (ranks > MOST_CELLS) return null;
  const most = Math.max(CHEAP_CELLS, Math.min(ranks * 2, MOST_CELLS));
  const late = keys.map(({ column, group }) => !group || column.size <= Math.max(entries / PER_CODE, CHEAP_CELLS));
  const sizes = keys.map(({ column, cardinality }, index) => (late[index] ? column.size : cardinality));
  const gains = keys
    .map(({ column, group, cardinality }, index) => ({ index, gain: group ? column.size / cardinality : 1 }))
    .toSorted((a, b) => b.gain - a.gain);
  for (const { index } of gains) {
    if (product(sizes) <= most) break;
    if (!keys[index]!.group || !late[index]) continue;
    late[index] = false;
    sizes[index] = keys[index]!.cardinality;
  }
  const cells = product(sizes);
  if (cells > MOST_CELLS) return null;
  return { late, sizes, cells, ranks, keyBytes: keyBytes(keys, late, cells) };
}

function keyBytes(keys: readonly GroupKey[], late: readonly boolean[], cells: number): 1 | 2 | 4 {
  const only = keys.length === 1 && late[0] ? keys[0]!.column.width : null;
  // The kernel makes keys of a block with SIMD in 16 bits, and takes a single column as it is.
  return only ?? (cells <= 2 ** 16 ? 2 : 4);
}

export function product(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a * b, 1);
}
