import { totalmem } from "node:os";

/** Share of the memory to use; the rest is left to the system, whose caches and send buffers count too. */
const SHARE = 0.9;

/** Return the bytes that this process may use, by the limit of its container or else the memory of the machine. */
export function availableMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  // Without a limit, `constrained` is 0 or larger than the machine's memory.
  const limit = constrained > 0 ? Math.min(constrained, total) : total;
  return Math.floor(limit * SHARE);
}
