import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Cluster } from "#src/engines/clickhouse/client/cluster.js";
import { connectCluster } from "#src/engines/clickhouse/client/connect-cluster.js";
import type { ClusterSettings } from "#src/engines/clickhouse/client/settings.js";
import { startGentleProxy } from "./gentle-proxy.js";
import { startZooKeeper, type ZooKeeper } from "./start-zookeeper.js";

const HERE = resolve("test/clickhouse");
const LIBRARY = join(HERE, "node_modules/@chdb/lib-linux-x64-gnu/libchdb.so");
/** Address at which servers reach each other, and at which each listens. */
const [PUBLIC, OWN] = ["127.0.0.1", "127.0.0.2"] as const;
/** The same for the parts of tables that replicas fetch. */
const [PUBLIC_PARTS, OWN_PARTS] = ["127.0.0.4", "127.0.0.3"] as const;
/** A user with the rights that the documentation gives. */
const USER = "spendcube";
/** A password with characters that have to be escaped. */
const HARD_PASSWORD = "se'cr\\et";
/** A user with the same password who may not write. */
export const READER = "reader";
/** Milliseconds for a server to start on a busy machine. */
const START = 90_000;

/** Reason to skip tests that need a cluster; `false` if there is one. */
export const NO_CLUSTER: string | false = existsSync(LIBRARY)
  ? false
  : "ClickHouse is not installed: npm ci --prefix test/clickhouse";

/** Servers on this machine, each of which is a shard, or a replica of one: those of a shard follow one another. */
export interface TestCluster {
  readonly settings: ClusterSettings;
  readonly cluster: Cluster;
  /** End one server at once. @param server from 0 on */
  kill(server: number): Promise<void>;
  /** Start a server that was ended, with its data. */
  restart(server: number): Promise<void>;
  /** Delete the data of a server that was ended. */
  empty(server: number): Promise<void>;
  /** Run a statement as the user who sets up the servers. */
  setUp(server: number, statement: string): Promise<void>;
  close(): Promise<void>;
}

/** Start a cluster from the library of ClickHouse. */
export async function startCluster({ shards = 2, replicas = 1, password = HARD_PASSWORD } = {}): Promise<TestCluster> {
  const directory = await mkdtemp(join(tmpdir(), "spendcube-clickhouse-"));
  const numServers = shards * replicas;
  const ports = await findPorts(numServers * 2 + 1);
  const tcp = ports.slice(0, numServers);
  const http = ports.slice(numServers, -1);
  const keeper = ports.at(-1)!;
  const users = join(directory, "users.xml");
  const hasParts = replicas > 1;
  for (const [server, port] of http.entries()) {
    const backups = `<backups><allowed_path>${join(directory, `backups${server}`)}</allowed_path></backups>`;
    const own = backups + (hasParts ? describeReplica(server, port, keeper) : "");
    await writeFile(
      join(directory, `config${server}.xml`),
      describeServer({ ports: tcp, replicas, users, own, password }),
    );
  }
  await writeFile(users, await describeUsers(hasParts, password));
  let zooKeeper: ZooKeeper | null = null;
  const servers: ChildProcess[] = [];
  const proxies: Server[] = [];
  const start = async (at: number): Promise<void> => {
    const data = join(directory, `server${at}`);
    await mkdir(data, { recursive: true });
    const config = join(directory, `config${at}.xml`);
    const options = [join(HERE, "serve.py"), LIBRARY, config, data, OWN, String(tcp[at]), String(http[at])];
    const server = spawn("python3", [...options, ...(hasParts ? [OWN_PARTS, PUBLIC_PARTS] : [])], { stdio: "ignore" });
    servers[at] = server;
    await untilAnswered(http[at]!, server);
  };
  const kill = async (at: number): Promise<void> => {
    const server = servers[at]!;
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await ended;
  };
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((_, at) => kill(at)));
    await zooKeeper?.close();
    for (const proxy of proxies) proxy.close();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    for (const port of tcp) proxies.push(await startGentleProxy(port, PUBLIC, OWN));
    if (hasParts) {
      zooKeeper = await startZooKeeper(join(directory, "zookeeper"), keeper);
      for (const port of http) proxies.push(await startGentleProxy(port, PUBLIC_PARTS, OWN_PARTS));
    }
    await Promise.all(tcp.map((_, at) => start(at)));
    const settings: ClusterSettings = {
      urls: http.map((port) => `http://${OWN}:${port}`),
      cluster: "spendcube",
      database: "spendcube",
      user: USER,
      password,
    };
    const setUp = async (at: number, body: string): Promise<void> => {
      const response = await fetch(settings.urls[at]!, { method: "POST", body });
      if (!response.ok) throw new Error(await response.text());
    };
    for (const at of tcp.keys()) await setUp(at, "CREATE DATABASE spendcube");
    const cluster = await connectCluster(settings);
    return {
      settings,
      cluster,
      kill,
      restart: start,
      empty: (at) => rm(join(directory, `server${at}`), { recursive: true }),
      setUp,
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

interface ServerDescription {
  readonly ports: readonly number[];
  readonly replicas: number;
  readonly users: string;
  readonly own: string;
  readonly password: string;
}

function describeServer({ ports, replicas, users, own, password }: ServerDescription): string {
  const credentials = `<user>${USER}</user><password>${password}</password>`;
  const nodes = ports.map((port) => `<replica><host>${PUBLIC}</host><port>${port}</port>${credentials}</replica>`);
  const shards = Array.from({ length: nodes.length / replicas }, (_, shard) => {
    const those = nodes.slice(shard * replicas, (shard + 1) * replicas);
    return `<shard><internal_replication>true</internal_replication>${those.join("")}</shard>`;
  });
  return `<clickhouse>
    <remote_servers><spendcube>${shards.join("")}</spendcube></remote_servers>
    <users_config>${users}</users_config>
    <user_directories><users_xml><path>${users}</path></users_xml></user_directories>
    <max_table_size_to_drop>1</max_table_size_to_drop>${own}
  </clickhouse>`;
}

/** Describe what a server needs besides to be a replica. */
function describeReplica(server: number, port: number, keeper: number): string {
  // Servers from the library have no ids of their own, so that their sessions would have one name.
  return `<zookeeper>
      <sessions_path>/sessions/${server}</sessions_path><session_timeout_ms>2000</session_timeout_ms>
      <node><host>127.0.0.1</host><port>${keeper}</port></node>
    </zookeeper>
    <interserver_http_host>${PUBLIC_PARTS}</interserver_http_host><interserver_http_port>${port}</interserver_http_port>
    <listen_host>${OWN}</listen_host><listen_host>${OWN_PARTS}</listen_host>`;
}

/** Describe the users: one that creates the database, and that of the documentation. */
async function describeUsers(hasReplicas: boolean, password: string): Promise<string> {
  const document = await readFile(resolve("docs/clickhouse.md"), "utf8");
  const grants = [...document.matchAll(/^ *(GRANT .+) TO spendcube;$/gm)]
    .map(([, grant]) => `<query>${grant}</query>`)
    .filter((grant) => hasReplicas || !/replica/i.test(grant));
  const user = (name: string, own: string, more = ""): string =>
    `<${name}><password>${own}</password><networks><ip>127.0.0.0/8</ip></networks>
      <profile>default</profile><quota>default</quota>${more}</${name}>`;
  const reader = user(READER, password, `<grants><query>GRANT SELECT ON *.*</query></grants>`);
  const users = user("default", "") + user(USER, password, `<grants>${grants.join("")}</grants>`) + reader;
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
