import { totalmem } from "node:os";

/** The rest is for the system, which counts what it caches and sends. */
const SHARE = 0.9;

/** What this process may reasonably take: of what its container, or else the machine, has. */
export function availableMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  // Where nothing constrains it that is 0 or more than there is.
  const there = constrained > 0 ? Math.min(constrained, total) : total;
  return Math.floor(there * SHARE);
}
