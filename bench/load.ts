import { execFileSync } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGunzip } from "node:zlib";
import { parse } from "csv-parse";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { validateSource } from "#src/sources/ingest/load.js";
import { type TableLoader, loaderHere } from "#src/sources/ingest/table-loader.js";
import { loaderInThread } from "#src/process/jobs/load-in-thread.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { ANY_SHEET, type TableRules } from "#src/core/model/table-rules.js";
import { Catalog } from "#src/store/catalog.js";
import { findPayments, type Payments, ROWS, seedPayments } from "./payments.js";
import { NotInstalled } from "./peers/contestant.js";
import type { DuckDb } from "./peers/duckdb.js";
import { importPeer } from "./peers/import-peer.js";
import { publishPayments } from "./publish.js";
import { markdownTable, median, print } from "./tables.js";

interface PageTable {
  readonly seconds: number;
  /** Seconds of all processors. */
  readonly processor: number;
  readonly peakMegabytes: number;
}

const RUNS = 3;

/**
 * Time the steps of a load, each in a process of its own, so that every step has its own memory peak.
 * @param rows of the largest load
 */
export async function benchLoad(rows: number): Promise<void> {
  const figures = new Map(Object.keys(STEPS).map((name) => [name, measure(name, rows)]));
  print(`\nmedians of ${RUNS} runs; ${ROWS.toLocaleString("en")} seeded payments, and ${rows.toLocaleString("en")}\n`);
  print(
    markdownTable(
      ["step", "seconds", "CPU seconds", "ratio to DuckDB", "peak MB"],
      [...figures].flatMap(([name, figure]) => {
        if (!figure) return [];
        const { seconds, processor, peakMegabytes } = figure;
        const peer = figures.get(STEPS[name]!.peer ?? "");
        return [[name, seconds, processor, peer ? seconds / peer.seconds : null, peakMegabytes]];
      }),
    ),
  );
}

/** Measure a step; `null` if its peer is not installed. */
function measure(name: string, rows: number): PageTable | null {
  const runs = Array.from({ length: RUNS }, () => {
    const program = fileURLToPath(import.meta.url);
    return JSON.parse(
      execFileSync(process.execPath, ["--max-old-space-size=8192", program, name, String(rows)]).toString(),
    ) as PageTable | null;
  });
  const complete = runs.filter((run) => run !== null);
  if (complete.length < RUNS) return null;
  return {
    seconds: median(complete.map(({ seconds }) => seconds)),
    processor: median(complete.map(({ processor }) => processor)),
    peakMegabytes: median(complete.map(({ peakMegabytes }) => peakMegabytes)),
  };
}

/** One of the measured steps. */
interface Step {
  readonly run: (rows: number) => Promise<void>;
  /** Name of DuckDB's step to compare with. */
  readonly peer?: string;
}

const STEPS: Readonly<Record<string, Step>> = {
  "DuckDB, in memory, 1 thread": { run: async () => createTable(await findPayments(), 1, false) },
  "DuckDB, 1 thread": { run: async () => createTable(await findPayments(), 1) },
  "DuckDB, 2 threads": { run: async () => createTable(await findPayments(), 2) },
  parse: { run: async () => parseAll(await findPayments()), peer: "DuckDB, 1 thread" },
  validate: { run: async () => validate(await findPayments()), peer: "DuckDB, 1 thread" },
  "validate, rows repaired": { run: async () => validate(repaired(await findPayments())), peer: "DuckDB, 1 thread" },
  "load, 1 thread": { run: async () => loadHere(await findPayments()), peer: "DuckDB, 1 thread" },
  "load, as a server": { run: async () => loadInThread(await findPayments()), peer: "DuckDB, 2 threads" },
  "validate a tenth": { run: async () => validate(await seedPayments(ROWS / 10)) },
  "validate seeded": { run: async () => validate(await seedPayments(ROWS)), peer: "DuckDB, seeded, 1 thread" },
  "DuckDB, seeded, 1 thread": { run: async () => createTable(await seedPayments(ROWS), 1) },
  "load seeded, 1 thread": { run: async () => loadHere(await seedPayments(ROWS)), peer: "DuckDB, seeded, 1 thread" },
  "DuckDB, many, 1 thread": { run: async (rows) => createTable(await seedPayments(rows), 1) },
  "load many, 1 thread": { run: async (rows) => loadHere(await seedPayments(rows)), peer: "DuckDB, many, 1 thread" },
  "DuckDB, many, 2 threads": { run: async (rows) => createTable(await seedPayments(rows), 2) },
  "load many, as a server": {
    run: async (rows) => loadInThread(await seedPayments(rows)),
    peer: "DuckDB, many, 2 threads",
  },
};

/** Create a table. @param isStored true to write all of it to a database file */
async function createTable({ path }: Payments, threads: number, isStored = true): Promise<void> {
  const { DuckDBInstance } = await importPeer<DuckDb>("@duckdb/node-api");
  await inDirectory(async (directory) => {
    const instance = await DuckDBInstance.create(isStored ? join(directory, "payments.duckdb") : ":memory:");
    const connection = await instance.connect();
    await connection.run(`SET threads = ${threads}`);
    await connection.run(`CREATE TABLE payments AS SELECT * FROM read_csv('${path}', ignore_errors = true)`);
    if (isStored) await connection.run("CHECKPOINT");
    end();
  });
}

async function parseAll({ path }: Payments): Promise<void> {
  const unpack = path.endsWith(".gz") ? [createGunzip()] : [];
  const parser = parse({ columns: false, relax_quotes: true, relax_column_count: true });
  parser.on("data", () => {});
  await pipeline([createReadStream(path), ...unpack, parser]);
  end();
}

async function validate({ model, path }: Payments): Promise<void> {
  await validateSource({ model, source: { kind: "file", path }, download: { directory: tmpdir() } });
  end();
}

/** Rules that change nothing. */
const NO_TABLE_RULES: TableRules = {
  ...ANY_SHEET,
  headerRow: null,
  headerFrom: null,
  columns: null,
  fillDown: [],
  unpivot: null,
  leaveOut: [],
  empty: [],
  units: [],
  scale: new Map(),
  serialDates: false,
  currency: null,
};

/** Return the payments with a model that leaves rows out and cleans cells. */
function repaired(payments: Payments): Payments {
  const table = { ...NO_TABLE_RULES, leaveOut: [{ filled: 1 }], empty: ["-"], units: ["GBP"] };
  return { ...payments, model: { ...payments.model, table } };
}

async function loadHere(payments: Payments): Promise<void> {
  const kernel = Kernel.start({ threads: 1 });
  await publish(kernel, loaderHere(columnarFormat(kernel)), payments);
  await kernel.close();
}

/** Load as a server does. */
async function loadInThread(payments: Payments): Promise<void> {
  const kernel = Kernel.start({ threads: 1, spareBytes: 0 });
  await publish(kernel, loaderInThread(kernel), payments);
  await kernel.close();
}

async function publish(kernel: Kernel, loader: TableLoader, payments: Payments): Promise<void> {
  await inDirectory(async (directory) => {
    const catalog = await Catalog.open(directory, columnarFormat(kernel));
    await publishPayments(catalog, loader, payments);
    end();
  });
}

async function inDirectory(use: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
  try {
    await use(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

const start = performance.now();

/** Print the figures of this process: the step has ended. */
function end(): void {
  const seconds = (performance.now() - start) / 1000;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const figure: PageTable = { seconds, processor: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: maxRSS / 1024 };
  print(JSON.stringify(figure));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await STEPS[process.argv[2]!]!.run(Number(process.argv[3]));
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    print("null");
  }
}
