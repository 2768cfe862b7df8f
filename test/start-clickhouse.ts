import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Cluster } from "#src/clickhouse/client/cluster.js";
import { connectCluster } from "#src/clickhouse/client/connect-cluster.js";
import type { ClusterSettings } from "#src/clickhouse/client/settings.js";
import { startGentleProxy } from "./gentle-proxy.js";

const HERE = resolve("test/clickhouse");
const LIBRARY = join(HERE, "node_modules/@chdb/lib-linux-x64-gnu/libchdb.so");
/** Address at which servers reach each other, and at which each listens. */
const [PUBLIC, OWN] = ["127.0.0.1", "127.0.0.2"] as const;
/** A user with the rights that the documentation gives, and characters in the password that have to be escaped. */
const USER = "spendcube";
const PASSWORD = "se'cr\\et";
/** A user with the same password who may not write. */
export const READER = "reader";
/** Milliseconds for a server to start on a busy machine. */
const START = 90_000;

/** Reason to skip tests that need a cluster; `false` if there is one. */
export const NO_CLUSTER: string | false = existsSync(LIBRARY)
  ? false
  : "ClickHouse is not installed: npm ci --prefix test/clickhouse";

/** Servers on this machine, each of which is a shard. */
export interface TestCluster {
  readonly settings: ClusterSettings;
  readonly cluster: Cluster;
  /** End one server at once. @param shard from 0 on */
  kill(shard: number): Promise<void>;
  /** Start a server that was ended, with its data. */
  restart(shard: number): Promise<void>;
  close(): Promise<void>;
}

/** Start a cluster from the library of ClickHouse. */
export async function startCluster(shards = 2): Promise<TestCluster> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-clickhouse-"));
  const ports = await findPorts(shards * 2);
  const tcp = ports.slice(0, shards);
  const http = ports.slice(shards);
  const config = join(directory, "config.xml");
  await writeFile(config, describeShards(tcp, join(directory, "users.xml")));
  await writeFile(join(directory, "users.xml"), await describeUsers());
  const servers: ChildProcess[] = [];
  const proxies: Server[] = [];
  const start = async (shard: number): Promise<void> => {
    const data = join(directory, `shard${shard}`);
    await mkdir(data, { recursive: true });
    const options = [join(HERE, "serve.py"), LIBRARY, config, data, OWN, String(tcp[shard]), String(http[shard])];
    const server = spawn("python3", options, { stdio: "ignore" });
    servers[shard] = server;
    await untilAnswered(http[shard]!, server);
  };
  const kill = async (shard: number): Promise<void> => {
    const server = servers[shard]!;
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  };
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((_, shard) => kill(shard)));
    for (const proxy of proxies) proxy.close();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    for (const port of tcp) proxies.push(await startGentleProxy(port, PUBLIC, OWN));
    await Promise.all(tcp.map((_, shard) => start(shard)));
    const settings: ClusterSettings = {
      urls: http.map((port) => `http://${OWN}:${port}`),
      cluster: "spendcube",
      database: "spendcube",
      user: USER,
      password: PASSWORD,
    };
    for (const url of settings.urls) await fetch(url, { method: "POST", body: "CREATE DATABASE spendcube" });
    const cluster = await connectCluster(settings);
    return {
      settings,
      cluster,
      kill,
      restart: start,
      close: async () => {
        cluster.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function describeShards(ports: readonly number[], users: string): string {
  const credentials = `<user>${USER}</user><password>${PASSWORD}</password>`;
  const shards = ports.map(
    (port) => `<shard><replica><host>${PUBLIC}</host><port>${port}</port>${credentials}</replica></shard>`,
  );
  return `<clickhouse>
    <remote_servers><spendcube>${shards.join("")}</spendcube></remote_servers>
    <users_config>${users}</users_config>
    <user_directories><users_xml><path>${users}</path></users_xml></user_directories>
  </clickhouse>`;
}

/** Describe the users: one that creates the database, and that of the documentation. */
async function describeUsers(): Promise<string> {
  const document = await readFile(resolve("docs/clickhouse.md"), "utf8");
  const grants = [...document.matchAll(/^ *(GRANT .+) TO spendcube;$/gm)].map(([, grant]) => `<query>${grant}</query>`);
  const user = (name: string, password: string, more = ""): string =>
    `<${name}><password>${password}</password><networks><ip>127.0.0.0/8</ip></networks>
      <profile>default</profile><quota>default</quota>${more}</${name}>`;
  const reader = user(READER, PASSWORD, `<grants><query>GRANT SELECT ON *.*</query></grants>`);
  const users = user("default", "") + user(USER, PASSWORD, `<grants>${grants.join("")}</grants>`) + reader;
  return `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users>${users}</users></clickhouse>`;
}

async function untilAnswered(port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`ClickHouse ended with code ${server.exitCode}`);
    const isUp = await fetch(`http://${OWN}:${port}/ping`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await wait(100);
  }
  throw new Error("ClickHouse did not start");
}

async function findPorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return server;
    }),
  );
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      await new Promise((resolve) => server.close(resolve));
      if (address === null || typeof address === "string") throw new Error("No port is free");
      return address.port;
    }),
  );
}
