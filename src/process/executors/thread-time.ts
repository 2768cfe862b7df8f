import { readFileSync, readlinkSync } from "node:fs";

/** Return the number by which the system knows the calling thread; `null` if it does not tell. */
export function ownThread(): number | null {
  try {
    return Number(readlinkSync("/proc/thread-self").split("/").at(-1));
  } catch {
    return null;
  }
}

/**
 * Return a clock of the processor's time that a thread of this process has from now on, in milliseconds. Where the
 * system does not tell, all time that passes counts.
 */
export function timeFromNow(thread: number | null): () => number {
  const read = (): number => (thread === null ? null : readTime(thread)) ?? performance.now();
  const begun = read();
  return () => read() - begun;
}

function readTime(thread: number): number | null {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, "latin1").split(" ")[0]) / 1e6;
  } catch {
    return null;
  }
}
