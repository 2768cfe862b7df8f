import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createReadStream, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import type { DimensionName } from "../cube/cube.js";
import { type CubeQuery, querySql } from "../cube/queries.js";
import { csvPath, SHARED_COLUMNS } from "../cube/share.js";
import { type Enter, NotInstalled } from "./contestant.js";

const PROGRAMS = ["clickhouse-server", "/usr/sbin/clickhouse-server"];
const TYPES = { 1: "UInt8", 2: "UInt16", 4: "UInt32" } as const;

/** A separate ClickHouse server on this machine, over codes sorted by the two dimensions that are cut most. */
export const enterClickHouse: Enter = async ({ cube, threads, directory }) => {
  const program = PROGRAMS.find((path) => spawnSync(path, ["--help"]).error === undefined);
  if (!program) throw new NotInstalled("clickhouse-server is not installed");
  const home = join(directory, `clickhouse-${threads}`);
  mkdirSync(home, { recursive: true });
  const [http, tcp] = [await freePort(), await freePort()];
  writeFileSync(join(home, "config.xml"), configuration(home, http, tcp));
  writeFileSync(join(home, "users.xml"), USERS);
  const server = spawn(program, [`--config-file=${join(home, "config.xml")}`], { cwd: home, stdio: "ignore" });
  // Even if this process fails.
  process.once("exit", () => server.kill());
  const base = `http://127.0.0.1:${http}/`;
  const ask = async (sql: string): Promise<string> => {
    const response = await fetch(base, { method: "POST", body: sql });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  await untilReady(ask);
  const columns = SHARED_COLUMNS.map((name) => {
    const type = name in cube.codes ? TYPES[cube.codes[name as DimensionName].BYTES_PER_ELEMENT as 1] : "Int32";
    return `${name} ${type}`;
  });
  await ask(`CREATE TABLE cube (${columns.join(", ")}) ENGINE = MergeTree ORDER BY (year, region)`);
  const insert = await fetch(`${base}?query=${encodeURIComponent("INSERT INTO cube FORMAT CSV")}`, {
    method: "POST",
    body: createReadStream(csvPath(directory)),
    duplex: "half",
  } as RequestInit);
  if (!insert.ok) throw new Error(await insert.text());
  await ask("OPTIMIZE TABLE cube FINAL");
  const sqlOf = (query: CubeQuery, format: string): string =>
    `${querySql(query, (_, member) => String(member))} SETTINGS max_threads = ${threads} FORMAT ${format}`;
  return {
    async answer(query) {
      const text = await ask(sqlOf(query, "TSV"));
      const rows = text
        .trim()
        .split("\n")
        .map((line) => line.split("\t").map(Number));
      const column = (at: number): number[] => rows.map((row) => row[at]!);
      const sums = query.keys.length;
      return {
        keys: query.keys.map((_, at) => column(at)),
        sums: query.measures.map((_, at) => column(sums + at)),
        counts: column(sums + query.measures.length),
        numCells: null,
      };
    },
    plan(query) {
      const sql = sqlOf(query, "Native");
      return async () => (await fetch(base, { method: "POST", body: sql })).arrayBuffer();
    },
    async close() {
      server.kill();
      await once(server, "exit");
    },
  };
};

async function untilReady(ask: (sql: string) => Promise<string>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await ask("SELECT 1");
      return;
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function configuration(home: string, http: number, tcp: number): string {
  return `<yandex>
  <logger><level>none</level><log>${home}/log</log><errorlog>${home}/errors</errorlog></logger>
  <http_port>${http}</http_port><tcp_port>${tcp}</tcp_port><listen_host>127.0.0.1</listen_host>
  <path>${home}/</path><tmp_path>${home}/tmp/</tmp_path><users_config>${home}/users.xml</users_config>
  <mark_cache_size>1073741824</mark_cache_size><uncompressed_cache_size>4294967296</uncompressed_cache_size>
  <default_profile>default</default_profile><default_database>default</default_database>
</yandex>
`;
}

const USERS = `<yandex>
  <profiles><default><use_uncompressed_cache>1</use_uncompressed_cache></default></profiles>
  <users><default>
    <password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
  </default></users>
  <quotas><default></default></quotas>
</yandex>
`;
