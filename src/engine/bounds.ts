import { OverCapacity } from "../errors/errors.js";
import type { Cancellation } from "./cancellation.js";

/** What reading a version may cost. */
export interface Bounds {
  /** Most cells that one aggregation may have. */
  readonly maxCells: number;
  /** Wall clock, in milliseconds since the epoch, at which a computation is given up. */
  readonly deadline: number;
  /** Aborted when nobody waits for an answer any more: a computation ends then, a long one between two of its steps. */
  readonly signal?: Cancellation | undefined;
}

/** @throws OverCapacity when nobody waits any more */
export function throwIfCancelled({ signal }: Pick<Bounds, "signal">): void {
  if (signal?.aborted) throw new OverCapacity("The request was given up while it was computed");
}

/** For work that nobody waits for, or that is bounded elsewhere. */
export const UNBOUNDED: Bounds = { maxCells: Infinity, deadline: Infinity };
