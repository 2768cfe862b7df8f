import type { Bounds } from "../engine/bounds.js";
import type { Cancellation } from "../engine/cancellation.js";
import type { WorkQueue } from "../admission/work-queue.js";
import type { Catalog } from "../store/catalog.js";

/** The services and limits of every call. */
export interface Context {
  /** Of the program. */
  readonly version: string;
  readonly catalog: Catalog;
  /** Where aggregations wait for their turn. */
  readonly queue: WorkQueue;
  /** Aborted when the server is to end. */
  readonly ending: AbortSignal;
  /** Answer for private datasets exactly as for missing ones. */
  readonly hidePrivate: boolean;
  /** Most clauses of one query. */
  readonly maxClauses: number;
  /** Most levels of parentheses and signs of a search. */
  readonly maxNesting: number;
  /** Most cells of one aggregation. */
  readonly maxCells: number;
  /** Most seconds of computation before an answer begins. */
  readonly maxSeconds: number;
}

/**
 * Compute the bounds of a query that begins now.
 * @param signal aborted when the answer is no longer needed
 */
export function queryBounds({ maxCells, maxSeconds }: Context, signal?: Cancellation): Bounds {
  return { maxCells, deadline: Date.now() + maxSeconds * 1000, signal };
}
