import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { columnarFormat } from "#src/columnar/builder.js";
import { ingest, validateSource } from "#src/ingest/load.js";
import { Kernel } from "#src/kernel/kernel.js";
import type { Model } from "#src/model/cube.js";
import { readModel } from "#src/model/read-model.js";
import { paymentsModel, writePayments } from "./generate.js";
import { markdownTable, median, print } from "./tables.js";

interface Figure {
  readonly seconds: number;
  readonly peakMegabytes: number;
}

const RUNS = 3;

const COUNCILS = resolve("../shared/data/gb-councils");

/** Time what a load consists of, each step in a process of its own, so that peaks are its own. */
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
    const { path } = await payments(1_400_000);
    const unpack = path.endsWith(".gz") ? [createGunzip()] : [];
    const parser = parse({ columns: false, relax_quotes: true, relax_column_count: true });
    parser.on("data", () => {});
    await pipeline([createReadStream(path), ...unpack, parser]);
  },
  validate: async () => {
    const { model, path } = await payments(1_400_000);
    await validateSource({ model, source: { kind: "file", path }, download: { directory: tmpdir() } });
  },
  load: async () => {
    const { model, path } = await payments(1_400_000);
    const kernel = Kernel.start({ threads: 1 });
    const format = columnarFormat(kernel);
    const { builder } = await ingest({
      model,
      source: { kind: "file", path },
      download: { directory: tmpdir() },
      makeBuilder: () => format.build(model, null, 1),
      skipInvalid: true,
    });
    builder.finish();
    await kernel.close();
  },
  "validate a tenth": () => validateSeeded(140_000),
  "validate seeded": () => validateSeeded(1_400_000),
};

async function validateSeeded(rows: number): Promise<void> {
  const { model, path } = await seededPayments(rows);
  await validateSource({ model, source: { kind: "file", path }, download: { directory: tmpdir() } });
}

/** The councils' payments where they are, seeded ones elsewhere. */
export async function payments(rows: number): Promise<{ model: Model; path: string }> {
  if (!existsSync(COUNCILS)) return seededPayments(rows);
  const { model } = readModel(readFileSync(join(COUNCILS, "model.json")));
  return { model, path: join(COUNCILS, "data.csv.gz") };
}

async function seededPayments(rows: number): Promise<{ model: Model; path: string }> {
  const path = join(tmpdir(), `spendcube-bench-${rows}.csv`);
  if (!existsSync(path)) await writePayments(path, rows);
  return { model: paymentsModel().model, path };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const start = performance.now();
  await STEPS[process.argv[2]!]!();
  const seconds = (performance.now() - start) / 1000;
  print(JSON.stringify({ seconds, peakMegabytes: process.resourceUsage().maxRSS / 1024 } satisfies Figure));
}
