import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { loaderHere } from "#src/sources/ingest/table-loader.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { Catalog } from "#src/store/catalog.js";
import type { Load } from "#src/store/load.js";
import { findPayments } from "./payments.js";
import { publishPayments } from "./publish.js";
import { markdownTable, median, print } from "./tables.js";

const RUNS = 3;

/** Times in milliseconds. */
interface Figures {
  /** Whole load. */
  readonly load: number;
  /** Part of the load that writes to disk. */
  readonly write: number;
  /** Reading the stored tables. */
  readonly open: number;
  /** From the start of the process until it is ready. */
  readonly serve: number;
}

/** Compare a start from stored tables with the load that it replaces. */
export async function benchStore(): Promise<void> {
  const runs: Figures[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measureOnce());
  const of = (name: keyof Figures): number => median(runs.map((figures) => figures[name]));
  const rows: [string, keyof Figures][] = [
    ["load", "load"],
    ["write the tables, fsynced", "write"],
    ["read the tables", "open"],
    ["start the program until it is ready", "serve"],
  ];
  print(`\nmedians of ${RUNS} runs\n`);
  print(
    markdownTable(
      ["step", "seconds", "share of the load"],
      rows.map(([label, name]) => [label, of(name) / 1000, of(name) / of("load")]),
    ),
  );
  const share = of("serve") / of("load");
  print(`\nGoal: a start takes at most a tenth of the load's time: ${share <= 0.1 ? "reached" : "MISSED"}.`);
}

async function measureOnce(): Promise<Figures> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-bench-"));
  try {
    const loading = await measureLoad(directory);
    return { ...loading, open: await measureOpen(directory), serve: await measureServe(directory) };
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measureLoad(directory: string): Promise<Pick<Figures, "load" | "write">> {
  const { model, path } = await findPayments();
  const kernel = Kernel.start({ threads: 1 });
  try {
    const format = columnarFormat(kernel);
    const catalog = await Catalog.open(directory, format);
    const publish = catalog.publish.bind(catalog);
    let write = 0;
    catalog.publish = async (load: Load) => {
      const begin = performance.now();
      const dataset = await publish(load);
      write = performance.now() - begin;
      return dataset;
    };
    const begin = performance.now();
    await publishPayments(catalog, loaderHere(format), { model, path });
    return { load: performance.now() - begin, write };
  } finally {
    await kernel.close();
  }
}

async function measureOpen(directory: string): Promise<number> {
  const kernel = Kernel.start({ threads: 1 });
  try {
    const begin = performance.now();
    const catalog = await Catalog.open(directory, columnarFormat(kernel));
    if (catalog.list().length !== 1) throw new Error("The loaded dataset is missing");
    return performance.now() - begin;
  } finally {
    await kernel.close();
  }
}

async function measureServe(directory: string): Promise<number> {
  const begin = performance.now();
  const server = spawn(process.execPath, [resolve("dist/cli.js"), "serve", "--port", "0", "--data", directory]);
  await once(server.stdout, "data");
  const elapsed = performance.now() - begin;
  server.kill("SIGTERM");
  await once(server, "exit");
  return elapsed;
}
