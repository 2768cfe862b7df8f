import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { columnarFormat } from "#src/columnar/builder.js";
import type { ColumnarEngine } from "#src/columnar/engine.js";
import type { ColumnarTable } from "#src/columnar/table.js";
import type { Member } from "#src/engine/engine.js";
import { Kernel } from "#src/kernel/kernel.js";
import { bindAggregate } from "#src/query/bind.js";
import { checkAnswer, type CubeAnswer } from "./cube/answer.js";
import { type Cube, type CubeDimension, DIMENSIONS, dimensionOf, makeCube, MEASURES } from "./cube/cube.js";
import { cubeModel, writeEntries } from "./cube/entries.js";
import { type CubeQuery, QUERIES, queryParameters, querySql } from "./cube/queries.js";

const RUNS = 7;
const BOUNDS = { maxCells: 10_000_000, deadline: Number.POSITIVE_INFINITY };

/** Somebody who answers the queries. */
interface Contestant {
  readonly name: string;
  readonly threads: number;
  readonly run: (query: CubeQuery) => Promise<unknown>;
  readonly read: (query: CubeQuery) => Promise<CubeAnswer>;
}

interface Spendcube extends Contestant {
  readonly table: ColumnarTable;
}

/** The parts of DuckDB's package that are used; it is installed beside the benchmarks only. */
interface DuckDb {
  readonly run: (sql: string) => Promise<unknown>;
  readonly runAndReadAll: (sql: string) => Promise<{ getColumnsJS(): readonly (readonly unknown[])[] }>;
}

