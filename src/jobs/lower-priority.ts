import { setPriority } from "node:os";

/** Of 20 steps down: aggregates come first where this thread takes their processor. */
const NICENESS = 10;

/** Let other threads go first. Elsewhere it would slow the whole process down; Linux takes each thread for itself. */
export function lowerPriority(): void {
  if (process.platform === "linux") setPriority(0, NICENESS);
}
