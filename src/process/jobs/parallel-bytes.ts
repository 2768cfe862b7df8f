import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Order } from "./messages.js";

/** Minimum bytes of a source for which a thread that casts is worth its start, and its memory. */
export const PARALLEL_BYTES = availableParallelism() > 1 ? 2 ** 24 : Infinity;

/** True if it is certain that a thread will cast the source of an order: the size of a download is known only later. */
export function needsCastingThread(order: Order): boolean {
  if (order.kind !== "load" || order.source?.kind !== "file") return false;
  try {
    return (statSync(order.source.path, { throwIfNoEntry: false })?.size ?? 0) >= PARALLEL_BYTES;
  } catch {
    // The load finds the same, and says what it was about.
    return false;
  }
}
