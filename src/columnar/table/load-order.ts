import type { CodeColumn } from "../../kernel/query/table.js";

/**
 * Where entries stand that were put beside others like them. A row's place is its number in the order in which entries
 * were first loaded, which is the order that readers see; rows are the order in memory. Within a cluster places ascend.
 *
 *     row      0   1   2   3   4 │ 5   6 │ 7   8   9
 *     place    0   3   4   7   9 │ 1   2 │ 5   6   8
 *     starts   0                 │ 5     │ 7
 */
export interface LoadOrder {
  /** The place of each row. */
  readonly places: CodeColumn;
  /** The first row of each cluster, ascending; none of them is empty. */
  readonly starts: readonly number[];
  /**
   * Positions in the model of the dimensions by which entries are together, the most significant first; `null` where
   * that was not written down with them.
   */
  readonly keys: readonly number[] | null;
}
