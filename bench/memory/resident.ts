import { readFileSync, writeFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { makeCollector } from "#src/engines/kernel/memory/collect-garbage.js";

/** Collect garbage and return this process's resident bytes. */
export async function settle(): Promise<number> {
  const collect = makeCollector();
  for (let round = 0; round < 3; round++) {
    // Memory that is released at the end of a turn becomes garbage only after it.
    await turn();
    collect();
  }
  return process.memoryUsage.rss();
}

/**
 * Measure the peak of resident bytes while a function runs; `null` if the system does not report it. It reads the
 * operating system's own high-water mark, because samples would miss memory that is taken and freed between them.
 */
export function peakWhile(run: () => void): number | null {
  const peak = watchPeak();
  run();
  return peak();
}

/** Begin to watch resident bytes. @returns a function that reads the peak since then, as `peakWhile` does */
export function watchPeak(): () => number | null {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    return () => null;
  }
  return () => {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  };
}
