import type { Cluster } from "../client/cluster.js";
import type { ClusterNode } from "../client/node.js";
import { copyTable, hasFetched, ifReached, isUnfinished, listReplicated, releaseTable, unfinished } from "./replica.js";

/** Beginning of the names of a version's tables. */
const VERSION = /^s[0-9a-f]{12}/;

/**
 * Give each replica that answers the tables that it lacks, because it was down while they were written. The cluster
 * fetches their rows; the next call goes on with what takes longer. Nodes are marked that are behind.
 * @param tables beginnings of the names of tables that are kept, without those that a load is about to write
 * @throws ClusterFailure if the cluster refuses, or a replica has other rows
 */
export async function completeReplicas(cluster: Cluster, tables: ReadonlySet<string>): Promise<void> {
  await Promise.all(
    cluster.shards.map(async (replicas) => {
      const found = new Map<ClusterNode, ReadonlySet<string>>();
      for (const node of replicas) {
        if (!node.isLost) await ifReached(async () => found.set(node, await listReplicated(node)));
      }
      const sources = listSources(found, tables);
      for (const [node, names] of found) {
        const missing = [...sources].filter(([name]) => !names.has(name));
        node.isBehind = missing.length > 0;
        await ifReached(async () => {
          node.isBehind = !(await complete(node, names, missing));
        });
      }
    }),
  );
}

/** Find a node that has each of the tables. */
function listSources(
  found: ReadonlyMap<ClusterNode, ReadonlySet<string>>,
  tables: ReadonlySet<string>,
): ReadonlyMap<string, ClusterNode> {
  const sources = new Map<string, ClusterNode>();
  for (const [node, names] of found) {
    for (const name of names) {
      if (!isUnfinished(name) && tables.has(VERSION.exec(name)?.[0] ?? "")) sources.set(name, node);
    }
  }
  return sources;
}

/** Begin to copy tables, and release those that are complete. @returns true if all are */
async function complete(
  node: ClusterNode,
  names: ReadonlySet<string>,
  missing: readonly (readonly [string, ClusterNode])[],
): Promise<boolean> {
  for (const [name, source] of missing) {
    if (!names.has(unfinished(name))) await copyTable(source, name, node, name);
  }
  for (const [name, source] of missing) {
    if (!(await hasFetched(node, name, source, name))) return false;
    await releaseTable(node, name);
  }
  return true;
}
