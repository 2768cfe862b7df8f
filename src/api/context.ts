import type { Catalog } from "../store/catalog.js";

/** What the calls work on. */
export interface Context {
  readonly catalog: Catalog;
  /** Answer for private datasets exactly as for missing ones. */
  readonly hidePrivate: boolean;
  /** Most clauses of one query. */
  readonly maxClauses: number;
  /** Most cells of one aggregation. */
  readonly maxCells: number;
  /** Most seconds of computation before an answer begins. */
  readonly maxSeconds: number;
}
