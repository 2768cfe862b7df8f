import { readFileSync, writeFileSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { makeCollector } from "#src/kernel/memory/collect-garbage.js";

/** Resident bytes of this process after its garbage is collected. */
export async function settle(): Promise<number> {
  const collect = makeCollector();
  for (let round = 0; round < 3; round++) {
    // What is released at the end of a turn is garbage only after it.
    await turn();
    collect();
  }
  return process.memoryUsage.rss();
}

/**
 * The most resident bytes while something runs, `null` where the system does not tell. Between two samples a function
 * may take and give back a lot, so that the kernel's own mark is read.
 */
export function peakWhile(run: () => void): number | null {
  try {
    writeFileSync("/proc/self/clear_refs", "5");
  } catch {
    run();
    return null;
  }
  run();
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  return kilobytes === undefined ? null : Number(kilobytes) * 1024;
}
