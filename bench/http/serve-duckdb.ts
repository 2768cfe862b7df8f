import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dimensionOf, makeCube, memberNames } from "../cube/cube.js";
import { shareCube } from "../cube/share.js";
import { type DuckDbInstance, type DuckDbStatement, openCodes } from "../peers/duckdb.js";
import { importPeer } from "../peers/import-peer.js";
import { DUCKDB_SETTINGS, type DuckDbSetting, settingPath } from "./duckdb-settings.js";
import { AGGREGATE_PATH } from "./question.js";
import { serveProcess } from "./server-process.js";

/** The used part of Fastify's API. */
interface Fastify {
  get(path: string, answer: (request: { readonly query: Query }, reply: Reply) => Promise<string>): void;
  listen(options: { readonly port: number; readonly host: string }): Promise<string>;
}
interface Query {
  readonly cut: string;
}
interface Reply {
  header(name: string, value: string): void;
}

const PAGE = { first: 1, size: 10_000 };
const FUNCTIONS = namesJson("function");
const REGIONS = namesJson("region");

const [, , rows, threads] = process.argv;

await serveProcess(async () => {
  const { default: fastify } = await importPeer<{ default: () => Fastify }>("fastify");
  const app = fastify();
  const instance = await openCube();
  for (const setting of DUCKDB_SETTINGS) {
    const ask = await openPool(instance, setting);
    app.get(settingPath(setting) + AGGREGATE_PATH, async ({ query }, reply) => {
      const names = query.cut.split("|").map((clause) => clause.slice(clause.indexOf(":") + 1));
      const columns = await ask(names.map((name) => Number(name.slice(1))));
      reply.header("content-type", "application/json; charset=utf-8");
      return writeAnswer(columns, names);
    });
  }
  return app.listen({ port: 0, host: "127.0.0.1" });
});

async function openCube(): Promise<DuckDbInstance> {
  const directory = mkdtempSync(join(tmpdir(), "spendcube-bench-"));
  try {
    const cube = makeCube(Number(rows));
    await shareCube(cube, directory);
    const { instance, connection } = await openCodes({ cube, threads: Number(threads), directory });
    connection.closeSync();
    return instance;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs the query for some departments. Returns the cells' columns: function, region, cents, entries. */
type Ask = (departments: readonly number[]) => Promise<readonly (readonly number[])[]>;

/** Prepare the statement on several connections, which requests use in turn. */
async function openPool(instance: DuckDbInstance, { spelling, connections }: DuckDbSetting): Promise<Ask> {
  const chosen = {
    in: "WHERE department IN ($1, $2, $3)",
    join: "JOIN (VALUES ($1::UTINYINT), ($2::UTINYINT), ($3::UTINYINT)) AS chosen(member) ON department = member",
  };
  const sql = `SELECT function, region, sum(amount) AS sum_amount, count(*) AS num_entries
    FROM codes ${chosen[spelling]} GROUP BY function, region
    ORDER BY sum_amount DESC, function, region LIMIT ${PAGE.size}`;
  const idle: DuckDbStatement[] = [];
  for (let count = 0; count < connections; count++) idle.push(await (await instance.connect()).prepare(sql));
  const waiting: ((statement: DuckDbStatement) => void)[] = [];
  return async (departments) => {
    const statement = idle.pop() ?? (await new Promise<DuckDbStatement>((resolve) => waiting.push(resolve)));
    try {
      departments.forEach((department, at) => statement.bindUTinyInt(at + 1, department));
      const columns = await (await statement.run()).getColumnsJS();
      return columns.map((column) => column.map(Number));
    } finally {
      const next = waiting.shift();
      if (next) next(statement);
      else idle.push(statement);
    }
  };
}

/** Write the same bytes as spendcube's answer. */
function writeAnswer([functions, regions, cents, counts]: readonly (readonly number[])[], names: readonly string[]) {
  const departments = JSON.stringify(names);
  let [total, entries, cells] = [0, 0, ""];
  for (let at = 0; at < counts!.length; at++) {
    total += cents![at]!;
    entries += counts![at]!;
    const keys = `"function":${FUNCTIONS[functions![at]!]},"region":${REGIONS[regions![at]!]}`;
    const sums = `"amount":${cents![at]! / 100},"num_entries":${counts![at]}`;
    cells += `${at === 0 ? "" : ","}{${keys},"department":{"name":${departments}},${sums}}`;
  }
  const numbers = `"amount":${total / 100},"num_entries":${entries},"num_drilldowns":${counts!.length}`;
  const pages = `"page":${PAGE.first},"pages":${Math.ceil(counts!.length / PAGE.size)},"pagesize":${PAGE.size}`;
  return `{"summary":{${numbers},"currency":{"amount":"EUR"},${pages}},"drilldown":[${cells}]}`;
}

function namesJson(name: "function" | "region"): readonly string[] {
  return memberNames(dimensionOf(name)).map((each) => JSON.stringify({ name: each }));
}
