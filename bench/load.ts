import { execFileSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { validateSource } from "#src/ingest/load.js";
import { Kernel } from "#src/kernel/kernel.js";
import { findPayments, loadPayments, type Payments, ROWS, seedPayments } from "./payments.js";
import { markdownTable, median, print } from "./tables.js";

interface Figure {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

const RUNS = 3;

/** Time the steps of a load, each in a process of its own, so that every step has its own memory peak. */
export async function benchLoad(): Promise<void> {
  const figures = new Map(Object.keys(STEPS).map((name) => [name, measure(name)]));
  const base = figures.get("parse")!;
  print(`\nmedians of ${RUNS} runs\n`);
  print(
    markdownTable(
      ["step", "seconds", "ratio to csv-parse", "peak MB"],
      [...figures].map(([name, { seconds, peakMegabytes }]) => [name, seconds, seconds / base.seconds, peakMegabytes]),
    ),
  );
}

function measure(name: string): Figure {
  const runs = Array.from({ length: RUNS }, () => {
    const program = fileURLToPath(import.meta.url);
    return JSON.parse(
      execFileSync(process.execPath, ["--max-old-space-size=8192", program, name]).toString(),
    ) as Figure;
  });
  return {
    seconds: median(runs.map(({ seconds }) => seconds)),
    peakMegabytes: median(runs.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

const STEPS: Readonly<Record<string, () => Promise<void>>> = {
  parse: async () => {
    const { path } = await findPayments();
    const unpack = path.endsWith(".gz") ? [createGunzip()] : [];
    const parser = parse({ columns: false, relax_quotes: true, relax_column_count: true });
    parser.on("data", () => {});
    await pipeline([createReadStream(path), ...unpack, parser]);
  },
  validate: async () => validate(await findPayments()),
  load: async () => {
    const kernel = Kernel.start({ threads: 1 });
    await loadPayments(kernel);
    await kernel.close();
  },
  "validate a tenth": async () => validate(await seedPayments(ROWS / 10)),
  "validate seeded": async () => validate(await seedPayments(ROWS)),
};

async function validate({ model, path }: Payments): Promise<void> {
  await validateSource({ model, source: { kind: "file", path }, download: { directory: tmpdir() } });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const start = performance.now();
  await STEPS[process.argv[2]!]!();
  const seconds = (performance.now() - start) / 1000;
  print(JSON.stringify({ seconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 } satisfies Figure));
}