/** What a table of the cube keeps of a process's memory. */
export async function benchMemory(rows: number, print: (line: string) => void): Promise<void> {
  const collect = exposeCollector();
  collect();
  const empty = process.memoryUsage().rss;
  const kernel = Kernel.start({ threads: 1 });
  const { table } = spendcube(kernel, 1, makeCube(rows));
  for (let at = 0; at < 5; at++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const bytes = (process.memoryUsage().rss - empty) / rows;
  const widths = [
    `ids ${20 + (table.slots.length * 4) / rows}`,
    ...table.dimensions.map(({ dimension, codes }) => `${dimension.name} ${codes.width}`),
    ...table.measures.map(({ limbs }, at) => `${MEASURES[at]} ${limbs.reduce((sum, { width }) => sum + width, 0)}`),
  ];
  print(`${rows} entries: ${bytes.toFixed(1)} bytes an entry; of these ${widths.join(", ")}`);
  await kernel.close();
}

/** The ten queries over one seeded cube: answers compared, then medians of milliseconds. */
export async function benchAggregates(rows: number, print: (line: string) => void): Promise<void> {
  const cube = makeCube(rows);
  const kernels = [1, 2].map((threads) => Kernel.start({ threads }));
  const contestants: Contestant[] = kernels.map((kernel, at) => spendcube(kernel, at + 1, cube));
  const duckdb = await connect();
  if (duckdb) {
    await fillTables(duckdb, cube);
    for (const threads of [1, 2]) contestants.push(duck(duckdb, "codes", threads), duck(duckdb, "enum", threads));
  } else {
    print("DuckDB is not installed: npm --prefix bench ci");
  }
  print(`| query | ${contestants.map(({ name, threads }) => `${name} ${threads}`).join(" | ")} |`);
  print(`| --- |${" --- |".repeat(contestants.length)}`);
  for (const query of QUERIES) {
    const expected = await contestants[0]!.read(query);
    for (const each of contestants.slice(1)) checkAnswer(each.name, query, await each.read(query), expected);
    const cells: string[] = [];
    for (const each of contestants) {
      // What reading sets, the number of threads, holds for the runs after it.
      await each.read(query);
      cells.push((await median(() => each.run(query))).toFixed(1));
    }
    print(`| ${query.name} ${query.title} | ${cells.join(" | ")} |`);
  }
  await Promise.all(kernels.map((kernel) => kernel.close()));
}

function spendcube(kernel: Kernel, threads: number, cube: Cube): Spendcube {
  const model = cubeModel();
  const builder = columnarFormat(kernel).build(model, null, 1);
  writeEntries(cube, builder);
  const engine = builder.finish() as ColumnarEngine;
  const run = (query: CubeQuery) => engine.aggregate(bindAggregate(model, queryParameters(query), 1024).query, BOUNDS);
  const read = async (query: CubeQuery): Promise<CubeAnswer> => {
    const { cells, numCells } = await run(query);
    const factors = query.measures.map((measure) => (measure === "amount" ? 100 : 1));
    return {
      keys: cells.keys.map((keys) => keys.map((key) => Number(String((key as Member | string) ?? "").slice(1)))),
      sums: cells.sums.map((sums, at) => Array.from(sums, (sum) => Math.round(sum * factors[at]!))),
      counts: [...cells.numEntries],
      numCells: query.keys.length === 0 ? null : numCells,
    };
  };
  return { name: "spendcube", threads, run, read, table: engine.table };
}

async function connect(): Promise<DuckDb | null> {
  try {
    const name: string = "../../bench/node_modules/@duckdb/node-api/lib/index.js";
    const { DuckDBInstance } = await import(name);
    return (await (await DuckDBInstance.create(":memory:")).connect()) as DuckDb;
  } catch {
    return null;
  }
}

async function fillTables(db: DuckDb, cube: Cube): Promise<void> {
  const path = join(tmpdir(), `spendcube-cube-${process.pid}.csv`);
  await writeCodes(path, cube);
  const names = [...DIMENSIONS.map(({ name }) => name), ...MEASURES];
  const types = [...DIMENSIONS.map(({ size }) => (size <= 256 ? "UTINYINT" : "UINTEGER")), "INTEGER", "INTEGER"];
  const columns = names.map((name, at) => `'${name}': '${types[at]}'`).join(", ");
  await db.run(`CREATE TABLE codes AS SELECT * FROM read_csv('${path}', header = false, columns = {${columns}})`);
  await rm(path);
  for (const dimension of DIMENSIONS) {
    const names_ = `SELECT ${memberSql(dimension, "i")} FROM range(${dimension.size}) t(i) ORDER BY i`;
    await db.run(`CREATE TYPE ${dimension.name}_type AS ENUM (${names_})`);
  }
  const casts = DIMENSIONS.map(
    ({ name, ...rest }) => `(${memberSql({ name, ...rest }, name)})::${name}_type AS ${name}`,
  );
  await db.run(`CREATE TABLE enum AS SELECT ${[...casts, ...MEASURES].join(", ")} FROM codes`);
}

function memberSql({ letter, size }: CubeDimension, number: string): string {
  return `'${letter}' || lpad(${number}::VARCHAR, ${String(size - 1).length}, '0')`;
}

async function writeCodes(path: string, { rows, codes, numbers }: Cube): Promise<void> {
  const out = createWriteStream(path);
  const columns = [...DIMENSIONS.map(({ name }) => codes[name]), ...MEASURES.map((name) => numbers[name])];
  for (let first = 0; first < rows; first += 10_000) {
    let text = "";
    for (let row = first; row < Math.min(rows, first + 10_000); row++) {
      text += `${columns.map((column) => column[row]).join()}\n`;
    }
    if (!out.write(text)) await once(out, "drain");
  }
  out.end();
  await once(out, "close");
}

function duck(db: DuckDb, table: "codes" | "enum", threads: number): Contestant {
  const sql = (query: CubeQuery): string =>
    querySql(query, (name, member) => {
      const dimension = dimensionOf(name);
      const label = dimension.letter + String(member).padStart(String(dimension.size - 1).length, "0");
      return table === "codes" ? String(member) : `'${label}'::${name}_type`;
    }).replace("FROM cube", `FROM ${table}`);
  const read = async (query: CubeQuery): Promise<CubeAnswer> => {
    await db.run(`SET threads = ${threads}`);
    const columns = (await db.runAndReadAll(sql(query))).getColumnsJS();
    const numbers = columns.map((column) =>
      column.map((value) => Number(typeof value === "string" ? value.slice(1) : value)),
    );
    const keys = query.keys.length;
    return {
      keys: numbers.slice(0, keys),
      sums: numbers.slice(keys, -1),
      counts: numbers.at(-1)!,
      numCells: null,
    };
  };
  const run = async (query: CubeQuery): Promise<unknown> => db.run(sql(query));
  return { name: `DuckDB ${table}`, threads, run, read };
}

function exposeCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < RUNS; at++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[RUNS >> 1]!;
}
