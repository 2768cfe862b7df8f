import { errorText } from "../../../core/errors/error-text.js";
import { UserError } from "../../../core/errors/errors.js";
import { Cluster, listUrls } from "./cluster.js";
import { type DescribedNode, describeNode } from "./describe-node.js";
import { ClusterNode } from "./node.js";
import type { ClusterSettings } from "./settings.js";

/** A cluster that cannot be used as it is set up: what to change is in the message. */
class UnusableCluster extends UserError {}

/**
 * Connect to the nodes of a cluster.
 * @throws UnusableCluster with all that is wrong with it; EngineUnreachable
 */
export async function connectCluster(settings: ClusterSettings): Promise<Cluster> {
  const all = settings.urls.map((url) => new ClusterNode(url, settings, null));
  try {
    const described = await Promise.all(all.map((node) => describeNode(node, settings)));
    const errors = listErrors(all, described, settings);
    if (errors.length > 0) throw new UnusableCluster(errors);
    for (const [at, { place, isLost }] of described.entries()) Object.assign(all[at]!, { place, isLost });
    return new Cluster(settings, all);
  } catch (error) {
    for (const node of all) node.close();
    throw error;
  }
}

/** List what is wrong. A node that does not answer is not, if its shard has another. */
function listErrors(
  all: readonly ClusterNode[],
  described: readonly DescribedNode[],
  { cluster }: ClusterSettings,
): readonly string[] {
  const errors = described.flatMap((each) => (each.isLost ? [] : each.errors));
  if (errors.length > 0) return described.flatMap((each) => each.errors);
  const lost = described.flatMap((each) => each.errors);
  const { shards, nodes: numNodes } = described.find(({ isLost }) => !isLost) ?? { shards: 0, nodes: 0 };
  const hasReplicas = numNodes > shards;
  for (let shard = 0; shard < shards; shard++) {
    const own = all.filter((_, at) => described[at]!.place?.shard === shard);
    if (own.length === 0 && lost.length === 0) {
      errors.push(errorText("shard_without_url", { number: shard + 1, name: cluster }));
    }
    if (own.length === 0) errors.push(...lost);
    const names = new Set(own.map((node) => described[all.indexOf(node)]!.place!.replica));
    if (names.size === own.length) continue;
    const what = hasReplicas ? "one server: give it once" : "one shard: give the URL of one";
    errors.push(`${listUrls(own)} are ${what}`);
  }
  if (shards === 0) errors.push(...lost);
  if (errors.length === 0 && all.length !== numNodes) {
    errors.push(errorText("urls_of_all_servers", { name: cluster, count: numNodes, length: all.length }));
  }
  return [...new Set(errors)];
}
