import { errorText } from "../../../core/errors/error-text.js";
import { EngineUnreachable } from "../../../core/errors/errors.js";
import { explainDistrust } from "./failures.js";
import type { ClusterNode } from "./node.js";
import type { ClusterSettings, NodePlace } from "./settings.js";

/** Oldest version of ClickHouse whose answers are known to be right. */
const OLDEST = [25, 8] as const;

/** Description of a node by itself. */
export interface DescribedNode {
  /** `null` if it is not in the cluster. */
  readonly place: NodePlace | null;
  readonly shards: number;
  /** Number of all nodes of the cluster. */
  readonly nodes: number;
  /** Sentences to show to the operator. */
  readonly errors: readonly string[];
  /** True if it did not answer. */
  readonly isLost: boolean;
}

/** Ask a node what it is. What it answers instead is told to the operator, who started this. */
export async function describeNode(node: ClusterNode, settings: ClusterSettings): Promise<DescribedNode> {
  try {
    return await readDescription(node, settings);
  } catch (error) {
    const cause = error instanceof EngineUnreachable ? error.cause : error;
    const distrust = explainDistrust(cause);
    const message = distrust ?? (cause as Error).message;
    const isLost = error instanceof EngineUnreachable && distrust === null;
    const errors = [`${node.url} cannot be used as "${settings.user}": ${message}`];
    return { place: null, shards: 0, nodes: 0, errors, isLost };
  }
}

async function readDescription(node: ClusterNode, { cluster, database }: ClusterSettings): Promise<DescribedNode> {
  // The database may not exist yet.
  const settings = { database: "default" };
  const [row] = await node.queryRows({
    sql: `SELECT version(), toString(maxIf(shard_num, is_local)), toString(max(shard_num)), toString(count()),
        anyIf(concat(host_name, ':', toString(port)), is_local),
        toString((SELECT count() FROM system.databases WHERE name = {database:String}))
      FROM system.clusters WHERE cluster = {cluster:String} FORMAT JSONCompact`,
    parameters: { cluster, database },
    settings,
  });
  const [version, own, shards, nodes, replica, databases] = row as readonly string[];
  const errors: string[] = [];
  const { url } = node;
  if (isOlder(version!)) errors.push(errorText("clickhouse_too_old", { url, version, first: OLDEST.join(".") }));
  if (shards === "0") errors.push(errorText("unknown_cluster", { url, name: cluster }));
  else if (own === "0") errors.push(errorText("not_a_node_of_cluster", { url, name: cluster }));
  if (databases === "0") errors.push(errorText("no_such_database", { url, name: database }));
  const place = own === "0" ? null : { shard: Number(own) - 1, replica: replica! };
  return { place, shards: Number(shards), nodes: Number(nodes), errors, isLost: false };
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]);
}
