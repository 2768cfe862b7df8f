import type { FractionColumn } from "./column.js";
import type { CellGroups } from "./groups.js";

/** Cells that were put together from others. */
export interface CombinedCells {
  readonly groups: CellGroups;
  /** A column for each term. */
  readonly terms: readonly FractionColumn[];
  /** For each, a cell that it contains. */
  readonly like: Uint32Array;
  /** Number of cells that each contains. */
  readonly contained: Float64Array;
  /** For each, the keys that it has, as an index into `keySets`. */
  readonly keySetOf: Uint16Array;
}

/** Cells and combined cells in one order. */
export interface ArrangedCells {
  /** Rows of cells; those of combined cells follow after all others. */
  readonly order: Uint32Array;
  readonly combined: CombinedCells | null;
  /** For each set of keys, true for the keys that cells have. The first is that of cells that are not combined. */
  readonly keySets: readonly (readonly boolean[])[];
}

/** Note the first cell of each group, and the number of its cells. */
export function countContained(into: Int32Array, length: number): Pick<CombinedCells, "like" | "contained"> {
  const like = new Uint32Array(length);
  const contained = new Float64Array(length);
  into.forEach((group, row) => {
    if (group < 0) return;
    if (contained[group] === 0) like[group] = row;
    contained[group]!++;
  });
  return { like, contained };
}
