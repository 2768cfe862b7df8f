import { execFileSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { tmpdir } from "node:os";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { validateSource } from "#src/ingest/load.js";
import { Kernel } from "#src/kernel/kernel.js";
import { findPayments, ingestPayments, type Payments, ROWS, seedPayments } from "./payments.js";
import { NotInstalled } from "./peers/contestant.js";
import type { DuckDb } from "./peers/duckdb.js";
import { importPeer } from "./peers/import-peer.js";
import { markdownTable, median, print } from "./tables.js";

interface Figure {
  readonly seconds: number;
  /** Seconds of all processors. */
  readonly processor: number;
  readonly peakMegabytes: number;
}

const RUNS = 3;

/** Time the steps of a load, each in a process of its own, so that every step has its own memory peak. */
export async function benchLoad(): Promise<void> {
  const figures = new Map(Object.keys(STEPS).map((name) => [name, measure(name)]));
  const parsing = figures.get("parse")!;
  print(`\nmedians of ${RUNS} runs\n`);
  print(
    markdownTable(
      ["step", "seconds", "CPU seconds", "ratio to csv-parse", "ratio to DuckDB", "peak MB"],
      [...figures].flatMap(([name, figure]) => {
        if (!figure) return [];
        const { seconds, processor, peakMegabytes } = figure;
        const duckDb = figures.get(name.endsWith("seeded") ? DUCKDB_SEEDED : DUCKDB);
        const toDuckDb = duckDb ? seconds / duckDb.seconds : null;
        return [[name, seconds, processor, seconds / parsing.seconds, toDuckDb, peakMegabytes]];
      }),
    ),
  );
}

/** Measure a step; `null` if its peer is not installed. */
function measure(name: string): Figure | null {
  const runs = Array.from({ length: RUNS }, () => {
    const program = fileURLToPath(import.meta.url);
    return JSON.parse(
      execFileSync(process.execPath, ["--max-old-space-size=8192", program, name]).toString(),
    ) as Figure | null;
  });
  const complete = runs.filter((run) => run !== null);
  if (complete.length < RUNS) return null;
  return {
    seconds: median(complete.map(({ seconds }) => seconds)),
    processor: median(complete.map(({ processor }) => processor)),
    peakMegabytes: median(complete.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

const DUCKDB = "DuckDB, create table";
const DUCKDB_SEEDED = "DuckDB, seeded";

const STEPS: Readonly<Record<string, () => Promise<void>>> = {
  [DUCKDB]: async () => createTable(await findPayments()),
  parse: async () => {
    const { path } = await findPayments();
    const unpack = path.endsWith(".gz") ? [createGunzip()] : [];
    const parser = parse({ columns: false, relax_quotes: true, relax_column_count: true });
    parser.on("data", () => {});
    await pipeline([createReadStream(path), ...unpack, parser]);
  },
  validate: async () => validate(await findPayments()),
  load: async () => load(await findPayments()),
  "validate a tenth": async () => validate(await seedPayments(ROWS / 10)),
  "validate seeded": async () => validate(await seedPayments(ROWS)),
  [DUCKDB_SEEDED]: async () => createTable(await seedPayments(ROWS)),
  "load seeded": async () => load(await seedPayments(ROWS)),
};

async function createTable({ path }: Payments): Promise<void> {
  const { DuckDBInstance } = await importPeer<DuckDb>("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run("SET threads = 1");
  await connection.run(`CREATE TABLE payments AS SELECT * FROM read_csv('${path}', ignore_errors = true)`);
}

async function load({ model, path }: Payments): Promise<void> {
  const kernel = Kernel.start({ threads: 1 });
  await ingestPayments(kernel, { model, path });
  await kernel.close();
}

async function validate({ model, path }: Payments): Promise<void> {
  await validateSource({ model, source: { kind: "file", path }, download: { directory: tmpdir() } });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const start = performance.now();
  try {
    await STEPS[process.argv[2]!]!();
    const seconds = (performance.now() - start) / 1000;
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const figure: Figure = { seconds, processor: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: maxRSS / 1024 };
    print(JSON.stringify(figure));
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    print("null");
  }
}
