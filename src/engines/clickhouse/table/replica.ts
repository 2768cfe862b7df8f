import { ClusterFailure, EngineUnreachable, OverCapacity } from "../../../core/errors/errors.js";
import type { ClusterNode } from "../client/node.js";

/** Seconds that a replica is given to fetch rows before it is asked for how it got on. */
const SYNC_SECONDS = "5";

const SUFFIX = "_r";

/** Name a table on a node where it may lack rows: no query finds it by the name of the version. */
export function unfinished(name: string): string {
  return name + SUFFIX;
}

/** True for the name of a table that may lack rows. */
export function isUnfinished(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/** Create a table on another replica, where it is unfinished. @param source its name where it is */
export async function copyTable(from: ClusterNode, source: string, to: ClusterNode, name: string): Promise<void> {
  const [[statement] = []] = await from.queryRows({
    sql: `SELECT create_table_query FROM system.tables WHERE database = currentDatabase() AND name = {source:String}
      FORMAT JSONCompact`,
    parameters: { source },
    isOwn: true,
  });
  const begun = statement!.replace(/^CREATE TABLE \S+/, `CREATE TABLE IF NOT EXISTS ${unfinished(name)}`);
  await to.run(begun.replace(`'${from.place!.replica}'`, `'${to.place!.replica}'`));
}

/**
 * Wait some seconds for a replica to fetch the rows of an unfinished table.
 * @returns true if it has all
 * @throws ClusterFailure if it has others
 */
export async function hasFetched(node: ClusterNode, name: string, from: ClusterNode, source: string): Promise<boolean> {
  try {
    await node.run(`SYSTEM SYNC REPLICA ${unfinished(name)}`, { receive_timeout: SYNC_SECONDS });
  } catch (error) {
    if (error instanceof OverCapacity) return false;
    throw error;
  }
  const [own, wanted] = await Promise.all([sumUp(node, unfinished(name)), sumUp(from, source)]);
  if (own !== wanted) throw new ClusterFailure(`${node.url} has ${own} in ${name} instead of ${wanted}`);
  return true;
}

/** Give a table its name: it is complete. */
export function releaseTable(node: ClusterNode, name: string): Promise<void> {
  return node.run(`RENAME TABLE ${unfinished(name)} TO ${name}`);
}

/** List the replicated tables of a node. */
export async function listReplicated(node: ClusterNode): Promise<ReadonlySet<string>> {
  const rows = await node.queryRows({
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND startsWith(engine, 'Replicated')
      ORDER BY name FORMAT JSONCompact`,
    isOwn: true,
  });
  return new Set(rows.map(([name]) => name!));
}

/** Do something on a replica that may be lost. @returns false if it is */
export async function ifReached(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (error instanceof EngineUnreachable) return false;
    throw error;
  }
}

/** Return the number of rows on a node, and the sums of their amounts, as text. */
async function sumUp(node: ClusterNode, table: string): Promise<string> {
  const measures = await node.queryRows({
    sql: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = {table:String}
      AND match(name, '^m[0-9]+$') ORDER BY position FORMAT JSONCompact`,
    parameters: { table },
    isOwn: true,
  });
  const sums = ["count()", ...measures.map(([name]) => `sum(toInt256(${name}))`)].map((sum) => `toString(${sum})`);
  const rows = await node.queryRows({ sql: `SELECT ${sums.join()} FROM ${table} FORMAT JSONCompact`, isOwn: true });
  return JSON.stringify(rows[0]);
}
