/** Order in which the rows of a table being built are written. */
export interface RowOrder {
  readonly rows: number;
  /** For each row in load order its position among all that were built; `null` if all stay. */
  readonly kept: Uint32Array | null;
  /** For each row in load order the row that it becomes; `null` if they stay in that order. */
  readonly ranks: Uint32Array | null;
}
