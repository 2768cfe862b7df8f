import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClusterTables } from "#src/cli/directory/cluster-tables.js";
import { connectCluster } from "#src/engines/clickhouse/client/connect-cluster.js";
import type { Cluster } from "#src/engines/clickhouse/client/cluster.js";
import { clickHouseFormat } from "#src/engines/clickhouse/format.js";
import { columnarFormat } from "#src/engines/columnar/format.js";
import { Kernel } from "#src/engines/kernel/kernel.js";
import { Catalog } from "#src/store/catalog.js";
import { startCluster } from "#test/start-clickhouse.js";
import { NO_REPLICAS } from "#test/start-zookeeper.js";
import { checkAnswer } from "./cube/answer.js";
import { makeCube } from "./cube/cube.js";
import { cubeBatches, cubeModel } from "./cube/entries.js";
import { QUERIES } from "./cube/queries.js";
import { answerPlainly } from "./cube/reference.js";
import { askAnyEngine } from "./peers/spendcube.js";
import { markdownTable, print } from "./tables.js";

const [SHARDS, REPLICAS] = [2, 2] as const;
/** Name of the table of the only version. */
const TABLE = "s000000000001";
/** The query during which a replica is killed, and the server that is. */
const [MIDDLE, KILLED] = ["Q4", 1] as const;
/** Entries above which neither memory is loaded beside, nor the query asked that has a cell for nearly every entry. */
const MANY = 20_000_000;
/** Clock ticks of Linux in a second. */
const TICKS = 100;

/**
 * Load a cube into two shards with two replicas each, restart all, kill a replica while it answers, and compare every
 * answer with those of the reference loops.
 */
export async function benchReplicas(rows: number): Promise<void> {
  if (NO_REPLICAS) return print(NO_REPLICAS);
  const model = cubeModel();
  const cube = makeCube(rows);
  const queries = QUERIES.filter(({ name }) => rows <= MANY || name !== "Q10");
  const expected = new Map(queries.map((query) => [query, answerPlainly(cube, query)]));
  const directory = await mkdtemp(join(tmpdir(), "spendcube-replicas-"));
  const servers = await startCluster({ shards: SHARDS, replicas: REPLICAS });
  try {
    const columns = new Map([
      ["loaded", await load(servers.cluster)],
      ["restarted", await restart()],
    ]);
    const names = [...columns.values()]
      .map((figures) => [...figures.keys()])
      .toSorted((a, b) => b.length - a.length)[0]!;
    print(
      markdownTable(
        [rows.toLocaleString("en"), ...columns.keys()],
        names.map((name) => [name, ...[...columns.values()].map((figures) => figures.get(name) ?? null)]),
      ),
    );
  } finally {
    await servers.close();
    await rm(directory, { recursive: true });
  }

  /** Load the cube into the memory of this process. @returns seconds of the processor */
  async function loadInMemory(): Promise<number> {
    const kernel = Kernel.start({ threads: 1 });
    const begin = process.cpuUsage();
    const builder = columnarFormat(kernel).build(model, null, 1);
    for (const batch of cubeBatches(cube)) await builder.writeRows(batch);
    const { engine } = await builder.finish();
    const { user, system } = process.cpuUsage(begin);
    engine.dispose();
    kernel.close();
    return (user + system) / 1e6;
  }

  async function load(cluster: Cluster): Promise<Map<string, number>> {
    const { catalog, format, tables } = await open(cluster);
    const figures = new Map<string, number>();
    if (rows <= MANY) figures.set("processor seconds in memory", await loadInMemory());
    const begin = { clock: performance.now(), own: process.cpuUsage(), servers: await secondsOfChildren() };
    await tables.begin(TABLE);
    const builder = format.build(model, null, 1, {});
    for (const batch of cubeBatches(cube)) await builder.writeRows(batch);
    const { engine } = await builder.finish();
    await catalog.publish({ model, engine, sources: [], base: undefined, private: false, managers: [] });
    await tables.end(TABLE);
    const own = process.cpuUsage(begin.own);
    figures.set("load, seconds", (performance.now() - begin.clock) / 1000);
    figures.set("processor seconds of this process", (own.user + own.system) / 1e6);
    figures.set("processor seconds of the servers", (await secondsOfChildren()) - begin.servers);
    print([...figures].map(([name, value]) => `${name}: ${value.toFixed(1)}`).join("; "));
    await askAll(catalog, figures);
    catalog.get("cube")!.engine.dispose();
    return figures;
  }

  /** Restart all servers, connect as a new process does, ask everything, and once more while a replica is killed. */
  async function restart(): Promise<Map<string, number>> {
    for (let server = 0; server < SHARDS * REPLICAS; server++) await servers.kill(server);
    const begin = performance.now();
    await Promise.all(Array.from({ length: SHARDS * REPLICAS }, (_, server) => servers.restart(server)));
    const cluster = await connectCluster(servers.settings);
    try {
      const { catalog } = await open(cluster);
      const figures = new Map([["load, seconds", (performance.now() - begin) / 1000]]);
      await askAll(catalog, figures);
      const numAnswers = await askAll(catalog, new Map(), async () => servers.kill(KILLED));
      print(`a replica of the first shard was killed during ${MIDDLE}: ${numAnswers} answers are right, none failed`);
      await cluster.checkHealth();
      if (cluster.health.length === 0) throw new Error("no replica is told to be lost");
      catalog.get("cube")!.engine.dispose();
      return figures;
    } finally {
      cluster.close();
    }
  }

  /** Open the data directory as a process does at its start. */
  async function open(cluster: Cluster) {
    const tables = new ClusterTables(cluster, directory, raise);
    const format = clickHouseFormat(cluster, { nameTable: () => TABLE, noteOpen: tables.noteOpen, rollupBytes: 0 });
    return { tables, format, catalog: await Catalog.open(directory, format) };
  }

  /** Ask each query once, and compare its answer. @param meanwhile what happens while the one in the middle is answered */
  async function askAll(
    catalog: Catalog,
    figures: Map<string, number>,
    meanwhile?: () => Promise<void>,
  ): Promise<number> {
    const contestant = askAnyEngine(model, catalog.get("cube")!.engine);
    for (const [query, right] of expected) {
      const begin = performance.now();
      const other = query.name === MIDDLE ? meanwhile?.() : undefined;
      const [answer] = await Promise.all([contestant.answer(query), other]);
      figures.set(`${query.name} ${query.title}, ms`, performance.now() - begin);
      checkAnswer("the cluster", query, answer, right);
    }
    return expected.size;
  }
}

/** Return the seconds of the processor that the processes have taken which this one started and which still run. */
async function secondsOfChildren(): Promise<number> {
  const pids = (await readFile(`/proc/self/task/${process.pid}/children`, "utf8")).trim().split(" ");
  let ticks = 0;
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    // Of what follows the name: the state is the first, the user's ticks the twelfth and the system's the thirteenth.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  }
  return ticks / TICKS;
}

function raise(error: unknown): never {
  throw error;
}
