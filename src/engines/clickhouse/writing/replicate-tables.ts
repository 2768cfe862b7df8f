import type { Cluster } from "../client/cluster.js";
import type { ClusterNode } from "../client/node.js";
import { copyTable, hasFetched, ifReached, releaseTable, unfinished } from "../table/replica.js";

/** Times that a replica is waited for without a row. */
const MAX_IDLE = 12;

/** A table of a version on the node that wrote it. */
interface WrittenTable {
  readonly name: string;
  /** Engine with its clauses: `MergeTree PARTITION BY source ORDER BY id`. */
  readonly engine: string;
}

/**
 * Replace the tables of a version by replicated ones, if the cluster has replicas. Each replica that answers has all rows
 * then, or is behind. A table has its name on a node only if it is complete there.
 * @param stage beginning of the names of tables that are not kept
 * @param previous beginning of the names of the tables before: their partitions are on all replicas already
 * @throws ClusterFailure if a replica has other rows, EngineUnreachable if a node that writes is lost
 */
export async function replicateTables(
  cluster: Cluster,
  table: string,
  stage: string,
  previous: string | null,
): Promise<void> {
  if (!cluster.hasReplicas) return;
  await cluster.onAll(async (writer, shard) => {
    const others = cluster.shards[shard]!.filter((node) => node !== writer && !node.isLost);
    for (const written of await listWritten(writer, table, stage)) {
      const path = `/spendcube/${cluster.database}/${shard + 1}/${written.name}`;
      await replicate(writer, others, written, path, previous && written.name.replace(table, previous));
    }
  });
}

async function listWritten(node: ClusterNode, prefix: string, stage: string): Promise<readonly WrittenTable[]> {
  const rows = await node.queryRows({
    sql: `SELECT name, engine_full FROM system.tables WHERE database = currentDatabase() AND engine = 'MergeTree'
      AND startsWith(name, {prefix:String}) AND NOT startsWith(name, {stage:String}) ORDER BY name FORMAT JSONCompact`,
    parameters: { prefix, stage },
    isOwn: true,
  });
  return rows.map(([name, engine]) => ({ name: name!, engine: engine! }));
}

async function replicate(
  writer: ClusterNode,
  others: readonly ClusterNode[],
  { name, engine }: WrittenTable,
  path: string,
  previous: string | null,
): Promise<void> {
  const shared = unfinished(name);
  const replicated = engine.replace("MergeTree", `ReplicatedMergeTree('${path}', '${writer.place!.replica}')`);
  await writer.run(`CREATE TABLE ${shared} AS ${name} ENGINE = ${replicated}`);
  const copies = await keepReached(others, (node) => copyTable(writer, shared, node, name));
  const before = previous ? await listPartitions(writer, previous) : null;
  for (const [partition, digest] of await listPartitions(writer, name)) {
    const from = before?.get(partition) === digest ? previous : name;
    await writer.run(`ALTER TABLE ${shared} ATTACH PARTITION ID '${partition}' FROM ${from}`);
  }
  const isFetched = new Set<ClusterNode>();
  await keepReached(copies, async (node) => {
    if (await awaitRows(node, name, writer)) isFetched.add(node);
  });
  await writer.drop("TABLE", name);
  await releaseTable(writer, name);
  await keepReached([...isFetched], (node) => releaseTable(node, name));
}

/** List the partitions of a table, each with a digest of its files. */
async function listPartitions(node: ClusterNode, table: string): Promise<ReadonlyMap<string, string>> {
  const rows = await node.queryRows({
    sql: `SELECT partition_id, arrayStringConcat(arraySort(groupArray(hash_of_all_files))) FROM system.parts
      WHERE active AND database = currentDatabase() AND table = {table:String}
      GROUP BY partition_id ORDER BY partition_id FORMAT JSONCompact`,
    parameters: { table },
    isOwn: true,
  });
  return new Map(rows.map(([partition, digest]) => [partition!, digest!]));
}

/** Wait until a replica has fetched all rows. @returns false if it fetches none: it is left behind */
async function awaitRows(node: ClusterNode, name: string, writer: ClusterNode): Promise<boolean> {
  let [before, idle] = ["", 0];
  while (!(await hasFetched(node, name, writer, unfinished(name)))) {
    const [[rows = ""] = []] = await node.queryRows({
      sql: `SELECT toString(count()) FROM ${unfinished(name)} FORMAT JSONCompact`,
      isOwn: true,
    });
    idle = rows === before ? idle + 1 : 0;
    before = rows;
    if (idle === MAX_IDLE) return false;
  }
  return true;
}

/** Do something on all replicas at once. @returns those that answered */
async function keepReached(
  nodes: readonly ClusterNode[],
  run: (node: ClusterNode) => Promise<unknown>,
): Promise<readonly ClusterNode[]> {
  const isReached = await Promise.all(nodes.map((node) => ifReached(() => run(node))));
  return nodes.filter((_, at) => isReached[at]);
}
