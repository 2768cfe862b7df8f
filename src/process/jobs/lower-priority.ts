import { getPriority, setPriority } from "node:os";

/** Steps down from the priority of the process: aggregates take precedence when threads compete for a processor. */
export const NICENESS = 10;
/** The lowest priority that there is. */
const LOWEST = 19;

/** Lower the priority of this thread. Only on Linux: other systems would slow down the whole process. */
export function lowerPriority(steps = NICENESS): void {
  // A process may have been started with a low priority, and only root may raise one.
  if (process.platform === "linux") setPriority(0, Math.min(LOWEST, getPriority(0) + steps));
}
