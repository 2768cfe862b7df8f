import { setPriority } from "node:os";

/** Nice value, of at most 19: aggregates take precedence when threads compete for a processor. */
export const NICENESS = 10;

/** Lower the priority of this thread. Only on Linux: other systems would slow down the whole process. */
export function lowerPriority(niceness = NICENESS): void {
  if (process.platform === "linux") setPriority(0, niceness);
}
