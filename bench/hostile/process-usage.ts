import { readFileSync, writeFileSync } from "node:fs";

/** Clock ticks in a second of `/proc/PID/stat`, on every Linux. */
const TICKS = 100;

/** Return the milliseconds of the processor that a process has used. */
export function usedProcessor(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field, a name in parentheses, may hold spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000;
}

/** Return the resident bytes of a process, now and at their peak since `clearPeak`. */
export function residentBytes(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const read = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) * 1024;
  return { now: read("VmRSS"), peak: read("VmHWM") };
}

export function clearPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
