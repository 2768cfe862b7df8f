import { errorText } from "../errors/error-text.js";
import { OverCapacity } from "../errors/errors.js";
import type { Cancellation } from "./cancellation.js";

/** Limits of reading a version. */
export interface Bounds {
  /** Maximum number of cells of an aggregation. */
  readonly maxCells: number;
  /** End of a computation, as `performance.now()` in the thread that begins it. */
  readonly deadline: number;
  /** Maximum milliseconds of computation in all calls of a request, without the time in which other work runs. */
  readonly maxComputing?: number;
  /** Milliseconds of computation after which other work runs; by default 10. */
  readonly turn?: number;
  /** Aborted when the answer is no longer needed. A computation then ends, at the latest before its next step. */
  readonly signal?: Cancellation | undefined;
}

/** Check that the answer is still needed. @throws OverCapacity if not */
export function throwIfCancelled({ signal }: Pick<Bounds, "signal">): void {
  if (!signal?.aborted) return;
  throw new OverCapacity(errorText("request_cancelled"), { limit: "cancelled" });
}

/**
 * No limits, for background work and for work with limits of its own. Other work runs often: an answer takes several turns of
 * its thread, and waits in each.
 */
export const UNBOUNDED: Bounds = { maxCells: Infinity, deadline: Infinity, turn: 2 };
