import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { benchCube } from "./cube.js";
import { LOADS } from "./load.js";
import { benchStart } from "./start.js";

interface Figure {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

const RUNS = 3;
const [, script, only] = process.argv;

if (only === "cube") {
  await benchCube(Number(process.argv[4] ?? 10_000_000));
} else if (only === "start") {
  await benchStart();
} else if (only !== undefined) {
  const start = performance.now();
  await LOADS[only]!();
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(JSON.stringify({ seconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 }));
} else {
  print(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; medians of ${RUNS} runs`);
  const figures = new Map(Object.keys(LOADS).map((name) => [name, measure(name)]));
  const base = figures.get("parse")!;
  print("| step | seconds | ratio to csv-parse | peak MB |\n| --- | --- | --- | --- |");
  for (const [name, { seconds, peakMegabytes }] of figures) {
    print(`| ${name} | ${seconds.toFixed(1)} | ${(seconds / base.seconds).toFixed(2)} | ${peakMegabytes.toFixed(0)} |`);
  }
  await benchCube(10_000_000);
  await benchStart();
}

function measure(name: string): Figure {
  const runs = Array.from({ length: RUNS }, () => {
    const output = execFileSync(process.execPath, [
      "--max-old-space-size=8192",
      fileURLToPath(`file://${script}`),
      name,
    ]);
    return JSON.parse(output.toString()) as Figure;
  });
  const median = (of: (run: Figure) => number): number => runs.map(of).toSorted((a, b) => a - b)[RUNS >> 1]!;
  return { seconds: median((run) => run.seconds), peakMegabytes: median((run) => run.peakMegabytes) };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
