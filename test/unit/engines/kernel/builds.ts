import { randomRuns } from "../../../full.js";
import type { KernelOptions } from "#src/engines/kernel/kernel.js";

/** What few entries are computed with, and both builds, each without workers and with a worker that takes part even in the smallest query. */
export const BUILDS: readonly (KernelOptions & { readonly name: string; readonly runs: number })[] = [
  { name: "few entries without WebAssembly, release, one thread", runs: randomRuns(2, 12) },
  { name: "release, one thread", fewEntries: 0, runs: randomRuns(2, 12) },
  {
    name: "release, two threads, zone maps",
    threads: 2,
    parallelEntries: 0,
    zonedEntries: 0,
    fewEntries: 0,
    runs: randomRuns(2, 12),
  },
  { name: "checked, one thread, zone maps", checked: true, zonedEntries: 0, fewEntries: 0, runs: randomRuns(2, 8) },
  {
    name: "checked, overflow memory, zone maps",
    checked: true,
    maxGrowth: 0,
    zonedEntries: 0,
    fewEntries: 0,
    runs: randomRuns(2, 8),
  },
  {
    name: "checked, two threads",
    checked: true,
    threads: 2,
    parallelEntries: 0,
    fewEntries: 0,
    runs: randomRuns(2, 8),
  },
];
