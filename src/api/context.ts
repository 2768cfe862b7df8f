import type { Bounds } from "../engine/bounds.js";
import type { Cancellation } from "../engine/cancellation.js";
import type { WorkQueue } from "../admission/work-queue.js";
import type { Catalog } from "../store/catalog.js";

/** The services and limits of every call. */
export interface Context {
  /** Version of the program. */
  readonly version: string;
  readonly catalog: Catalog;
  /** Queue that limits how many aggregations run at once. */
  readonly queue: WorkQueue;
  /** Aborted when the server shuts down. */
  readonly ending: AbortSignal;
  /** Answer for private datasets exactly as for missing ones. */
  readonly hidePrivate: boolean;
  /** Maximum number of clauses in one query. */
  readonly maxClauses: number;
  /** Maximum nesting depth of parentheses and signs in a search. */
  readonly maxNesting: number;
  /** Maximum number of cells of one aggregation. */
  readonly maxCells: number;
  /** Maximum seconds of computation before the answer begins. */
  readonly maxSeconds: number;
}

/**
 * Return the limits of a query that begins now.
 * @param signal aborted when the answer is no longer needed
 */
export function queryBounds({ maxCells, maxSeconds }: Context, signal?: Cancellation): Bounds {
  return { maxCells, deadline: Date.now() + maxSeconds * 1000, signal };
}
