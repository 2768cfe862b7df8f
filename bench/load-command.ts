import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describePayments, writePayments } from "./generate.js";
import { COUNCILS } from "./payments.js";
import { NotInstalled } from "./peers/contestant.js";
import type { DuckDb } from "./peers/duckdb.js";
import { importPeer } from "./peers/import-peer.js";
import { markdownTable, median, print } from "./tables.js";

/** Resources that a process took from its start to its end. */
interface Cost {
  readonly seconds: number;
  /** Seconds of all processors. */
  readonly processor: number;
  readonly peakMegabytes: number;
}

/** A file to load, and what each program is told about it. */
interface Source {
  readonly name: string;
  readonly path: string;
  readonly model: string;
  /** More options of `spendcube load`, and of `read_csv`. */
  readonly options: readonly string[];
  readonly reading: string;
}

const ROWS = 4_000_000;
const PAIRS = 3;

/**
 * Load files by `spendcube load` and by DuckDB with two threads, which write a database file and a checkpoint, by turns.
 * The processor's time can be trusted on a busy machine, the seconds only on an idle one.
 */
export async function benchLoadCommand(rows: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
  try {
    await importPeer<DuckDb>("@duckdb/node-api");
    for (const count of new Set([ROWS, rows])) {
      const source = await seed(directory, count);
      await compare(source, directory);
      await rm(source.path);
    }
    if (existsSync(COUNCILS)) await compare(councils(), directory);
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    print(error.message);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function seed(directory: string, rows: number): Promise<Source> {
  const path = join(directory, `${rows}.csv`);
  const model = join(directory, "model.json");
  await writePayments(path, rows);
  writeFileSync(model, JSON.stringify(describePayments()));
  return { name: `${rows.toLocaleString("en")} seeded payments, a text each`, path, model, options: [], reading: "" };
}

function councils(): Source {
  const [path, model] = [join(COUNCILS, "data.csv.gz"), join(COUNCILS, "model.json")];
  return {
    name: "the councils' payments",
    path,
    model,
    options: ["--skip-invalid"],
    reading: ", ignore_errors = true",
  };
}

async function compare({ name, path, model, options, reading }: Source, directory: string): Promise<void> {
  const [data, database] = [join(directory, "data"), join(directory, "payments.duckdb")];
  const costs: { readonly ours: Cost; readonly theirs: Cost }[] = [];
  for (let pair = 0; pair < PAIRS; pair++) {
    const theirs = run([fileURLToPath(import.meta.url), database, `'${path}'${reading}`], directory);
    await rm(database);
    const load = [resolve("dist/cli.js"), "load", "--data", data, "--metadata", model, "--csv", path, ...options];
    costs.push({ ours: run(load, directory), theirs });
    await rm(data, { recursive: true });
  }
  const row = (what: string, of: (cost: Cost) => number): (string | number)[] => {
    const ratios = costs.map(({ ours, theirs }) => of(ours) / of(theirs));
    const both = [median(costs.map(({ ours }) => of(ours))), median(costs.map(({ theirs }) => of(theirs)))];
    return [what, ...both, median(ratios), `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`];
  };
  print(`\n${name}, medians of ${PAIRS} pairs by turns\n`);
  print(
    markdownTable(
      ["", "spendcube load", "DuckDB, 2 threads", "ratio", "ratios"],
      [
        row("seconds", ({ seconds }) => seconds),
        row("CPU seconds", ({ processor }) => processor),
        row("peak MB", ({ peakMegabytes }) => peakMegabytes),
      ],
    ),
  );
}

/** Prints what a process took when it ends; its threads run this, too. */
const REPORT = `
import { writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
if (isMainThread) process.on("exit", () => writeFileSync(process.env.BENCH_REPORT, JSON.stringify(process.resourceUsage())));
`;

function run(args: readonly string[], directory: string): Cost {
  const report = join(directory, "usage.json");
  const preload = `data:text/javascript,${encodeURIComponent(REPORT)}`;
  const begin = performance.now();
  const env = { ...process.env, BENCH_REPORT: report };
  execFileSync(process.execPath, ["--import", preload, ...args], { env, stdio: ["ignore", "ignore", "pipe"] });
  const seconds = (performance.now() - begin) / 1000;
  const usage = JSON.parse(readFileSync(report, "utf8")) as NodeJS.ResourceUsage;
  const processor = (usage.userCPUTime + usage.systemCPUTime) / 1e6;
  return { seconds, processor, peakMegabytes: usage.maxRSS / 1024 };
}

/** Load a file into a database of DuckDB. @param source arguments of `read_csv` */
async function createTable(database: string, source: string): Promise<void> {
  const { DuckDBInstance } = await importPeer<DuckDb>("@duckdb/node-api");
  const connection = await (await DuckDBInstance.create(database)).connect();
  await connection.run("SET threads = 2");
  await connection.run(`CREATE TABLE payments AS SELECT * FROM read_csv(${source})`);
  await connection.run("CHECKPOINT");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await createTable(process.argv[2]!, process.argv[3]!);
