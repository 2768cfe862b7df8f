import { setTimeout as wait } from "node:timers/promises";
import { EngineUnreachable, UserError } from "../../errors/errors.js";
import { ClusterNode, type NoteQuery } from "./node.js";
import type { ClusterSettings } from "./settings.js";

/** Oldest version of ClickHouse whose answers are known to be right. */
const OLDEST = [25, 8] as const;

/** A cluster that cannot be used as it is set up: what to change is in the message. */
export class UnusableCluster extends UserError {}

/** The nodes of a cluster, one for each shard. */
export class Cluster {
  readonly name: string;
  readonly database: string;
  /** Clauses by which dictionaries read tables as the user. */
  readonly credentials: string;
  /** In the order of their shards. */
  readonly nodes: readonly ClusterNode[];
  #next = 0;

  /** Settings by which another thread opens it: its nodes are known to be there. */
  readonly settings: ClusterSettings;
  /** Sentences about what does not answer, as of the last check. */
  health: readonly string[] = [];
  #watch: NodeJS.Timeout | null = null;

  constructor(settings: ClusterSettings, nodes: readonly ClusterNode[]) {
    this.settings = { ...settings, urls: nodes.map(({ url }) => url) };
    this.name = settings.cluster;
    this.database = settings.database;
    this.credentials = `USER ${quote(settings.user)} PASSWORD ${quote(settings.password)}`;
    this.nodes = nodes;
  }

  /** Return the node that a query begins at: each in turn. */
  get node(): ClusterNode {
    return this.nodes[this.#next++ % this.nodes.length]!;
  }

  /** Run something on all nodes at once. */
  onAll<T>(run: (node: ClusterNode, shard: number) => Promise<T>): Promise<T[]> {
    return Promise.all(this.nodes.map(run));
  }

  /** Drop all tables and dictionaries whose names begin with a prefix. */
  async drop(prefix: string): Promise<void> {
    await this.onAll(async (node) => {
      const found = await node.queryRows({
        sql: `SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND startsWith(name, {prefix:String})
          ORDER BY engine = 'Dictionary' DESC FORMAT JSONCompact`,
        parameters: { prefix },
      });
      // A table cannot be dropped before the dictionary that reads it.
      for (const [name, engine] of found) {
        await node.run(`DROP ${engine === "Dictionary" ? "DICTIONARY" : "TABLE"} IF EXISTS ${name} SYNC`);
      }
    });
  }

  /** List the nodes that do not answer now, by the numbers of their shards. */
  async listLost(milliseconds = 2000): Promise<readonly number[]> {
    const isLost = await this.onAll(async (node) => {
      const deadline = performance.now() + milliseconds;
      return Promise.race([
        node.query({ sql: "SELECT 1", bounds: { deadline } }).then(
          () => false,
          () => true,
        ),
        wait(milliseconds, true, { ref: false }),
      ]);
    });
    return isLost.flatMap((lost, shard) => (lost ? [shard + 1] : []));
  }

  /** Notice queries from now on. */
  watchQueries(noteQuery: NoteQuery): void {
    for (const node of this.nodes) node.noteQuery = noteQuery;
  }

  /** Check at intervals which nodes answer. */
  watchHealth(milliseconds = 10_000): void {
    this.#watch ??= setInterval(() => void this.checkHealth(), milliseconds).unref();
  }

  async checkHealth(): Promise<void> {
    const lost = await this.listLost();
    this.health = lost.map((shard) => `Shard ${shard} of the ClickHouse cluster does not answer`);
  }

  close(): void {
    if (this.#watch) clearInterval(this.#watch);
    for (const node of this.nodes) node.close();
  }
}

/** Open a cluster whose nodes were found to be right, with one URL for each shard in their order. */
export function reopenCluster(settings: ClusterSettings): Cluster {
  return new Cluster(
    settings,
    settings.urls.map((url) => new ClusterNode(url, settings)),
  );
}

/**
 * Connect to the nodes of a cluster.
 * @throws UnusableCluster with all that is wrong with it; EngineUnreachable
 */
export async function connectCluster(settings: ClusterSettings): Promise<Cluster> {
  const all = settings.urls.map((url) => new ClusterNode(url, settings));
  try {
    const described = await Promise.all(all.map((node) => describeNode(node, settings)));
    const errors = described.flatMap(({ errors }) => errors);
    if (errors.length > 0) throw new UnusableCluster(errors);
    const numShards = described[0]!.shards;
    const nodes = Array.from({ length: numShards }, (_, at) => {
      const own = all.filter((_, node) => described[node]!.own === at + 1);
      if (own.length === 0) errors.push(`Shard ${at + 1} of cluster "${settings.cluster}" has no --clickhouse-url`);
      if (own.length > 1) errors.push(`${own.map(({ url }) => url).join(" and ")} are one shard: give the URL of one`);
      return own[0]!;
    });
    if (errors.length > 0) throw new UnusableCluster(errors);
    return new Cluster(settings, nodes);
  } catch (error) {
    for (const node of all) node.close();
    throw error;
  }
}

interface DescribedNode {
  /** Number of the shard that it is; 0 if it is not in the cluster. */
  readonly own: number;
  readonly shards: number;
  readonly errors: readonly string[];
}

/** Ask a node what it is. What it answers instead is told to the operator, who started this. */
async function describeNode(node: ClusterNode, settings: ClusterSettings): Promise<DescribedNode> {
  try {
    return await readDescription(node, settings);
  } catch (error) {
    const { message } = (error instanceof EngineUnreachable ? error.cause : error) as Error;
    return { own: 0, shards: 0, errors: [`${node.url} cannot be used as "${settings.user}": ${message}`] };
  }
}

async function readDescription(node: ClusterNode, { cluster, database }: ClusterSettings): Promise<DescribedNode> {
  // The database may not exist yet.
  const settings = { database: "default" };
  const [row] = await node.queryRows({
    sql: `SELECT version(), toString(maxIf(shard_num, is_local)), toString(max(shard_num)), toString(max(replica_num)),
        toString((SELECT count() FROM system.databases WHERE name = {database:String})),
        toString((SELECT value FROM system.settings WHERE name = 'readonly'))
      FROM system.clusters WHERE cluster = {cluster:String} FORMAT JSONCompact`,
    parameters: { cluster, database },
    settings,
  });
  const [version, own, shards, replicas, databases] = row as readonly string[];
  const errors: string[] = [];
  const { url } = node;
  if (isOlder(version!)) errors.push(`${url} runs ClickHouse ${version}; ${OLDEST.join(".")} or later is needed`);
  if (shards === "0") errors.push(`${url} knows no cluster "${cluster}"; name one of its remote_servers`);
  else if (own === "0") errors.push(`${url} is no node of cluster "${cluster}", as it sees itself`);
  if (Number(replicas) > 1) errors.push(`Cluster "${cluster}" has replicas, which are not supported`);
  if (databases === "0") errors.push(`${url} has no database "${database}"; create it there`);
  return { own: Number(own), shards: Number(shards), errors };
}

function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, "\\$&")}'`;
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}
