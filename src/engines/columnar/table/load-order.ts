import type { CodeColumn } from "../../kernel/query/table.js";

/**
 * Load order of a clustered table, whose rows are grouped by similar entries. Rows are numbered in memory order. A row's
 * place is its number in load order, which is the order that readers see. Places ascend within a cluster.
 *
 *     row      0   1   2   3   4 │ 5   6 │ 7   8   9
 *     place    0   3   4   7   9 │ 1   2 │ 5   6   8
 *     starts   0                 │ 5     │ 7
 */
export interface LoadOrder {
  /** Column with the place of each row. */
  readonly places: CodeColumn;
  /** First row of each cluster, ascending. No cluster is empty. */
  readonly starts: readonly number[];
  /**
   * Clustering key: indexes of dimensions in the model, the most significant first. `null` if the stored header does not
   * have it.
   */
  readonly keys: readonly number[] | null;
}
